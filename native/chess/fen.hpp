// Positions from text and back. Refuses the same positions as python-chess, for the same reasons.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"

namespace provebest::chess {

enum class FenFault {
    Empty,            // no text, or no pieces
    Rows,             // not eight rows
    Row,              // a row that is not eight squares
    Character,        // neither a piece nor a digit
    Turn,
    CastlingText,
    EnPassantText,
    Clock,
    MoveNumber,
    TooManyFields,
    NoWhiteKing,      // from here on: a board, but not a position
    NoBlackKing,
    TooManyKings,
    TooManyWhitePawns,
    TooManyBlackPawns,
    PawnsOnBackrank,
    TooManyWhitePieces,
    TooManyBlackPieces,
    BadCastlingRights,
    InvalidEpSquare,
    OppositeCheck,    // the side to move could take the king
    TooManyCheckers,
    ImpossibleCheck,
};

const char* name_of(FenFault fault);

// Every fault, and the index in the text of the first one.
class FenError : public std::invalid_argument {
public:
    FenError(std::string sentence, std::vector<FenFault> faults, std::size_t at);
    const std::vector<FenFault>& faults() const { return faults_; }
    std::size_t at() const { return at_; }

private:
    std::vector<FenFault> faults_;
    std::size_t at_;
};

struct FenRules {
    bool chess960 = false;
    // Also accept checks that no last move could have given: such positions can be played on, and
    // move counters and composed problems use them.
    bool any_check = false;
};

Position from_fen(std::string_view text, FenRules rules = {});
std::string to_fen(const Position& position);

// Moves in UCI notation; castling as e1g1, or as king takes rook in Chess960.
std::string to_uci(const Position& position, Move move);
// None if the move is not legal here. In standard chess both notations of castling are read.
std::optional<Move> from_uci(const Position& position, std::string_view text);

std::string square_name(Square s);

}  // namespace provebest::chess
