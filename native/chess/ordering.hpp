// In what order moves are tried. Good order makes a search cheap; it never changes a value.
#pragma once

#include <array>

#include "chess/large_pages.hpp"
#include "chess/moves.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

// What the search has learned about moves so far. Forgotten at once, so that a probe can start new.
class Memory {
public:
    // The follow-up history pays in long searches; short probes start new too often for it.
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

// Hands out the legal moves one by one: the table's move, captures that do not lose material,
// killers, quiet moves by history, the losing captures.
class Picker {
public:
    enum class For { Search, Captures, CapturesAndChecks, Evasions };

    Picker(const Position& position, const Memory& memory, Move table_move, int ply, int slot1,
           int slot2, For purpose);
    Move next();  // none when all are out
    // The rest may come in any order: they are only looked through for checks.
    void stop_sorting() { sorting_ = false; }

private:
    enum class Stage {
        TableMove, MakeNoisy, GoodNoisy, Killer1, Killer2, Answer, MakeQuiet, Quiet, BadNoisy,
        MakeChecks, Checks, Done,
    };
    struct Scored {
        std::uint16_t bits;  // of the move: a list of these costs nothing to set up
        int score;
    };

    template <Moves kind>
    void make();
    int score(Move move, bool noisy) const;
    Move best();
    bool wanted(Move move) const;

    const Position& position_;
    const Memory& memory_;
    Move table_move_, killers_[2], answer_;
    int slot1_, slot2_;
    For purpose_;
    Stage stage_      = Stage::TableMove;
    bool sorting_     = true;
    int at_ = 0, end_ = 0, bad_ = 0;
    Scored list_[kMaxMoves];
    std::uint16_t bad_list_[80];
};

}  // namespace provebest::chess
