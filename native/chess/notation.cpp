#include "chess/fen.hpp"
#include "chess/moves.hpp"

namespace provebest::chess {

std::string square_name(Square s) {
    return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

std::string to_uci(const Position& position, Move move) {
    const Square to = move.kind() == Move::Castling && !position.chess960()
                          ? castled_king(move.from(), move.to())
                          : move.to();
    std::string text = square_name(move.from()) + square_name(to);
    if (move.is_promotion()) text += "pnbrqk"[move.promotion()];
    return text;
}

std::optional<Move> from_uci(const Position& position, std::string_view text) {
    if (text.size() < 4) return std::nullopt;
    MoveList moves;
    generate<Moves::All>(position, moves);
    for (const Move move : moves) {
        if (to_uci(position, move) == text) return move;
        if (move.kind() == Move::Castling && !position.chess960() &&
            square_name(move.from()) + square_name(move.to()) == text)
            return move;
    }
    return std::nullopt;
}

}  // namespace provebest::chess
