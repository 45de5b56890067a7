// Legal moves, and only legal ones: pins and checks are settled while generating.
#pragma once

#include "chess/position.hpp"

namespace provebest::chess {

enum class Moves {
    All,
    Noisy,  // captures, en passant, promotions
    Quiet,  // the rest
};

template <Moves kind>
void generate(const Position& position, MoveList& list);

int count_legal(const Position& position);
bool has_legal(const Position& position);
// Is this one of the legal moves? Any sixteen bits may be asked.
bool is_legal(const Position& position, Move move);

// What is needed to know, before a move is made, whether it gives check.
class CheckSquares {
public:
    explicit CheckSquares(const Position& position);
    bool gives_check(const Position& position, Move move) const {
        if (move.kind() != Move::Normal) return special_gives_check(position, move);
        return targets(position, move.from()) & bit(move.to());
    }
    // Where a plain move of the piece on a square gives check, if it can get there.
    Bitboard targets(const Position& position, Square from) const {
        const Bitboard direct = from_[type_of(position.at(from))];
        return screens_ & bit(from) ? direct | ~line(king_, from) : direct;
    }
    Bitboard targets(PieceType kind) const { return from_[kind]; }
    bool has_screens() const { return screens_ != 0; }

private:
    bool special_gives_check(const Position& position, Move move) const;


    Square king_;
    Bitboard from_[King + 1];  // squares from which a piece of this kind attacks the enemy king
    Bitboard screens_;     // own pieces that uncover a check by moving off the line
};

// The quiet moves that give check.
void generate_checks(const Position& position, const CheckSquares& checks, MoveList& list);

}  // namespace provebest::chess
