#include <string>
#include <vector>

#include "chess/reading.hpp"

namespace provebest::chess {

namespace {

// The rook squares for which castling is really allowed.
Bitboard clean_rights(const Reading& reading, bool chess960) {
    Bitboard clean = 0;
    for (const Color c : {White, Black}) {
        const Bitboard backrank = c == White ? kRank1 : kRank8;
        const Bitboard rooks    = reading.rights & reading.of(c, Rook) & backrank;
        const Bitboard king     = reading.of(c, King) & backrank;
        if (!rooks || !king) continue;
        if (!chess960) {
            if (king & file_bb(4)) clean |= rooks & (kFileA | kFileH);
            continue;
        }
        if (first(rooks) < last(king)) clean |= bit(first(rooks));
        if (last(rooks) > last(king)) clean |= bit(last(rooks));
    }
    return clean;
}

Square valid_ep(const Reading& reading) {
    const Square ep  = reading.ep;
    const Color them = ~reading.side;
    if (ep == kNoSquare || relative_rank(reading.side, ep) != 5) return kNoSquare;
    const Square pushed_to = forward(them, ep), pushed_from = forward(reading.side, ep);
    const bool sound = (reading.of(them, Pawn) & bit(pushed_to)) &&
                       !(reading.occupied() & (bit(ep) | bit(pushed_from)));
    return sound ? ep : kNoSquare;
}

class Judgement {
public:
    void add(FenFault fault, std::size_t at, const std::string& sentence) {
        faults_.push_back(fault);
        if (faults_.size() > 1) return;
        at_       = at;
        sentence_ = sentence;
    }
    void throw_if_any() const {
        if (!faults_.empty()) throw FenError(sentence_, faults_, at_);
    }

private:
    std::vector<FenFault> faults_;
    std::string sentence_;
    std::size_t at_ = 0;
};

void judge_material(const Reading& r, Judgement& judgement) {
    const auto place = [&r](Bitboard some) { return r.places[static_cast<std::size_t>(first(some))]; };
    if (!r.occupied()) judgement.add(FenFault::Empty, 0, "there is no piece on the board");
    if (!r.of(White, King)) judgement.add(FenFault::NoWhiteKing, 0, "there is no white king");
    if (!r.of(Black, King)) judgement.add(FenFault::NoBlackKing, 0, "there is no black king");
    if (count(r.types[King]) > 2)
        judgement.add(FenFault::TooManyKings, place(r.types[King]), "there are more than two kings");
    const auto too_many = [&](Bitboard some, int most, FenFault fault, const char* what) {
        if (count(some) > most)
            judgement.add(fault, place(some), "there are " + std::to_string(count(some)) + " " + what);
    };
    too_many(r.colors[White], 16, FenFault::TooManyWhitePieces, "white pieces; 16 at most");
    too_many(r.colors[Black], 16, FenFault::TooManyBlackPieces, "black pieces; 16 at most");
    too_many(r.of(White, Pawn), 8, FenFault::TooManyWhitePawns, "white pawns; 8 at most");
    too_many(r.of(Black, Pawn), 8, FenFault::TooManyBlackPawns, "black pawns; 8 at most");
    if (const Bitboard stray = r.types[Pawn] & (kRank1 | kRank8))
        judgement.add(FenFault::PawnsOnBackrank, place(stray),
                      "a pawn stands on " + square_name(first(stray)) + ", on the first or last rank");
}

void judge_capturable_king(const Reading& r, const Position& board, Judgement& judgement) {
    const Bitboard their_kings = r.of(~r.side, King);
    if (their_kings &&
        (board.attackers(last(their_kings), r.occupied()) & r.colors[r.side])) {
        judgement.add(FenFault::OppositeCheck, r.turn_at,
                      "the side to move could take the king on " + square_name(last(their_kings)));
    }
}

void judge_checks(const Reading& r, const Position& board, Square ep, Judgement& judgement) {
    const Bitboard own_kings = r.of(r.side, King);
    if (!own_kings) return;
    const Square king       = last(own_kings);
    const Bitboard enemies  = r.colors[~r.side];
    const Bitboard checkers = board.attackers(king, r.occupied()) & enemies;
    if (!checkers) return;
    const auto at = r.places[static_cast<std::size_t>(king)];
    if (count(checkers) > 2)
        judgement.add(FenFault::TooManyCheckers, at, "the king on " + square_name(king) +
                                                         " is in check from more than two pieces");
    bool impossible;
    if (ep != kNoSquare) {
        // The pawn that jumped gave the check itself, or uncovered it.
        const Square pushed_to = forward(~r.side, ep), pushed_from = forward(r.side, ep);
        const Bitboard before  = (r.occupied() & ~bit(pushed_to)) | bit(pushed_from);
        bool before_it = false;
        for (Bitboard kings = own_kings; kings;)
            before_it |= (board.attackers(pop(kings), before) & enemies) != 0;
        impossible = count(checkers) > 1 || (last(checkers) != pushed_to && before_it);
    } else {
        impossible = count(checkers) > 2 ||
                     (many(checkers) && (line(first(checkers), last(checkers)) & own_kings));
    }
    if (impossible)
        judgement.add(FenFault::ImpossibleCheck, at,
                      "no last move could have given this check to the king on " + square_name(king));
}

}  // namespace

Settled judge(const Reading& reading, const Position& board, FenRules rules) {
    Judgement judgement;
    judge_material(reading, judgement);
    const Settled settled{clean_rights(reading, rules.chess960), valid_ep(reading)};
    if (settled.rights != reading.rights)
        judgement.add(FenFault::BadCastlingRights, reading.rights_at,
                      "these castling rights need the king and rook on their original squares");
    if (settled.ep != reading.ep)
        judgement.add(FenFault::InvalidEpSquare, reading.ep_at,
                      "no pawn could have just jumped over " + square_name(reading.ep));
    judge_capturable_king(reading, board, judgement);
    if (!rules.any_check) judge_checks(reading, board, settled.ep, judgement);
    judgement.throw_if_any();
    return settled;
}

}  // namespace provebest::chess
