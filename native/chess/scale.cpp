#include "chess/scale.hpp"

#include <algorithm>

#include "chess/kpk.hpp"

namespace provebest::chess {

namespace {

constexpr Bitboard kLight = 0x55AA55AA55AA55AAULL;
constexpr Bitboard kLeft  = file_bb(0) | file_bb(1) | file_bb(2) | file_bb(3);

// The pieces of one side besides its king and pawns.
struct Force {
    int knights, bishops, rooks, queens;

    Force(const Position& position, Color c)
        : knights(count(position.pieces(c, Knight))),
          bishops(count(position.pieces(c, Bishop))),
          rooks(count(position.pieces(c, Rook))),
          queens(count(position.pieces(c, Queen))) {}

    int minors() const { return knights + bishops; }
    int pieces() const { return minors() + rooks + queens; }
    int worth() const { return 3 * minors() + 5 * rooks + 9 * queens; }
    bool only_rook() const { return rooks == 1 && pieces() == 1; }
};

// What the rules ask again and again. `strong` is the side that is ahead.
struct Ending {
    const Position& position;
    const PawnEntry& pawns;
    Color strong, weak;
    Force ours, theirs;
    int own, other;  // pawns of the strong and of the weak side

    Ending(const Position& where, const PawnEntry& entry, Color side)
        : position(where),
          pawns(entry),
          strong(side),
          weak(~side),
          ours(where, side),
          theirs(where, ~side),
          own(count(where.pieces(side, Pawn))),
          other(count(where.pieces(~side, Pawn))) {}

    Square king() const { return position.king(strong); }
    Square enemy_king() const { return position.king(weak); }
    int weak_to_move() const { return position.side() == weak ? 1 : 0; }
};

Square promotion_square(Color c, Square pawn) { return make_square(file_of(pawn), c == White ? 7 : 0); }
int steps_to_promote(Color c, Square pawn) { return 7 - relative_rank(c, pawn); }

Square most_advanced(Color c, Bitboard pawns) { return c == White ? last(pawns) : first(pawns); }

// A pawn three steps or fewer from promotion, its king beside it, and the other king, not before
// it, needs more moves to the promotion square than the pawn does.
bool outruns_rook(const Ending& e) {
    const Square pawn  = first(e.position.pieces(e.weak, Pawn));
    const int steps    = steps_to_promote(e.weak, pawn);
    const int distance_left =
        distance(e.king(), promotion_square(e.weak, pawn)) - 1 + e.weak_to_move();
    return steps <= 3 && distance(e.enemy_king(), pawn) <= 1 && distance_left > steps &&
           (passed_span(e.weak, pawn) & bit(e.king())) == 0;
}

// A pawn one step from promotion on the a, c, f or h file, its king beside it, and the other king
// three or more steps away: the queen finds only stalemate.
bool holds_queen(const Ending& e) {
    constexpr Bitboard files = file_bb(0) | file_bb(2) | file_bb(5) | file_bb(7);
    const Square pawn        = first(e.position.pieces(e.weak, Pawn));
    return (bit(pawn) & files) != 0 && steps_to_promote(e.weak, pawn) == 1 &&
           distance(e.enemy_king(), pawn) <= 1 && distance(e.king(), pawn) >= 3;
}

// A search seeks out the positions that a correction overrates, so a rare error is found in every
// game. Less than what the least inaccuracy costs.
constexpr int kDrawn = 40;

Scale without_pawns(const Ending& e) {
    const int ahead = e.ours.worth() - e.theirs.worth();
    if (e.ours.worth() <= 3) return {0, "too little material to win"};
    if (e.ours.knights == 2 && e.ours.pieces() == 2)
        return {e.other == 0 ? 0 : 2, "two knights cannot force mate", kDrawn};
    if (e.other == 1 && e.theirs.pieces() == 0) {
        if (e.ours.only_rook() && outruns_rook(e))
            return {8, "rook against an advanced pawn, the king too far away"};
        if (e.ours.queens == 1 && e.ours.pieces() == 1 && holds_queen(e))
            return {16, "queen against a pawn on the seventh rank of the a, c, f or h file"};
    }
    if (ahead > 3) return {};
    if (e.ours.rooks == e.theirs.rooks && e.ours.queens == e.theirs.queens &&
        e.ours.minors() == e.theirs.minors() + 1) {
        const bool won = e.ours.bishops == 2 && e.ours.pieces() == 2 && e.theirs.knights == 1;  // often
        return {2, "a minor piece more, but no pawn", won ? kNoCeiling : kDrawn};
    }
    if (e.ours.only_rook() && e.theirs.minors() == 1)
        return {12, "rook against a minor piece, and no pawn"};
    return {kFullScale / 4, "a small advantage, and no pawn"};
}

// Pawns on one rook's file only, with nothing but bishops that do not control the corner: drawn if
// the other king is in it or beside it, and likely so if it will be there first.
Scale wrong_corner(const Ending& e) {
    const Bitboard pawns = e.position.pieces(e.strong, Pawn);
    if ((pawns & ~kFileA) != 0 && (pawns & ~kFileH) != 0) return {};
    if (e.ours.pieces() != e.ours.bishops) return {};
    const Square pawn   = most_advanced(e.strong, pawns);
    const Square corner = promotion_square(e.strong, pawn);
    const Bitboard same = bit(corner) & kLight ? kLight : ~kLight;
    if (e.position.pieces(e.strong, Bishop) & same) return {};
    constexpr const char* rule = "rook's pawn, and no bishop that controls its corner";
    const int way              = distance(e.enemy_king(), corner);
    if (way <= 1) return {0, rule};
    const bool first_there = way < distance(e.king(), corner) + e.weak_to_move() &&
                             way <= steps_to_promote(e.strong, pawn) + e.weak_to_move();
    return first_there && e.theirs.pieces() == 0 ? Scale{16, rule} : Scale{};
}

// A knight that must guard its rook's pawn on the seventh rank: the weak king goes to and fro in the
// corner, or shuts the other king in there.
bool knight_and_seventh(const Ending& e) {
    const Bitboard pawns = e.position.pieces(e.strong, Pawn);
    if (e.ours.knights != 1 || e.ours.pieces() != 1 || e.own != 1 || e.theirs.pieces() != 0) return false;
    const Square pawn = first(pawns);
    if ((pawns & (kFileA | kFileH)) == 0 || steps_to_promote(e.strong, pawn) != 1) return false;
    const Square corner = promotion_square(e.strong, pawn);
    const Square enemy  = e.enemy_king();
    if (distance(enemy, corner) <= 1) return true;
    const bool shut_in = relative_rank(e.strong, enemy) >= 6 && distance(enemy, corner) == 2;
    return e.king() == corner && shut_in;
}

bool opposite_bishops(const Ending& e) {
    if (e.ours.bishops != 1 || e.theirs.bishops != 1) return false;
    const Bitboard light = e.position.pieces(Bishop) & kLight;
    return light != 0 && !many(light);
}

// With bishops alone, what wins is passed pawns: one can be held up on the bishop's colour.
Scale of_opposite_bishops(const Ending& e) {
    constexpr const char* rule = "bishops of opposite colour";
    if (e.ours.pieces() != 1 || e.theirs.pieces() != 1) return {kFullScale * 7 / 8, rule};
    if (e.own == 1) return {3, rule};
    constexpr int by_passed[] = {8, 14, 30, 44};
    const int passed          = std::min(count(e.pawns.passed[e.strong]), 3);
    return {std::min(by_passed[passed] + 8 * std::max(0, e.own - e.other - 1), 60), rule};
}

// One pawn, nothing else ahead, and a minor piece that can be given for it.
bool last_pawn(const Ending& e) {
    return e.own == 1 && e.other == 0 && e.theirs.minors() > 0 && e.ours.worth() <= e.theirs.worth();
}

// One rook each. The king on the pawn's file or the next one, before the pawn, holds: the third rank,
// the back rank, the short side. A king that is not there is cut off.
Scale of_rooks(const Ending& e) {
    if (e.own == 1 && e.other == 0) {
        const Square pawn     = first(e.position.pieces(e.strong, Pawn));
        const bool rooks_pawn = (bit(pawn) & (kFileA | kFileH)) != 0;
        if (passed_span(e.strong, pawn) & bit(e.enemy_king()))
            return {rooks_pawn ? 6 : 12, "rook ending, the king stands before the only pawn"};
        if (!rooks_pawn) return {72, "rook ending, the king is cut off from the only pawn"};
    }
    if (e.own - e.other >= 2) return {72, "rook ending, two pawns more"};
    return {};
}

// One pawn more, none of them passed, all pawns on files a to d or e to h, and the weak king within
// one file of them; on both sides one rook, one queen or one knight.
bool one_wing(const Ending& e) {
    if (e.own != e.other + 1 || e.other == 0 || e.ours.pieces() != 1 || e.theirs.pieces() != 1) return false;
    if (e.ours.bishops != 0 || e.ours.worth() != e.theirs.worth() || e.theirs.bishops != 0) return false;
    const Bitboard pawns = e.position.pieces(Pawn);
    if ((pawns & kLeft) != 0 && (pawns & ~kLeft) != 0) return false;
    const Bitboard near = file_bb(file_of(e.enemy_king())) | beside_files(e.enemy_king());
    return (pawns & near) != 0 && e.pawns.passed[e.strong] == 0;
}

// A pawn more wins more often than in any other ending. If a pawn cannot be stopped, its own term
// says so, and the value must not fall when it promotes.
Scale of_pawns(const Ending& e) {
    if (e.own == 1 && e.other == 0) {
        const Square pawn = first(e.position.pieces(e.strong, Pawn));
        if (kpk_won(e.strong, e.king(), pawn, e.enemy_king(), e.position.side()))
            return {52, "king and pawn against king: won"};
        return {0, "king and pawn against king: drawn"};
    }
    for (const Color c : {White, Black})
        for (Bitboard left = e.pawns.passed[c]; left != 0;)
            if (unstoppable(e.position, c, pop(left))) return {};
    return {96, "pawn ending"};
}

}  // namespace

Scale scale_of(const Position& position, const PawnEntry& pawns, Color strong) {
    const Ending e(position, pawns, strong);
    if (e.own == 0) return without_pawns(e);
    const Scale few = e.own < 4 ? Scale{44 + 5 * e.own, "few pawns left"} : Scale{};
    const auto or_few = [&](Scale scale) { return *scale.rule != '\0' ? scale : few; };
    const int pieces  = e.ours.pieces() + e.theirs.pieces();
    if (pieces > 4) return opposite_bishops(e) ? of_opposite_bishops(e) : few;
    if (pieces == 0 && e.own == 1 && e.other == 0) return of_pawns(e);
    if (const Scale corner = wrong_corner(e); *corner.rule != '\0') return corner;
    if (pieces == 0) return or_few(of_pawns(e));
    if (knight_and_seventh(e)) return {0, "knight and rook's pawn on the seventh rank"};
    if (opposite_bishops(e)) return of_opposite_bishops(e);
    if (last_pawn(e)) return {24, "the last pawn, and a minor piece to give for it"};
    if (one_wing(e)) return {20, "one pawn more, and all pawns on one wing"};
    if (e.ours.only_rook() && e.theirs.only_rook()) return or_few(of_rooks(e));
    return few;
}

}  // namespace provebest::chess
