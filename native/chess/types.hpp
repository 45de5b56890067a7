// The basic types of the chess core: squares, pieces, moves, sets of squares. Nothing allocates.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace provebest::chess {

using Bitboard = std::uint64_t;
using Key      = std::uint64_t;
using Value    = int;  // hundredths of a pawn, for the side to move unless stated otherwise

enum Color : int { White, Black };
constexpr Color operator~(Color c) { return static_cast<Color>(c ^ 1); }

enum PieceType : int { Pawn, Knight, Bishop, Rook, Queen, King, NoPieceType };

// A piece is its kind and its colour; NoPiece fills the empty squares of the board.
using Piece                = std::uint8_t;
constexpr Piece kNoPiece   = 12;
constexpr Piece make_piece(Color c, PieceType t) { return static_cast<Piece>(t * 2 + c); }
constexpr PieceType type_of(Piece p) { return static_cast<PieceType>(p >> 1); }
constexpr Color color_of(Piece p) { return static_cast<Color>(p & 1); }

// a1 = 0, b1 = 1, ..., h8 = 63.
using Square                = int;
constexpr Square kNoSquare  = 64;
constexpr int file_of(Square s) { return s & 7; }
constexpr int rank_of(Square s) { return s >> 3; }
constexpr Square make_square(int file, int rank) { return rank * 8 + file; }
constexpr Square flip(Square s) { return s ^ 56; }  // the same square seen by the other side
constexpr int relative_rank(Color c, Square s) { return c == White ? rank_of(s) : 7 - rank_of(s); }

constexpr Bitboard bit(Square s) { return Bitboard{1} << s; }
constexpr Bitboard kFileA = 0x0101010101010101ULL;
constexpr Bitboard kFileH = kFileA << 7;
constexpr Bitboard kRank1 = 0xFFULL;
constexpr Bitboard kRank8 = kRank1 << 56;
constexpr Bitboard file_bb(int file) { return kFileA << file; }
constexpr Bitboard rank_bb(int rank) { return kRank1 << (8 * rank); }

constexpr int count(Bitboard b) { return std::popcount(b); }
constexpr bool many(Bitboard b) { return (b & (b - 1)) != 0; }
constexpr Square first(Bitboard b) { return std::countr_zero(b); }
constexpr Square last(Bitboard b) { return 63 - std::countl_zero(b); }
inline Square pop(Bitboard& b) {
    const Square s = first(b);
    b &= b - 1;
    return s;
}

constexpr Bitboard north(Bitboard b) { return b << 8; }
constexpr Bitboard south(Bitboard b) { return b >> 8; }
constexpr Bitboard east(Bitboard b) { return (b & ~kFileH) << 1; }
constexpr Bitboard west(Bitboard b) { return (b & ~kFileA) >> 1; }
constexpr Bitboard forward(Color c, Bitboard b) { return c == White ? north(b) : south(b); }
constexpr Square forward(Color c, Square s) { return c == White ? s + 8 : s - 8; }

// Sixteen bits: from, to, kind. Castling is written as the king taking its own rook, so that it
// means the same in every starting array; moves are converted to UCI notation when printed.
class Move {
public:
    enum Kind : std::uint16_t { Normal, EnPassant, Castling, ToKnight, ToBishop, ToRook, ToQueen };

    constexpr Move() = default;
    constexpr Move(Square from, Square to, Kind kind = Normal)
        : bits_(static_cast<std::uint16_t>(from | to << 6 | kind << 12)) {}
    static constexpr Move from_bits(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    constexpr Square from() const { return bits_ & 63; }
    constexpr Square to() const { return bits_ >> 6 & 63; }
    constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 12); }
    constexpr bool is_promotion() const { return kind() >= ToKnight; }
    constexpr PieceType promotion() const {
        return is_promotion() ? static_cast<PieceType>(kind() - ToKnight + Knight) : NoPieceType;
    }
    constexpr std::uint16_t bits() const { return bits_; }
    constexpr explicit operator bool() const { return bits_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

private:
    std::uint16_t bits_ = 0;  // a1a1 is not a move: it means "none"
};

// Fifteen queens and a king are a position python-chess calls valid; no board has more moves.
constexpr int kMaxMoves = 512;

class MoveList {
public:
    MoveList() {}  // the moves are unset: only the first size_ are ever read
    void add(Move move) { moves_[static_cast<std::size_t>(size_++)] = move; }
    void clear() { size_ = 0; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
    const Move* begin() const { return moves_; }
    const Move* end() const { return moves_ + size_; }
    bool contains(Move move) const {
        for (const Move m : *this)
            if (m == move) return true;
        return false;
    }

private:
    union {
        Move moves_[kMaxMoves];
    };
    int size_ = 0;
};

constexpr int kMaxPly       = 128;
constexpr Value kInfinite   = 32001;
constexpr Value kMate       = 32000;  // mate in n plies is worth kMate - n
constexpr Value kMateInMax  = kMate - 2 * kMaxPly;
constexpr Value kDraw       = 0;
constexpr bool is_mate(Value v) { return v >= kMateInMax || v <= -kMateInMax; }

}  // namespace provebest::chess
