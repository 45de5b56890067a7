// The order in which moves are tried. A good order makes a search cheap; it never changes a value.
#pragma once

#include <array>
#include <limits>
#include <optional>

#include "chess/large_pages.hpp"
#include "chess/moves.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

// What the search has learned about moves so far. Clearing it is cheap, so probes can start fresh.
class Memory {
public:
    // The follow-up history pays only in long searches: short probes are cleared too often for it.
    explicit Memory(bool with_follow)
        : follow_(with_follow ? allocate_large<FollowRow>(kSlots) : nullptr) {}
    void forget();
    bool with_follow() const { return follow_ != nullptr; }

    int quiet(const Position& p, Move m) const {
        return history_[p.side()][m.from()][m.to()];
    }
    // How well a move went after the two moves before it.
    int after(int slot, Piece piece, Square to) const {
        return slot < 0 ? 0 : follow_[static_cast<std::size_t>(slot)][column(piece, to)];
    }
    Move killer(int ply, int i) const { return killers_[static_cast<std::size_t>(ply)][i]; }
    Move answer(Piece piece, Square to) const { return answers_[piece][to]; }

    void good_quiet(const Position& p, Move m, int ply, int depth, int slot1, int slot2,
                    const Move* tried, int tried_count);

    static constexpr int kSlots = 12 * 64;
    static int slot(Piece piece, Square to) { return piece * 64 + to; }

private:
    // The colour of the move that follows is known from the one before it.
    static std::size_t column(Piece piece, Square to) {
        return static_cast<std::size_t>(type_of(piece) * 64 + to);
    }
    using FollowRow = std::array<std::int16_t, 6 * 64>;
    void credit(std::int16_t& entry, int bonus);
    void credit_all(const Position& p, Move m, int slot1, int slot2, int bonus);

    std::int16_t history_[2][64][64] = {};
    Move killers_[2 * kMaxPly][2]    = {};
    Move answers_[12][64]            = {};
    Large<FollowRow> follow_;
    bool follow_used_ = false;
};

// Returns the legal moves one by one: the table's move, captures that do not lose material,
// killers, quiet moves by history, then losing captures.
class Picker {
public:
    enum class For { Search, Captures, CapturesAndChecks, Evasions };

    Picker(const Position& position, const Memory& memory, Move table_move, int ply, int slot1,
           int slot2, For purpose);
    Move next();  // none after the last one
    // The history score of the quiet move just returned.
    int history(Move move) const { return stage_ == Stage::Quiet ? last_score_ : score(move, false); }
    bool gives_check(Move move) { return checks().gives_check(position_, move); }
    // From now on, of the quiet moves return only those that give check, in any order.
    void only_checks() { only_checks_ = true; }

private:
    enum class Stage {
        TableMove, MakeNoisy, GoodNoisy, Killer1, Killer2, Answer, MakeQuiet, Quiet, BadNoisy,
        MakeChecks, Checks, Done,
    };
    // High bits: the move's score; low bits: its place in the list. The largest key is the best move,
    // and equal scores keep the order of generation. A move already returned has the least key.
    static constexpr int kPlaces = 512, kOut = std::numeric_limits<int>::min(), kStride = 8;
    static_assert(kMaxMoves <= kPlaces && kPlaces % kStride == 0);

    template <Moves kind>
    void make();
    template <Moves kind>
    void score_all();
    int score(Move move, bool noisy) const;
    Move best();
    Move check_among_the_rest();
    const CheckSquares& checks() {
        if (!checks_) checks_.emplace(position_);
        return *checks_;
    }
    bool wanted(Move move) const;

    const Position& position_;
    const Memory& memory_;
    Move table_move_, killers_[2], answer_;
    int slot1_, slot2_;
    For purpose_;
    Stage stage_      = Stage::TableMove;
    bool only_checks_ = false;
    std::optional<CheckSquares> checks_;
    int last_score_ = 0;
    int left_ = 0, at_ = 0, bad_ = 0;
    MoveList moves_;
    union {  // left unset beyond the moves, up to a full stride
        int keys_[kPlaces + kStride];
    };
    std::uint16_t bad_list_[80];
};

}  // namespace provebest::chess
