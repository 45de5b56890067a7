// The squares that a piece attacks. Sliders use one look-up table, indexed by PEXT if the processor
// has it, and by a magic multiplication otherwise; this is chosen once, at start.
#pragma once

#include "chess/types.hpp"

namespace provebest::chess {

namespace detail {

struct Slider {
    Bitboard mask         = 0;
    Bitboard magic        = 0;
    const Bitboard* table = nullptr;
    int shift             = 0;
};

extern Slider rook_sliders[64];
extern Slider bishop_sliders[64];
extern Bitboard knight_table[64];
extern Bitboard king_table[64];
extern Bitboard pawn_table[2][64];
extern Bitboard between_table[64][64];
extern Bitboard line_table[64][64];
extern bool with_pext;

#if defined(__x86_64__) && defined(__GNUC__)
inline Bitboard extract(Bitboard value, Bitboard mask) {
    Bitboard result;
    asm("pextq %2, %1, %0" : "=r"(result) : "r"(value), "r"(mask));
    return result;
}
#else
inline Bitboard extract(Bitboard, Bitboard) { return 0; }  // never called: with_pext is false
#endif

inline Bitboard look_up(const Slider& slider, Bitboard occupied) {
    return slider.table[with_pext ? extract(occupied, slider.mask)
                                  : (occupied & slider.mask) * slider.magic >> slider.shift];
}

}  // namespace detail

inline Bitboard rook_attacks(Square s, Bitboard occupied) {
    return detail::look_up(detail::rook_sliders[s], occupied);
}
inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
    return detail::look_up(detail::bishop_sliders[s], occupied);
}
inline Bitboard queen_attacks(Square s, Bitboard occupied) {
    return rook_attacks(s, occupied) | bishop_attacks(s, occupied);
}
inline Bitboard knight_attacks(Square s) { return detail::knight_table[s]; }
inline Bitboard king_attacks(Square s) { return detail::king_table[s]; }
inline Bitboard pawn_attacks(Color c, Square s) { return detail::pawn_table[c][s]; }

// Attacks of any piece but a pawn.
inline Bitboard piece_attacks(PieceType t, Square s, Bitboard occupied) {
    switch (t) {
        case Knight: return knight_attacks(s);
        case Bishop: return bishop_attacks(s, occupied);
        case Rook: return rook_attacks(s, occupied);
        case Queen: return queen_attacks(s, occupied);
        default: return king_attacks(s);
    }
}

// Squares strictly between two on one line, none if they share no line.
inline Bitboard between(Square a, Square b) { return detail::between_table[a][b]; }
// The whole line through two squares, both included; none if they share no line.
inline Bitboard line(Square a, Square b) { return detail::line_table[a][b]; }

constexpr Bitboard pawn_attacks(Color c, Bitboard pawns) {
    return east(forward(c, pawns)) | west(forward(c, pawns));
}

// Which of the two look-ups is in use ("pext" or "magic"), and a way for tests to choose one.
const char* slider_lookup();
bool use_slider_lookup(bool pext);  // false if the processor has no such instruction

}  // namespace provebest::chess
