// The hidden sums of the network along a line of play. Neighbouring positions differ in a few men, so
// the sums of one are made from those of another: of the position before, or of the last one that
// was seen at this ply. The difference is taken from the boards themselves; so no order of makes and
// unmakes can make the sums wrong.
#pragma once

#include <memory>
#include <vector>

#include "chess/correction.hpp"
#include "chess/vector_sums.hpp"

namespace provebest::chess {

class Accumulators {
public:
    explicit Accumulators(std::shared_ptr<const Correction> correction,
                          const VectorSums& sums = vector_sums().back());

    // Equal to Correction::of, faster if `ply` counts from the root of a search.
    Value correction(const Position& position, int ply, Value handcrafted);

private:
    static constexpr int kPlies = 2 * kMaxPly;

    struct Seen {  // the position whose sums are stored
        Piece board[64];
        View views[2];
    };
    // The men by which a position differs from one that was seen.
    struct Changes {
        int added = 0, removed = 0;
        std::uint8_t now[64], before[64];  // their squares
    };

    static Bitboard changed_squares(const Piece* before, const Piece* now);
    static Changes changes_of(Bitboard changed, const Piece* before, const Piece* now);
    void change(std::int16_t* to, const std::int16_t* from, const View& view, const Changes& changes,
                const Piece* before, const Piece* now);
    const std::int16_t* refreshed(const Position& position, const View& view);
    std::int16_t* sums(int ply, Color side) { return sums(2 * ply + side); }
    std::int16_t* sums(int number) { return blocks_[static_cast<std::size_t>(number * width_)].values; }

    std::shared_ptr<const Correction> network_;
    VectorSums vectors_;
    int width_;  // blocks of each sum
    // Each ply, then each view of each side, in which a side finds its last sums again when its king
    // has changed the view.
    std::vector<Seen> seen_;
    std::vector<Block> blocks_;  // two sums for each ply, one for each view
};

}  // namespace provebest::chess
