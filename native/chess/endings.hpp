// Effects of the remaining material: the game phase, and where to drive a bare king.
#pragma once

#include "chess/ledger.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

constexpr int kFullPhase = 24;

// From 0 (pawns and kings only) to kFullPhase.
inline int phase_of(const Position& position) {
    const int phase = count(position.pieces(Knight, Bishop)) + 2 * count(position.pieces(Rook)) +
                      4 * count(position.pieces(Queen));
    return phase < kFullPhase ? phase : kFullPhase;
}

// kFullPhase times the score between middlegame and endgame.
constexpr int blend_of(Score score, int phase) {
    return mg_of(score) * phase + eg_of(score) * (kFullPhase - phase);
}

// Terms for a side that has only its king left against pieces that can mate; else nothing.
template <class Ledger>
void drive_bare_king(const Position& position, Ledger& ledger);

}  // namespace provebest::chess
