#include "chess/moves.hpp"

#include <algorithm>

namespace provebest::chess {

namespace {

class Listing {
public:
    explicit Listing(MoveList& list) : list_(list) {}
    void piece(Square from, Bitboard targets) {
        while (targets) list_.add(Move(from, pop(targets)));
    }
    void pawns(Bitboard targets, int step) {
        while (targets) {
            const Square to = pop(targets);
            list_.add(Move(to - step, to));
        }
    }
    void promotions(Bitboard targets, int step) {
        while (targets) {
            const Square to = pop(targets);
            for (const auto kind : {Move::ToQueen, Move::ToKnight, Move::ToRook, Move::ToBishop})
                list_.add(Move(to - step, to, kind));
        }
    }
    void one(Move move) { list_.add(move); }
    bool wants_king(Square) const { return true; }

private:
    MoveList& list_;
};

class Counting {
public:
    void piece(Square, Bitboard targets) { total += count(targets); }
    void pawns(Bitboard targets, int) { total += count(targets); }
    void promotions(Bitboard targets, int) { total += 4 * count(targets); }
    void one(Move) { ++total; }
    bool wants_king(Square) const { return true; }
    int total = 0;
};

// The quiet moves that give check.
class Checking {
public:
    Checking(const Position& position, const CheckSquares& checks, MoveList& list)
        : position_(position), checks_(checks), list_(list) {}
    void piece(Square from, Bitboard targets) {
        targets &= checks_.targets(position_, from);
        while (targets) list_.add(Move(from, pop(targets)));
    }
    void pawns(Bitboard targets, int step) {
        if (!checks_.has_screens()) targets &= checks_.targets(Pawn);
        while (targets) {
            const Square to = pop(targets);
            one(Move(to - step, to));
        }
    }
    void promotions(Bitboard, int) {}  // none of them is quiet
    void one(Move move) {
        if (checks_.gives_check(position_, move)) list_.add(move);
    }
    bool wants_king(Square king) const { return checks_.targets(position_, king) != 0; }

private:
    const Position& position_;
    const CheckSquares& checks_;
    MoveList& list_;
};

template <Color us, Moves kind, class Sink>
void pawn_moves(const Position& position, Bitboard pawns, Bitboard allowed, Sink& sink) {
    constexpr Color them        = ~us;
    constexpr int up            = us == White ? 8 : -8;
    constexpr Bitboard last_rank = us == White ? kRank8 : kRank1;
    constexpr Bitboard third    = us == White ? rank_bb(2) : rank_bb(5);
    const Bitboard empty        = ~position.occupied();
    const Bitboard once         = forward(us, pawns) & empty;
    if constexpr (kind != Moves::Noisy) {
        sink.pawns(once & allowed & ~last_rank, up);
        sink.pawns(forward(us, once & third) & empty & allowed, 2 * up);
    }
    if constexpr (kind != Moves::Quiet) {
        const Bitboard enemies  = position.pieces(them) & allowed;
        const Bitboard to_west = west(forward(us, pawns)) & enemies;
        const Bitboard to_east = east(forward(us, pawns)) & enemies;
        sink.pawns(to_west & ~last_rank, up - 1);
        sink.pawns(to_east & ~last_rank, up + 1);
        if (pawns & (us == White ? rank_bb(6) : rank_bb(1))) {
            sink.promotions(once & allowed & last_rank, up);
            sink.promotions(to_west & last_rank, up - 1);
            sink.promotions(to_east & last_rank, up + 1);
        }
    }
}

bool legal_en_passant(const Position& position, Square from) {
    const Color us        = position.side();
    const Square to       = position.ep();
    const Square taken_at = forward(~us, to);
    const Bitboard occupied_after = (position.occupied() ^ bit(from) ^ bit(taken_at)) | bit(to);
    const Bitboard enemies        = position.pieces(~us) ^ bit(taken_at);
    return !(position.attackers(position.king(us), occupied_after) & enemies);
}

bool legal_castling(const Position& position, Side side) {
    const Color us = position.side();
    if (!position.may_castle(us, side) || position.checkers()) return false;
    const Square king = position.king(us), rook = position.castling_rook(us, side);
    const Square king_to = castled_king(king, rook), rook_to = castled_rook(king, rook);
    const Bitboard others = position.occupied() ^ bit(king) ^ bit(rook);
    const Bitboard king_path = between(king, king_to), rook_path = between(rook, rook_to);
    if (others & (king_path | rook_path | bit(king_to) | bit(rook_to))) return false;
    for (Bitboard path = king_path; path;)
        if (position.attacked(pop(path), ~us, position.occupied() ^ bit(king))) return false;
    return !position.attacked(king_to, ~us, others | bit(rook_to));
}

template <Color us, Moves kind, class Sink>
void generate_for(const Position& position, Sink& sink) {
    constexpr Color them     = ~us;
    const Square king        = position.king(us);
    const Bitboard own       = position.pieces(us);
    const Bitboard occupied  = position.occupied();
    const Bitboard checkers  = position.checkers();
    const Bitboard wanted    = kind == Moves::All     ? ~own
                               : kind == Moves::Noisy ? position.pieces(them)
                                                      : ~occupied;

    Bitboard steps = 0;
    for (Bitboard targets = sink.wants_king(king) ? king_attacks(king) & wanted : 0; targets;) {
        const Square to = pop(targets);
        if (!position.attacked(to, them, occupied ^ bit(king))) steps |= bit(to);
    }
    sink.piece(king, steps);
    if (many(checkers)) return;

    // In check only a capture of the checker or a move between helps.
    const Bitboard answers = checkers ? between(king, first(checkers)) | checkers : ~Bitboard{0};
    const Bitboard allowed = wanted & answers;
    const Bitboard pinned  = position.blockers(us) & own;

    for (Bitboard knights = position.pieces(us, Knight) & ~pinned; knights;) {
        const Square from = pop(knights);
        sink.piece(from, knight_attacks(from) & allowed);
    }
    for (Bitboard sliders = position.pieces(us, Bishop, Queen); sliders;) {
        const Square from = pop(sliders);
        Bitboard targets  = bishop_attacks(from, occupied) & allowed;
        if (pinned & bit(from)) targets &= line(king, from);
        sink.piece(from, targets);
    }
    for (Bitboard sliders = position.pieces(us, Rook, Queen); sliders;) {
        const Square from = pop(sliders);
        Bitboard targets  = rook_attacks(from, occupied) & allowed;
        if (pinned & bit(from)) targets &= line(king, from);
        sink.piece(from, targets);
    }

    const Bitboard pawns = position.pieces(us, Pawn);
    pawn_moves<us, kind>(position, pawns & ~pinned, answers, sink);
    for (Bitboard held = pawns & pinned; held;) {
        const Square from = pop(held);
        pawn_moves<us, kind>(position, bit(from), answers & line(king, from), sink);
    }
    if constexpr (kind != Moves::Quiet)
        if (position.ep() != kNoSquare)
            for (Bitboard takers = pawn_attacks(them, position.ep()) & pawns; takers;) {
                const Square from = pop(takers);
                if (legal_en_passant(position, from))
                    sink.one(Move(from, position.ep(), Move::EnPassant));
            }
    if constexpr (kind != Moves::Noisy)
        for (const Side side : {KingSide, QueenSide})
            if (legal_castling(position, side))
                sink.one(Move(king, position.castling_rook(us, side), Move::Castling));
}

template <Moves kind, class Sink>
void generate_into(const Position& position, Sink& sink) {
    if (position.side() == White)
        generate_for<White, kind>(position, sink);
    else
        generate_for<Black, kind>(position, sink);
}

}  // namespace

template <Moves kind>
void generate(const Position& position, MoveList& list) {
    Listing sink(list);
    generate_into<kind>(position, sink);
}
template void generate<Moves::All>(const Position&, MoveList&);
template void generate<Moves::Noisy>(const Position&, MoveList&);
template void generate<Moves::Quiet>(const Position&, MoveList&);

void generate_checks(const Position& position, const CheckSquares& checks, MoveList& list) {
    Checking sink(position, checks, list);
    generate_into<Moves::Quiet>(position, sink);
}

int count_legal(const Position& position) {
    Counting sink;
    generate_into<Moves::All>(position, sink);
    return sink.total;
}

bool has_legal(const Position& position) { return count_legal(position) > 0; }

bool is_legal(const Position& position, Move move) {
    const Color us    = position.side();
    const Square from = move.from(), to = move.to();
    const Square king = position.king(us);
    if (!move || move.kind() > Move::ToQueen || !(position.pieces(us) & bit(from))) return false;
    if (move.kind() == Move::Castling) {
        if (from != king) return false;
        for (const Side side : {KingSide, QueenSide})
            if (position.may_castle(us, side) && position.castling_rook(us, side) == to)
                return legal_castling(position, side);
        return false;
    }
    const PieceType piece = type_of(position.at(from));
    if (move.kind() == Move::EnPassant)
        return piece == Pawn && to == position.ep() && (pawn_attacks(us, from) & bit(to)) &&
               legal_en_passant(position, from);
    if (position.pieces(us) & bit(to)) return false;
    if (piece == King)
        return move.kind() == Move::Normal && (king_attacks(from) & bit(to)) &&
               !position.attacked(to, ~us, position.occupied() ^ bit(from));
    if (piece == Pawn) {
        if (move.is_promotion() != (relative_rank(us, to) == 7)) return false;
        const Square once = forward(us, from);
        const bool takes  = (pawn_attacks(us, from) & bit(to)) && !position.is_empty(to);
        const bool steps  = to == once && position.is_empty(to);
        const bool jumps  = relative_rank(us, from) == 1 && to == forward(us, once) &&
                           position.is_empty(once) && position.is_empty(to);
        if (!takes && !steps && !jumps) return false;
    } else if (move.kind() != Move::Normal ||
               !(piece_attacks(piece, from, position.occupied()) & bit(to))) {
        return false;
    }
    const Bitboard checkers = position.checkers();
    if (many(checkers)) return false;
    if (checkers && !((between(king, first(checkers)) | checkers) & bit(to))) return false;
    return !(position.blockers(us) & bit(from)) || (line(king, from) & bit(to));
}

CheckSquares::CheckSquares(const Position& position) {
    const Color us      = position.side();
    const Bitboard occ  = position.occupied();
    king_               = position.king(~us);
    from_[Pawn]         = pawn_attacks(~us, king_);
    from_[Knight]       = knight_attacks(king_);
    from_[Bishop]       = bishop_attacks(king_, occ);
    from_[Rook]         = rook_attacks(king_, occ);
    from_[Queen]        = from_[Bishop] | from_[Rook];
    from_[King]         = 0;
    screens_            = position.blockers(~us) & position.pieces(us);
}

bool CheckSquares::special_gives_check(const Position& position, Move move) const {
    const Square from = move.from(), to = move.to();
    const Color us        = position.side();
    if (move.kind() == Move::Castling) {
        const Square rook_to = castled_rook(from, to);
        const Bitboard after = (position.occupied() ^ bit(from) ^ bit(to)) | bit(rook_to) |
                               bit(castled_king(from, to));
        const Bitboard rooks = (position.pieces(us, Rook, Queen) ^ bit(to)) | bit(rook_to);
        return (rook_attacks(king_, after) & rooks) ||
               (bishop_attacks(king_, after) & position.pieces(us, Bishop, Queen));
    }
    if (!move.is_promotion() && (from_[Pawn] & bit(to))) return true;  // en passant
    if ((screens_ & bit(from)) && !(line(king_, from) & bit(to))) return true;
    if (move.is_promotion())
        return piece_attacks(move.promotion(), to, position.occupied() ^ bit(from)) & bit(king_);
    if (move.kind() == Move::EnPassant) {
        const Square taken_at = forward(~us, to);
        const Bitboard after  = (position.occupied() ^ bit(from) ^ bit(taken_at)) | bit(to);
        return (rook_attacks(king_, after) & position.pieces(us) & position.pieces(Rook, Queen)) ||
               (bishop_attacks(king_, after) & position.pieces(us) & position.pieces(Bishop, Queen));
    }
    return false;
}

}  // namespace provebest::chess
