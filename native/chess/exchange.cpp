#include "chess/exchange.hpp"

namespace provebest::chess {

bool exchange_at_least(const Position& position, Move move, Value threshold) {
    if (move.kind() == Move::Castling) return threshold <= 0;
    const Square from = move.from(), to = move.to();
    Value gained     = move.kind() == Move::EnPassant ? kPrice[Pawn]
                       : position.is_empty(to)        ? 0
                                                      : kPrice[type_of(position.at(to))];
    Value at_risk    = kPrice[type_of(position.at(from))];
    const bool king_moves = type_of(position.at(from)) == King;
    if (move.is_promotion()) {
        gained += kPrice[move.promotion()] - kPrice[Pawn];
        at_risk = kPrice[move.promotion()];
    }
    // `balance` is what the side that just moved is ahead of the threshold if the other stops now.
    Value balance = gained - threshold;
    if (balance < 0) return false;
    if (king_moves) return true;  // legal, so nothing can take back
    balance -= at_risk;
    if (balance >= 0) return true;

    Bitboard occupied = position.occupied() ^ bit(from);
    occupied |= bit(to);
    if (move.kind() == Move::EnPassant) occupied ^= bit(make_square(file_of(to), rank_of(from)));
    const Bitboard diagonals = position.pieces(Bishop, Queen), straights = position.pieces(Rook, Queen);
    Bitboard attackers = position.attackers(to, occupied) & occupied;
    Color side         = ~position.side();
    bool mover_wins    = true;  // if the side now to take has nothing to take with
    for (;;) {
        const Bitboard own = attackers & position.pieces(side);
        if (!own) break;
        PieceType taker = Pawn;
        while (!(own & position.pieces(taker))) taker = static_cast<PieceType>(taker + 1);
        if (taker == King) {
            // The king ends the exchange: it may take only if nothing could take it back.
            if (!(attackers & position.pieces(~side))) mover_wins = !mover_wins;
            break;
        }
        mover_wins = !mover_wins;
        // Now the other side must still come out ahead after losing this taker.
        balance = -balance - 1 - kPrice[taker];
        if (balance >= 0) break;
        occupied ^= bit(first(own & position.pieces(taker)));
        if (taker == Pawn || taker == Bishop || taker == Queen)
            attackers |= bishop_attacks(to, occupied) & diagonals;
        if (taker == Rook || taker == Queen) attackers |= rook_attacks(to, occupied) & straights;
        attackers &= occupied;
        side = ~side;
    }
    return mover_wins;
}

}  // namespace provebest::chess
