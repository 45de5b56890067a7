// Positions from text and back. What is refused, and why, is python-chess's verdict: the same
// positions, the same reasons.
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
    Character,        // no piece, no digit
    Turn,
    CastlingText,
    EnPassantText,
    Clock,
    MoveNumber,
    TooManyFields,
    NoWhiteKing,      // from here on: a board, but no position
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

// Every fault, and the place in the text where the first one shows.
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
    // Checks that no last move can have given are no hindrance to playing on; move counters and
    // composed problems want such positions.
    bool any_check = false;
};

Position from_fen(std::string_view text, FenRules rules = {});
std::string to_fen(const Position& position);

// Moves as UCI spells them; castling as e1g1, or as king takes rook in Chess960.
std::string to_uci(const Position& position, Move move);
// None if it is not legal here. In standard chess either spelling of castling is read.
std::optional<Move> from_uci(const Position& position, std::string_view text);

std::string square_name(Square s);

}  // namespace provebest::chess
