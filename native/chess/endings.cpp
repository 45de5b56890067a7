#include "chess/endings.hpp"

#include <algorithm>

#include "chess/pawns.hpp"

namespace provebest::chess {

namespace {

constexpr Bitboard kLight = 0x55AA55AA55AA55AAULL;

// Rough values, only to decide whether an advantage is more than a minor piece.
int worth(const Position& position, Color c) {
    return 3 * count(position.pieces(c, Knight, Bishop)) + 5 * count(position.pieces(c, Rook)) +
           9 * count(position.pieces(c, Queen));
}

// Pawns on one rook file only, no piece that controls the corner, and the other king is in it.
bool wrong_corner(const Position& position, Color strong) {
    const Bitboard pawns = position.pieces(strong, Pawn);
    const Bitboard men   = position.pieces(strong) & ~pawns & ~position.pieces(King);
    if (pawns == 0 || ((pawns & ~kFileA) != 0 && (pawns & ~kFileH) != 0)) return false;
    const Square corner = make_square(pawns & kFileA ? 0 : 7, strong == White ? 7 : 0);
    const Bitboard same = bit(corner) & kLight ? kLight : ~kLight;
    return (men & ~position.pieces(Bishop)) == 0 && (men & same) == 0 &&
           distance(position.king(~strong), corner) <= 1;
}

bool opposite_bishops(const Position& position) {
    const Bitboard white = position.pieces(White, Bishop);
    const Bitboard black = position.pieces(Black, Bishop);
    return count(white) == 1 && count(black) == 1 && ((white & kLight) != 0) != ((black & kLight) != 0);
}

int corner_steps(Square s, bool with_dark, bool with_light) {
    const int dark  = rank_of(s) + file_of(s);  // from a1; h8 is as far from the other end
    const int light = 7 - rank_of(s) + file_of(s);
    int steps       = 14;
    if (with_dark) steps = std::min({steps, dark, 14 - dark});
    if (with_light) steps = std::min({steps, light, 14 - light});
    return steps;
}

template <Color us, class Ledger>
void drive(const Position& position, Ledger& ledger) {
    constexpr Color them = ~us;
    if (many(position.pieces(them))) return;
    const Bitboard minors  = position.pieces(us, Knight, Bishop);
    const Bitboard bishops = position.pieces(us, Bishop);
    const bool pair        = (bishops & kLight) != 0 && (bishops & ~kLight) != 0;
    const bool both        = bishops != 0 && bishops != minors;
    const bool heavy       = position.pieces(us, Rook, Queen) != 0;
    if (!heavy && !pair && !both) return;
    const Square king = position.king(them);
    ledger.template add<us>(Term::LoneKingNear, distance(king, position.king(us)));
    if (both && !heavy && !pair) {
        const bool light = (bishops & kLight) != 0;
        ledger.template add<us>(Term::BishopKnightCorner, corner_steps(king, !light, light));
    } else {
        const int file = std::min(file_of(king), 7 - file_of(king));
        const int rank = std::min(rank_of(king), 7 - rank_of(king));
        ledger.template add<us>(Term::LoneKingEdge, std::min(file, rank));
        ledger.template add<us>(Term::LoneKingCorner, corner_steps(king, true, true));
    }
}

}  // namespace

int scale_of(const Position& position, Color strong) {
    const Color weak = ~strong;
    const int pawns  = count(position.pieces(strong, Pawn));
    if (pawns == 0) {
        const int ours = worth(position, strong);
        if (ours <= 3) return 0;
        const bool knights_only = position.pieces(strong, Knight) != 0 && ours == 6 &&
                                  count(position.pieces(strong, Knight)) == 2;
        if (knights_only && position.pieces(weak, Pawn) == 0) return 0;
        if (ours - worth(position, weak) <= 3) return kFullScale / 4;
        return kFullScale;
    }
    if (wrong_corner(position, strong)) return 0;
    if (opposite_bishops(position)) {
        const bool alone = worth(position, White) == 3 && worth(position, Black) == 3;
        return alone ? std::min(kFullScale * 5 / 8, 20 + 4 * pawns) : kFullScale * 7 / 8;
    }
    return std::min(kFullScale, 44 + 5 * pawns);
}

template <class Ledger>
void drive_bare_king(const Position& position, Ledger& ledger) {
    drive<White>(position, ledger);
    drive<Black>(position, ledger);
}

template void drive_bare_king(const Position&, Sum&);
template void drive_bare_king(const Position&, Record&);

}  // namespace provebest::chess
