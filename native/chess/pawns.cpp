#include "chess/pawns.hpp"

#include <algorithm>

#include "chess/kpk.hpp"

namespace provebest::chess {

namespace {

template <Color us, class Ledger>
void one_pawn(const Position& position, Square s, PawnEntry& entry, Ledger& ledger) {
    constexpr Color them     = ~us;
    const Bitboard ours      = position.pieces(us, Pawn);
    const Bitboard theirs    = position.pieces(them, Pawn);
    const int rank           = relative_rank(us, s);
    const Bitboard beside    = ours & beside_files(s);
    const Bitboard phalanx   = beside & rank_bb(rank_of(s));
    const Bitboard support   = ours & pawn_attacks(them, s);
    const bool faced         = (theirs & ahead(us, s)) != 0;
    const bool doubled       = (ours & ahead(us, s)) != 0;
    const Square next        = forward(us, s);

    ledger.template add_piece<us>(Pawn, s);
    if (doubled) ledger.template add<us>(Term::Doubled);
    if (phalanx) ledger.template add<us>(Term::Phalanx, rank);
    if (support) ledger.template add<us>(Term::Supported, rank, count(support));
    if (!beside)
        ledger.template add<us>(Term::Isolated, faced ? 0 : 1);
    else if ((beside & (passed_span(them, s) | rank_bb(rank_of(s)))) == 0 &&
             (theirs & (pawn_attacks(us, next) | bit(next))) != 0)
        ledger.template add<us>(Term::Backward, faced ? 0 : 1);

    if ((theirs & passed_span(us, s)) == 0 && !doubled) {
        entry.passed[us] |= bit(s);
        ledger.template add<us>(Term::Passed, rank);
        if (phalanx | support) ledger.template add<us>(Term::PassedSupported, rank);
        if (rank > 2) {
            const int own   = std::min(distance(position.king(us), next), 5);
            const int enemy = std::min(distance(position.king(them), next), 5);
            ledger.template add<us>(Term::PassedOwnKing, 0, own * (rank - 2));
            ledger.template add<us>(Term::PassedEnemyKing, 0, enemy * (rank - 2));
        }
    }
}

// Own and enemy pawns on the king's file and the two beside it, at or before its rank.
template <Color us, class Ledger>
void shelter(const Position& position, Ledger& ledger) {
    constexpr Color them  = ~us;
    const Square king     = position.king(us);
    const int centre      = std::clamp(file_of(king), 1, 6);
    const int behind      = 8 * relative_rank(us, king);
    const Bitboard before = us == White ? ~Bitboard{0} << behind : ~Bitboard{0} >> behind;
    for (int file = centre - 1; file <= centre + 1; ++file) {
        const Bitboard column = before & file_bb(file);
        const Bitboard ours   = column & position.pieces(us, Pawn);
        const Bitboard theirs = column & position.pieces(them, Pawn);
        const auto nearest    = [](Bitboard b) {
            return b == 0 ? 0 : relative_rank(us, us == White ? first(b) : last(b));
        };
        const int own   = nearest(ours);
        const int enemy = nearest(theirs);
        ledger.template add<us>(Term::Shelter, std::min(file, 7 - file) * 7 + own);
        ledger.template add<us>(own != 0 && own + 1 == enemy ? Term::StormBlocked : Term::Storm, enemy);
    }
}

template <Color us, class Ledger>
void one_side(const Position& position, PawnEntry& entry, Ledger& ledger) {
    Bitboard reach = pawn_attacks(us, position.pieces(us, Pawn));
    entry.passed[us] = 0;
    for (Bitboard b = position.pieces(us, Pawn); b != 0;)
        one_pawn<us>(position, pop(b), entry, ledger);
    for (int i = 0; i < 5; ++i)
        reach |= forward(us, reach);
    entry.reach[us] = reach;
    ledger.template add_piece<us>(King, position.king(us));
    shelter<us>(position, ledger);
}

}  // namespace

template <class Ledger>
void evaluate_pawns(const Position& position, PawnEntry& entry, Ledger& ledger) {
    one_side<White>(position, entry, ledger);
    one_side<Black>(position, entry, ledger);
}

template void evaluate_pawns(const Position&, PawnEntry&, Sum&);
template void evaluate_pawns(const Position&, PawnEntry&, Record&);

bool unstoppable(const Position& position, Color us, Square pawn) {
    const Color them = ~us;
    if (position.has_pieces(them)) return false;
    if (count(position.occupied()) == 3)
        return kpk_won(us, position.king(us), pawn, position.king(them), position.side());
    if (ahead(us, pawn) & position.occupied()) return false;
    const Square goal = make_square(file_of(pawn), us == White ? 7 : 0);
    const int steps   = std::min(7 - relative_rank(us, pawn), 5) + (position.side() == us ? 0 : 1);
    return distance(position.king(them), goal) > steps;
}

// An unused entry holds a key that belongs elsewhere, so no position finds it.
PawnTable::PawnTable() : entries_(kEntries) {
    for (std::size_t i = 0; i < kEntries; ++i)
        entries_[i].key = i ^ 1;
}

void PawnTable::fill(const Position& position, PawnEntry& entry) {
    Sum sum;
    evaluate_pawns(position, entry, sum);
    entry.key   = position.pawn_key();
    entry.score = sum.score();
}

}  // namespace provebest::chess
