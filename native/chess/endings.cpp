#include "chess/endings.hpp"

#include <algorithm>

#include "chess/pawns.hpp"

namespace provebest::chess {

namespace {

constexpr Bitboard kLight = 0x55AA55AA55AA55AAULL;

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

template <class Ledger>
void drive_bare_king(const Position& position, Ledger& ledger) {
    drive<White>(position, ledger);
    drive<Black>(position, ledger);
}

template void drive_bare_king(const Position&, Sum&);
template void drive_bare_king(const Position&, Record&);

}  // namespace provebest::chess
