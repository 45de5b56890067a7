// Generates legal moves only: pins and checks are handled during generation.
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
// Whether this is a legal move; any sixteen bits may be passed.
bool is_legal(const Position& position, Move move);

// Tells whether a move gives check before it is made.
class CheckSquares {
public:
    explicit CheckSquares(const Position& position);
    bool gives_check(const Position& position, Move move) const {
        if (move.kind() != Move::Normal) return special_gives_check(position, move);
        return targets(position, move.from()) & bit(move.to());
    }
    // The squares to which a plain move of the piece on a square would give check.
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
