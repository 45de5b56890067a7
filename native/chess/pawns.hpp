// Terms that depend only on pawns and kings: structure, passed pawns, shelter. They change rarely, so
// they are cached; the cache never changes a value, only the time it takes.
#pragma once

#include <vector>

#include "chess/ledger.hpp"
#include "chess/position.hpp"

namespace provebest::chess {

namespace detail {

struct PawnSpans {
    Bitboard ahead[2][64];   // squares before a pawn on its file
    Bitboard passed[2][64];  // same, with the files beside it
};

constexpr PawnSpans pawn_spans() {
    PawnSpans spans{};
    for (Square s = 0; s < 64; ++s)
        for (const Color c : {White, Black}) {
            Bitboard ahead = 0;
            for (Bitboard b = forward(c, bit(s)); b != 0; b = forward(c, b))
                ahead |= b;
            spans.ahead[c][s]  = ahead;
            spans.passed[c][s] = ahead | east(ahead) | west(ahead);
        }
    return spans;
}

inline constexpr PawnSpans kPawnSpans = pawn_spans();

}  // namespace detail

constexpr Bitboard ahead(Color c, Square s) { return detail::kPawnSpans.ahead[c][s]; }
constexpr Bitboard passed_span(Color c, Square s) { return detail::kPawnSpans.passed[c][s]; }
constexpr Bitboard beside_files(Square s) { return east(file_bb(file_of(s))) | west(file_bb(file_of(s))); }

constexpr int distance(Square a, Square b) {
    const int files = file_of(a) - file_of(b);
    const int ranks = rank_of(a) - rank_of(b);
    const int f     = files < 0 ? -files : files;
    const int r     = ranks < 0 ? -ranks : ranks;
    return f > r ? f : r;
}

struct alignas(64) PawnEntry {
    Key key            = 0;
    Bitboard passed[2] = {};
    Bitboard reach[2]  = {};  // squares pawns of this colour attack now or after advancing
    Score score        = 0;   // of pawns and kings, as White counts
};

template <class Ledger>
void evaluate_pawns(const Position& position, PawnEntry& entry, Ledger& ledger);

// Whether a passed pawn promotes by itself or, with kings alone, wins: exactly so if it is the only
// pawn, else if the enemy has no pieces and his king comes too late.
bool unstoppable(const Position& position, Color us, Square pawn);

class PawnTable {
public:
    PawnTable();
    const PawnEntry& probe(const Position& position) {
        PawnEntry& entry = entries_[position.pawn_key() & (kEntries - 1)];
        if (entry.key != position.pawn_key()) [[unlikely]]
            fill(position, entry);
        return entry;
    }

private:
    static constexpr std::size_t kEntries = 4096;

    static void fill(const Position& position, PawnEntry& entry);

    std::vector<PawnEntry> entries_;
};

}  // namespace provebest::chess
