// The content of a FEN, before and after the check that it is a position. Used only by fen.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "chess/fen.hpp"

namespace provebest::chess {

constexpr std::string_view kPieceLetters = "PpNnBbRrQqKk";

struct Reading {
    std::array<Piece, 64> board;
    std::array<std::size_t, 64> places{};  // each piece's index in the text
    Bitboard colors[2] = {};
    Bitboard types[6]  = {};
    Color side         = White;
    Bitboard rights    = 0;  // rook squares
    Square ep          = kNoSquare;
    int clock          = 0;
    int fullmove       = 1;
    std::size_t turn_at = 0, rights_at = 0, ep_at = 0;

    Bitboard of(Color c, PieceType t) const { return colors[c] & types[t]; }
    Bitboard occupied() const { return colors[White] | colors[Black]; }
};

// Throws FenError if the text cannot be read at all.
Reading read_fen(std::string_view text);

// The castling rights and the en passant square that are valid.
struct Settled {
    Bitboard rights;
    Square ep;
};
// Throws FenError, with every reason, if the reading is not a position. The board must have the
// same pieces as the reading.
Settled judge(const Reading& reading, const Position& board, FenRules rules);

}  // namespace provebest::chess
