// CHOOSE over set-probes: the twin of search/setprobe/choosing.py. It asks the same questions in
// the same order and makes the same choice. Rules [MC-n] are listed in docs/papers/setprobe.md.
//
// Here the procedure alone: which question is next, and what an answer changes. Numbers in tempos,
// losses that are facts and games that were played out [MC-8, MC-9] are the reference's alone: the
// compiled prober has none of them. So is what another engine needs: depths that are expected or
// known, attacks that are one search of all moves, and a share that is kept for the rivals.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "chess/budget.hpp"
#include "chess/law.hpp"
#include "chess/types.hpp"

namespace provebest::chess {

// The best of a set of moves at a depth; values are for the side to move.
struct SetValue {
    Move best;
    double value = 0;
    std::vector<Move> line;
    int depth     = 0;      // the last depth that was completed for the whole set
    bool finished = false;  // whether that is the depth that was asked for
    std::vector<std::pair<Move, double>> at_most;  // upper bounds of other moves
    std::optional<double> share;
};

enum class Purpose { Root, Select, Rivals, Verify };

struct Question {
    Purpose purpose = Purpose::Root;
    std::vector<Move> set;        // empty: all moves
    int depth = 0;
    std::optional<double> bound;  // set if the only question is whether a move is worth this much
};

// Why there is no next question.
enum class End { NotYet, OnlyMove, Wins, TimeIsWorthMore, Settled, Limit };

// One root move and what is known of it.
struct Candidate {
    Move move;
    double real;     // by the last probe that said something about it
    double at_most;  // from the last search of all moves
    int effort;      // probes whose best move it was
    std::vector<Move> line;
    bool is_bound = false;  // `real` is only a lower bound: an attack asked for no more
};

struct ChoosingNumbers {
    Law law;
    Price price;
    int first_depth;
    int deepest;
    double win;
    double tolerance;  // points by which a choice may be worse than the best
    int deeper;        // plies that the attacks search deeper than SELECT
};

class Choosing {
public:
    // `moves` in the order of the root; at least one. If they are unseen (minus infinity each), the
    // first question takes the place of a first look [MC-4]; otherwise the greatest value is chosen.
    Choosing(const ChoosingNumbers& numbers, std::vector<Candidate> moves, std::vector<Move> only,
             bool unseen, Budget budget);

    // Begins: makes the first question. `nodes` are those visited so far, here and below.
    void begin(std::uint64_t nodes);
    // Takes the answer to the question; makes the next one, or ends.
    void answer(const SetValue& found, std::uint64_t nodes);
    void renew(const Budget& budget) { budget_ = budget; }

    bool ended() const { return end_ != End::NotYet; }
    End end() const { return end_; }
    const Question& question() const { return question_; }  // the last one after the end
    const Budget& budget() const { return budget_; }

    std::span<const Candidate> candidates() const { return candidates_; }
    const Candidate& choice() const { return candidates_[best_]; }
    double value() const { return value_; }
    int depth() const { return known_to_; }      // to which the choice is known
    int select_depth() const { return depth_; }  // of SELECT's next or last search
    int unchanged() const { return unchanged_; }
    int refutations() const { return refutations_; }
    const std::optional<Sight>& sight() const { return sight_; }
    const std::vector<Purpose>& attacks() const { return attacks_; }  // at the last depth

private:
    void select();
    void next_depth();
    void take(const SetValue& found, int depth, bool is_bound = false);
    void take_all(const SetValue& found);
    void bound_others(const SetValue& found);
    void may_stop();
    void attack();
    void verify();
    void refute();
    void end_with(End end) { end_ = end; }
    bool is_enough(const Sight& sight) const;

    ChoosingNumbers numbers_;
    std::vector<Candidate> candidates_;
    std::vector<Move> only_;
    bool unseen_;
    Budget budget_;
    std::uint64_t nodes_ = 0;

    Question question_;
    End end_ = End::NotYet;
    std::size_t best_ = 0;  // index of the choice; means nothing before the first answer if unseen
    double value_     = 0;
    int known_to_     = 0;
    int depth_;
    Move chosen_;  // after the last search of all moves, or the rival that has refuted it
    int unchanged_    = 0;
    int refutations_  = 0;
    double least_     = 0;  // what VERIFY asks for
    std::optional<SetValue> deeper_look_;  // what made a rival the choice
    std::optional<Sight> sight_;
    std::vector<Purpose> attacks_;
};

}  // namespace provebest::chess
