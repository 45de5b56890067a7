// A small network that corrects the handcrafted evaluation: integers alone, the same values on every
// machine. Each side views the board with its own king at the bottom, on the left half; one set of
// weights serves both views. Clamped and squared, the hidden sums of the side to move and of the
// other side are weighed by an output that depends on the number of men.
//
// The file, little endian: "PBCORR01"; int32 hidden units, king buckets, outputs, scale; the bucket
// of each square of the own king; int16 weights [buckets * 768][hidden], biases [hidden], output
// weights [outputs][2 * hidden]; int32 output biases [outputs]; FNV-1a-64 of all bytes before it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.hpp"

namespace provebest::chess {

constexpr int kMostHidden       = 256;
constexpr int kHiddenStep       = 32;  // hidden units come in blocks of this size
constexpr int kMostOutputWeight = 127;
constexpr int kMostActive       = 255;
constexpr Value kMostCorrection = 1000;

struct alignas(2 * kHiddenStep) Block {
    std::int16_t values[kHiddenStep];
};

// How one side sees the board.
struct View {
    Color side   = White;
    int bucket   = -1;
    Square turn  = 0;  // each square is xor-ed with it

    friend bool operator==(const View&, const View&) = default;
};

class Correction {
public:
    // Throws std::invalid_argument, with a sentence, if these bytes are not a network.
    explicit Correction(std::span<const std::uint8_t> file);

    int hidden() const { return hidden_; }
    int buckets() const { return buckets_; }
    std::uint64_t hash() const { return hash_; }

    View view(const Position& position, Color side) const;
    const std::int16_t* weights(const View& view, Piece piece, Square s) const {
        const int input = (view.bucket * 2 + (color_of(piece) != view.side)) * 384 +
                          type_of(piece) * 64 + (s ^ view.turn);
        return row(weights_, input);
    }
    const std::int16_t* bias() const { return row(bias_, 0); }
    // The output weights of one view, in a position with so many men.
    const std::int16_t* output(int men, bool to_move) const {
        return row(output_, 2 * output_of(men) + !to_move);
    }
    // The correction, from the sum of squares times output weights over both views.
    Value settle(std::int64_t sum, int men) const;

    // In centipawns for the side to move, computed from scratch: the definition.
    Value of(const Position& position) const;

private:
    int output_of(int men) const {
        const int set = (men - 2) * outputs_ / 31;
        return set < outputs_ ? set : outputs_ - 1;
    }
    const std::int16_t* row(const std::vector<Block>& blocks, int number) const {
        return blocks[static_cast<std::size_t>(number * (hidden_ / kHiddenStep))].values;
    }

    int hidden_ = 0, buckets_ = 0, outputs_ = 0, scale_ = 0;
    std::array<std::uint8_t, 64> bucket_of_{};
    std::vector<Block> weights_, bias_, output_;
    std::vector<std::int32_t> output_bias_;
    std::uint64_t hash_ = 0;
};

}  // namespace provebest::chess
