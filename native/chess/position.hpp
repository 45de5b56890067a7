// A chess position with its history: pieces, rights, keys, and the positions before it.
#pragma once

#include <cstring>
#include <vector>

#include "chess/attacks.hpp"
#include "chess/types.hpp"

namespace provebest::chess {

enum Side : int { KingSide, QueenSide };  // h-side and a-side in Chess960

constexpr Bitboard kUnknown = ~Bitboard{0};

// The data needed to undo a move.
struct State {
    Key key            = 0;
    Key pawn_key       = 0;  // pawns and kings
    Bitboard checkers  = 0;  // pieces that give check to the side to move
    // By the king's colour; computed on first use. Never the whole board.
    mutable Bitboard blockers[2] = {kUnknown, kUnknown};
    Move move          = {};  // the move that led here
    Piece captured     = kNoPiece;
    std::uint8_t ep    = kNoSquare;  // set only while an en passant capture is legal
    std::uint8_t rights = 0;  // bit 2 * colour + side
    std::int32_t clock     = 0;  // halfmoves since a capture or a pawn move
    std::int32_t from_null = 0;  // plies since a null move: repetitions are not counted across one
};

class Position {
public:
    // Pieces are put on an empty board, then `begin` computes what follows from them. Only fen.cpp
    // does this, after it has refused what is not a position.
    Position() {
        std::memset(board_, kNoPiece, sizeof board_);
        states_[0] = State();
    }
    Position(const Position& other) { *this = other; }
    Position& operator=(const Position& other);

    void put(Piece piece, Square s);
    void allow_castling(Color c, Side side, Square rook);
    void begin(Color side, Square ep, int clock, int fullmove, bool chess960);

    Color side() const { return side_; }
    bool chess960() const { return chess960_; }
    Bitboard occupied() const { return colors_[White] | colors_[Black]; }
    Bitboard pieces(Color c) const { return colors_[c]; }
    Bitboard pieces(PieceType t) const { return types_[t]; }
    Bitboard pieces(PieceType t, PieceType u) const { return types_[t] | types_[u]; }
    Bitboard pieces(Color c, PieceType t) const { return colors_[c] & types_[t]; }
    Bitboard pieces(Color c, PieceType t, PieceType u) const { return colors_[c] & pieces(t, u); }
    Piece at(Square s) const { return board_[s]; }
    const Piece* board() const { return board_; }  // of all 64 squares
    bool is_empty(Square s) const { return board_[s] == kNoPiece; }
    Square king(Color c) const { return first(pieces(c, King)); }

    const State& state() const { return states_[top_]; }
    Key key() const { return state().key; }
    // The key after a move, for prefetching: wrong for castling, promotion, en passant, lost rights.
    Key key_after(Move move) const;
    Key pawn_key() const { return state().pawn_key; }
    Bitboard checkers() const { return state().checkers; }
    Square ep() const { return state().ep; }
    int clock() const { return state().clock; }
    int fullmove() const { return fullmove_; }
    Square castling_rook(Color c, Side side) const { return rooks_[c][side]; }
    bool may_castle(Color c, Side side) const { return state().rights >> (2 * c + side) & 1; }

    // Make and unmake: no allocation, and unmake restores every field.
    void make(Move move) { make(move, true); }
    void make(Move move, bool may_check);  // false only if the move is known to give no check
    void unmake();
    void make_null();  // the side to move passes; never in check
    void unmake_null();
    // A move of the game itself: cannot be taken back, and any number may follow.
    void play(Move move);

    bool is_capture(Move m) const { return at(m.to()) != kNoPiece ? m.kind() != Move::Castling
                                                                   : m.kind() == Move::EnPassant; }
    bool is_noisy(Move m) const { return is_capture(m) || m.is_promotion(); }

    // Pieces of either colour that attack a square.
    Bitboard attackers(Square s, Bitboard occupied) const;
    bool attacked(Square s, Color by, Bitboard occupied) const;
    // Pieces of either colour that alone stand between `c`'s king and a slider of the other side.
    Bitboard blockers(Color c) const {
        const State& now = state();
        if (now.blockers[c] == kUnknown) now.blockers[c] = find_blockers(c);
        return now.blockers[c];
    }

    // How many earlier positions equal this one, and how many plies ago the last was (0: none).
    int repetitions() const;
    int plies_since_repeated() const;
    // Whether this position occurred `plies` or more plies ago.
    bool stood_before(int plies) const;
    // Keys of the positions of the game before this one that could still come back, latest first.
    std::vector<Key> earlier() const;
    bool insufficient_material() const;
    bool has_pieces(Color c) const {  // other than pawns and king
        return (colors_[c] & ~types_[Pawn] & ~types_[King]) != 0;
    }

    Key key_from_scratch() const;
    Key pawn_key_from_scratch() const;
    // Board, rights, keys and clocks equal; not the moves that led here.
    bool same_as(const Position& other) const;

private:
    static constexpr int kStates = 1024;

    Bitboard find_blockers(Color c) const;
    bool insufficient_material(Color c) const;
    void remove(Square s);
    void shift(Square from, Square to);
    void castle(Square king, Square rook, bool undo);
    Square capturable_ep(Square ep) const;
    void push();

    Bitboard colors_[2] = {};
    Bitboard types_[6]  = {};
    Piece board_[64];
    Color side_   = White;
    int fullmove_ = 1;
    int top_      = 0;
    bool chess960_ = false;
    std::uint8_t rooks_[2][2] = {{kNoSquare, kNoSquare}, {kNoSquare, kNoSquare}};
    std::uint8_t kept_rights_[64];  // and-ed into the rights when a square is left or entered
    union {  // unset above top_: a copy copies only what is used
        State states_[kStates];
    };
};

// The squares of king and rook after castling, for every starting array.
constexpr Square castled_king(Square king, Square rook) {
    return make_square(rook > king ? 6 : 2, rank_of(king));
}
constexpr Square castled_rook(Square king, Square rook) {
    return make_square(rook > king ? 5 : 3, rank_of(king));
}

}  // namespace provebest::chess
