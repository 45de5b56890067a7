#include "chess/accumulator.hpp"

#include <algorithm>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace provebest::chess {

Bitboard Accumulators::changed_squares(const Piece* before, const Piece* now) {
    Bitboard same = 0;
#if defined(__SSE2__)
    for (int s = 0; s < 64; s += 16) {
        const auto load = [s](const Piece* board) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(board + s));
        };
        const int equal = _mm_movemask_epi8(_mm_cmpeq_epi8(load(before), load(now)));
        same |= static_cast<Bitboard>(equal) << s;
    }
#else
    for (Square s = 0; s < 64; ++s) same |= Bitboard{before[s] == now[s]} << s;
#endif
    return ~same;
}

Accumulators::Accumulators(std::shared_ptr<const Correction> correction, const VectorSums& sums)
    : network_(std::move(correction)), vectors_(sums), width_(network_->hidden() / kHiddenStep) {
    const int views = 2 * 2 * network_->buckets();
    seen_.resize(static_cast<std::size_t>(kPlies + views));
    for (Seen& seen : seen_) std::memset(seen.board, kNoPiece, sizeof seen.board);
    blocks_.resize(static_cast<std::size_t>((2 * kPlies + views) * width_));
    for (int view = 0; view < views; ++view)  // each view begins with the empty board
        std::copy_n(network_->bias(), network_->hidden(), this->sums(2 * kPlies + view));
}

Accumulators::Changes Accumulators::changes_of(Bitboard changed, const Piece* before,
                                               const Piece* now) {
    Changes changes;
    while (changed) {
        const Square s = pop(changed);
        if (before[s] != kNoPiece) changes.before[changes.removed++] = static_cast<std::uint8_t>(s);
        if (now[s] != kNoPiece) changes.now[changes.added++] = static_cast<std::uint8_t>(s);
    }
    return changes;
}

void Accumulators::change(std::int16_t* to, const std::int16_t* from, const View& view,
                          const Changes& changes, const Piece* before, const Piece* now) {
    const std::int16_t *plus[64], *minus[64];
    for (int i = 0; i < changes.added; ++i) {
        const Square s = changes.now[i];
        plus[i]        = network_->weights(view, now[s], s);
    }
    for (int i = 0; i < changes.removed; ++i) {
        const Square s = changes.before[i];
        minus[i]       = network_->weights(view, before[s], s);
    }
    vectors_.change(to, from, network_->hidden(), {plus, static_cast<std::size_t>(changes.added)},
                    {minus, static_cast<std::size_t>(changes.removed)});
}

// The sums that are kept for this view, brought up to date.
const std::int16_t* Accumulators::refreshed(const Position& position, const View& view) {
    const bool mirrored = (view.turn & 7) != 0;
    const int number    = (view.bucket * 2 + view.side) * 2 + mirrored;
    std::int16_t* kept  = sums(2 * kPlies + number);
    Piece* before       = seen_[static_cast<std::size_t>(kPlies + number)].board;
    const Piece* now    = position.board();
    change(kept, kept, view, changes_of(changed_squares(before, now), before, now), before, now);
    std::memcpy(before, now, sizeof Seen::board);
    return kept;
}

Value Accumulators::correction(const Position& position, int ply, Value handcrafted) {
    constexpr int kFew = 4;  // squares that one move may change
    ply                = std::min(ply, kPlies - 1);
    const Piece* now   = position.board();
    Seen& here         = seen_[static_cast<std::size_t>(ply)];
    int from           = std::max(ply - 1, 0);
    const Seen* source = &seen_[static_cast<std::size_t>(from)];
    Bitboard changed   = changed_squares(source->board, now);
    if (count(changed) > kFew) {  // the position before was not seen
        const Bitboard squares = changed_squares(here.board, now);
        if (count(squares) < count(changed)) {
            from    = ply;
            source  = &here;
            changed = squares;
        }
    }
    const Changes changes = changes_of(changed, source->board, now);
    const int men = count(position.occupied()), half = network_->hidden() / 2;
    Block products[kMostHidden / kHiddenStep];  // those of the side to move first
    for (const Color side : {White, Black}) {
        const View view  = network_->view(position, side);
        std::int16_t* to = sums(ply, side);
        if (source->views[side] == view)
            change(to, sums(from, side), view, changes, source->board, now);
        else
            std::copy_n(refreshed(position, view), network_->hidden(), to);
        here.views[side] = view;
        vectors_.products(products[0].values + (side == position.side() ? 0 : half), to,
                          network_->hidden());
    }
    std::memcpy(here.board, now, sizeof here.board);
    std::int32_t small[kMostSmall];
    vectors_.dots(small, products[0].values, network_->small_weights(men), network_->hidden(),
                  network_->small());
    return network_->settle(small, men, handcrafted);
}

}  // namespace provebest::chess
