#include "chess/kpk.hpp"

#include "chess/attacks.hpp"

namespace provebest::chess {

namespace {

constexpr int kPawnSquares = 24;  // files a to d, second to seventh rank
constexpr Bitboard kAll    = ~Bitboard{0};

constexpr int pawn_index(Square pawn) { return (rank_of(pawn) - 1) * 4 + file_of(pawn); }

Bitboard one_step_from(Bitboard targets) {
    Bitboard from = 0;
    while (targets != 0)
        from |= king_attacks(pop(targets));
    return from;
}

// White has the pawn. For each square of the pawn and of Black's king, the squares of White's king
// where White wins. A set only grows: a square is in it when a win from there has been found.
class Table {
public:
    Table() {
        for (bool grown = true; grown;) {
            grown = false;
            // A pawn only moves forward, so the higher ranks are known first.
            for (Square pawn = make_square(3, 6); pawn >= make_square(0, 1); --pawn)
                if (file_of(pawn) < 4)
                    for (Square king = 0; king < 64; ++king)
                        if (king != pawn) grown |= grow(pawn, king);
        }
    }

    bool won(Color to_move, Square king, Square pawn, Square enemy) const {
        return (won_[to_move][pawn_index(pawn)][enemy] & bit(king)) != 0;
    }

private:
    bool grow(Square pawn, Square enemy) {
        Bitboard& white      = won_[White][pawn_index(pawn)][enemy];
        Bitboard& black      = won_[Black][pawn_index(pawn)][enemy];
        const Bitboard before[] = {white, black};
        black |= black_loses(pawn, enemy);
        white |= white_wins(pawn, enemy);
        return white != before[White] || black != before[Black];
    }

    static Bitboard legal(Square pawn, Square enemy) {
        return ~(king_attacks(enemy) | bit(enemy) | bit(pawn));
    }

    // Some move wins.
    Bitboard white_wins(Square pawn, Square enemy) const {
        if (pawn_attacks(White, pawn) & bit(enemy)) return 0;  // Black would be in check
        Bitboard wins     = one_step_from(won_[Black][pawn_index(pawn)][enemy]);
        const Square next = forward(White, pawn);
        if (next != enemy) {
            if (rank_of(next) == 7) {
                // The new queen, or a rook if that would be stalemate, wins unless it is taken.
                const bool attacked = (king_attacks(enemy) & bit(next)) != 0;
                wins |= (attacked ? king_attacks(next) : kAll) & ~bit(next);
            } else {
                wins |= won_[Black][pawn_index(next)][enemy];
                const Square second = forward(White, next);
                if (rank_of(pawn) == 1 && second != enemy)
                    wins |= won_[Black][pawn_index(second)][enemy] & ~bit(next);
            }
        }
        return wins & legal(pawn, enemy);
    }

    // Every legal move loses, and there is one.
    Bitboard black_loses(Square pawn, Square enemy) const {
        Bitboard loses = kAll;
        Bitboard stuck = kAll;  // squares of White's king that leave Black no move
        for (Bitboard moves = king_attacks(enemy) & ~pawn_attacks(White, pawn); moves != 0;) {
            const Square to      = pop(moves);
            const Bitboard guard = king_attacks(to) | bit(to);  // from there the move is illegal
            stuck &= guard;
            loses &= guard | (to == pawn ? 0 : won_[White][pawn_index(pawn)][to]);
        }
        return loses & ~stuck & legal(pawn, enemy);
    }

    Bitboard won_[2][kPawnSquares][64] = {};
};

}  // namespace

bool kpk_won(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move) {
    static const Table table;
    const int colours = strong == White ? 0 : 56;
    const int halves  = file_of(pawn) < 4 ? 0 : 7;
    const auto seen   = [&](Square s) { return s ^ colours ^ halves; };
    return table.won(to_move == strong ? White : Black, seen(strong_king), seen(pawn),
                     seen(weak_king));
}

}  // namespace provebest::chess
