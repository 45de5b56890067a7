// The terms that depend on pieces. Written once; `Ledger` decides whether they are only added up
// or also recorded. Every term must be the same for both colours and for both halves of the board.
#pragma once

#include <algorithm>

#include "chess/pawns.hpp"

namespace provebest::chess {

template <class Ledger>
class Evaluator {
public:
    Evaluator(const Position& position, const PawnEntry& pawns, Ledger& ledger)
        : position_(position), pawns_(pawns), ledger_(ledger) {
        begin<White>();
        begin<Black>();
    }

    void run() {
        pieces<White>();
        pieces<Black>();
        king<White>();
        king<Black>();
        threats<White>();
        threats<Black>();
        passed<White>();
        passed<Black>();
        if (position_.side() == White)
            add<White>(Term::Tempo);
        else
            add<Black>(Term::Tempo);
    }

private:
    // Attack units that a piece of each kind adds when it attacks the enemy king's zone.
    static constexpr int kAttackUnits[] = {0, 2, 2, 3, 4};
    // Attack units for a possible check on a square that is not defended.
    static constexpr int kCheckUnits[] = {0, 4, 2, 4, 5};
    static constexpr int kNoQueenUnits = 7;  // subtracted if the attacker has no queen

    template <Color us>
    void add(Term term, int entry = 0, int times = 1) {
        ledger_.template add<us>(term, entry, times);
    }

    template <Color us>
    void begin() {
        constexpr Color them = ~us;
        const Square king    = position_.king(us);
        const Bitboard ours  = position_.pieces(us, Pawn);
        const Bitboard enemy = pawn_attacks(them, position_.pieces(them, Pawn));
        attacked_by_[us][Pawn] = pawn_attacks(us, ours);
        attacked_by_[us][King] = king_attacks(king);
        attacked_[us]  = attacked_by_[us][Pawn] | attacked_by_[us][King];
        twice_[us]     = (attacked_by_[us][Pawn] & attacked_by_[us][King]) |
                     (east(forward(us, ours)) & west(forward(us, ours)));
        zone_[us]      = king_attacks(king) | forward(us, king_attacks(king)) | bit(king);
        pinned_[us]    = position_.blockers(us) & position_.pieces(us);
        // Squares counted as mobility: not the own king or blocked pawns, nor attacked by enemy pawns.
        const Bitboard stuck = ours & forward(them, position_.occupied());
        roam_[us]            = ~(stuck | bit(king) | enemy);
    }

    template <Color us>
    void pieces() {
        one_kind<us, Knight>();
        one_kind<us, Bishop>();
        one_kind<us, Rook>();
        one_kind<us, Queen>();
    }

    template <Color us, PieceType kind>
    void one_kind() {
        constexpr Color them = ~us;
        constexpr Term mobility = kind == Knight   ? Term::KnightMobility
                                  : kind == Bishop ? Term::BishopMobility
                                  : kind == Rook   ? Term::RookMobility
                                                   : Term::QueenMobility;
        // A line of two sliders counts as one long attack.
        Bitboard occupied = position_.occupied();
        if constexpr (kind == Bishop) occupied ^= position_.pieces(us, Queen);
        if constexpr (kind == Rook) occupied ^= position_.pieces(us, Rook, Queen);
        Bitboard all = 0;
        for (Bitboard left = position_.pieces(us, kind); left != 0;) {
            const Square s = pop(left);
            Bitboard reach = piece_attacks(kind, s, occupied);
            if (pinned_[us] & bit(s)) {
                reach &= line(position_.king(us), s);
                add<us>(Term::Pinned, kind);
            }
            twice_[us] |= attacked_[us] & reach;
            attacked_[us] |= reach;
            all |= reach;
            ledger_.template add_piece<us>(kind, s);
            add<us>(mobility, count(reach & roam_[us]));
            if (reach & zone_[them]) {
                ++attackers_[us];
                units_[us] += kAttackUnits[kind] + count(reach & attacked_by_[them][King]);
            }
            if constexpr (kind == Knight || kind == Bishop) minor<us, kind>(s);
            if constexpr (kind == Rook) rook<us>(s);
        }
        attacked_by_[us][kind] = all;
        if constexpr (kind == Bishop) {
            constexpr Bitboard light = 0x55AA55AA55AA55AAULL;
            const Bitboard bishops   = position_.pieces(us, Bishop);
            if ((bishops & light) != 0 && (bishops & ~light) != 0) add<us>(Term::BishopPair);
        }
    }

    template <Color us, PieceType kind>
    void minor(Square s) {
        constexpr Bitboard ranks = us == White ? rank_bb(3) | rank_bb(4) | rank_bb(5)
                                               : rank_bb(4) | rank_bb(3) | rank_bb(2);
        if (bit(s) & ranks & attacked_by_[us][Pawn] & ~pawns_.reach[~us])
            add<us>(Term::Outpost, kind == Knight ? 0 : 1);
        if constexpr (kind == Bishop) {
            constexpr Bitboard light = 0x55AA55AA55AA55AAULL;
            const Bitboard same      = bit(s) & light ? light : ~light;
            add<us>(Term::BishopPawns, 0, count(position_.pieces(us, Pawn) & same));
        }
    }

    template <Color us>
    void rook(Square s) {
        constexpr Color them = ~us;
        const Bitboard file  = file_bb(file_of(s));
        if ((file & position_.pieces(us, Pawn)) == 0)
            add<us>(Term::RookOpen, file & position_.pieces(them, Pawn) ? 0 : 1);
        constexpr Bitboard seventh = us == White ? rank_bb(6) : rank_bb(1);
        constexpr Bitboard eighth  = us == White ? rank_bb(7) : rank_bb(0);
        if ((bit(s) & seventh) &&
            ((position_.pieces(them, King) & eighth) | (position_.pieces(them, Pawn) & seventh)))
            add<us>(Term::RookSeventh);
    }

    // The attack of `us` on the other king, and where that king stands.
    template <Color us>
    void king() {
        constexpr Color them = ~us;
        const Square target  = position_.king(them);
        const bool queen     = position_.pieces(us, Queen) != 0;
        if (attackers_[us] > 1 || (attackers_[us] == 1 && queen)) {
            // Squares beside the king that we attack and only king or queen defend.
            const Bitboard weak = attacked_[us] & ~twice_[them] &
                                  (~attacked_[them] | attacked_by_[them][King] | attacked_by_[them][Queen]);
            const Bitboard safe = ~position_.pieces(us) & (~attacked_[them] | (weak & twice_[us]));
            const Bitboard occupied = position_.occupied() ^ position_.pieces(them, Queen);
            const Bitboard diagonal = bishop_attacks(target, occupied) & safe;
            const Bitboard straight = rook_attacks(target, occupied) & safe;
            int units = units_[us] + 2 * count(weak & attacked_by_[them][King]);
            if ((diagonal | straight) & attacked_by_[us][Queen]) units += kCheckUnits[Queen];
            if (straight & attacked_by_[us][Rook]) units += kCheckUnits[Rook];
            if (diagonal & attacked_by_[us][Bishop]) units += kCheckUnits[Bishop];
            if (knight_attacks(target) & safe & attacked_by_[us][Knight]) units += kCheckUnits[Knight];
            if (!queen) units -= kNoQueenUnits;
            add<us>(Term::KingAttack, std::clamp(units, 0, 39));
        }
        if (queen) {
            constexpr Bitboard centre = file_bb(3) | file_bb(4);
            if (relative_rank(them, target) > 1)
                add<them>(Term::KingAdrift);
            else if ((bit(target) & centre) && !position_.may_castle(them, KingSide) &&
                     !position_.may_castle(them, QueenSide))
                add<them>(Term::KingCentre);
        }
    }

    template <Color us>
    void against(Term term, Bitboard victims) {
        while (victims != 0)
            add<us>(term, type_of(position_.at(pop(victims))));
    }

    template <Color us>
    void threats() {
        constexpr Color them   = ~us;
        const Bitboard enemies = position_.pieces(them) ^ position_.pieces(them, King);
        const Bitboard men     = enemies & ~position_.pieces(Pawn);
        const Bitboard loose   = enemies & ~attacked_by_[them][Pawn];
        against<us>(Term::Hanging, enemies & attacked_[us] & ~attacked_[them]);
        against<us>(Term::PawnThreat, men & attacked_by_[us][Pawn]);
        against<us>(Term::MinorThreat, (attacked_by_[us][Knight] | attacked_by_[us][Bishop]) &
                                           (loose | position_.pieces(them, Rook, Queen)));
        against<us>(Term::RookThreat,
                    attacked_by_[us][Rook] & (loose | position_.pieces(them, Queen)));
        const Bitboard empty = ~position_.occupied();
        Bitboard push        = forward(us, position_.pieces(us, Pawn)) & empty;
        push |= forward(us, push & (us == White ? rank_bb(2) : rank_bb(5))) & empty;
        push &= ~attacked_by_[them][Pawn] & (attacked_[us] | ~attacked_[them]);
        const Bitboard pushed = pawn_attacks(us, push) & men & ~attacked_by_[us][Pawn];
        if (pushed) add<us>(Term::PushThreat, 0, count(pushed));
        if (const Bitboard pawns = pinned_[us] & position_.pieces(Pawn))
            add<us>(Term::Pinned, Pawn, count(pawns));
    }

    template <Color us>
    void passed() {
        constexpr Color them = ~us;
        for (Bitboard left = pawns_.passed[us]; left != 0;) {
            const Square s    = pop(left);
            const Square next = forward(us, s);
            const int rank    = relative_rank(us, s);
            if (position_.occupied() & bit(next))
                add<us>(Term::PassedBlocked, rank);
            else if ((attacked_[them] & bit(next)) == 0)
                add<us>(Term::PassedFree, rank);
            if (ahead(them, s) & position_.pieces(us, Rook)) add<us>(Term::PassedRook);
            if (!position_.has_pieces(them) && unstoppable(position_, us, s)) add<us>(Term::PassedAlone);
        }
    }

    const Position& position_;
    const PawnEntry& pawns_;
    Ledger& ledger_;
    Bitboard attacked_by_[2][6];
    Bitboard attacked_[2];
    Bitboard twice_[2];
    Bitboard zone_[2];
    Bitboard pinned_[2];
    Bitboard roam_[2];
    int attackers_[2] = {};
    int units_[2]     = {};
};

}  // namespace provebest::chess
