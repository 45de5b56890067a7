// A small network that corrects the handcrafted evaluation: integers alone, the same values on every
// machine. Each side views the board with its own king at the bottom, on the left half; one set of
// weights serves both views. The hidden sums of a view are clamped, and the first half of them
// multiplied with the second. These products of both views, those of the side to move first, and the
// handcrafted value, clamped twice, go to a small layer. Its sums count twice in the output: cut off
// below 0, and squared. Small layer and output come in sets, chosen by the number of men.
//
// The file, little endian: "PBCORR02"; int32 hidden units, king buckets, sets, small units, scale; the
// bucket of each square of the own king; int16 weights [buckets * 768][hidden], biases [hidden]; of
// the small layer int16 weights [sets][small][hidden], of the handcrafted value [sets][2][small], int32
// biases [sets][small]; int16 output weights [sets][2 * small]; int32 output biases [sets]; FNV-1a-64
// of all bytes before it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.hpp"

namespace provebest::chess {

constexpr int kMostHidden       = 256;
constexpr int kHiddenStep       = 32;  // hidden units come in blocks of this size
constexpr int kMostSmall        = 32;
constexpr int kSmallStep        = 4;  // and units of the small layer in these
constexpr int kMostSum          = 255;
constexpr int kProductShift     = 9;  // products are at most 127
constexpr int kMostSmallWeight  = 1023;
constexpr int kMostOutputWeight = 8191;
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
    int small() const { return small_; }
    int buckets() const { return buckets_; }
    std::uint64_t hash() const { return hash_; }

    View view(const Position& position, Color side) const;
    const std::int16_t* weights(const View& view, Piece piece, Square s) const {
        const int input = (view.bucket * 2 + (color_of(piece) != view.side)) * 384 +
                          type_of(piece) * 64 + (s ^ view.turn);
        return row(weights_, input);
    }
    const std::int16_t* bias() const { return row(bias_, 0); }
    // The weights of the products in the small layer, a row of hidden() for each of its units.
    const std::int16_t* small_weights(int men) const { return row(small_weights_, set_of(men) * small_); }
    // The correction, from the products times small_weights() in each unit of the small layer.
    Value settle(const std::int32_t* sums, int men, Value handcrafted) const;

    // What to add to the handcrafted value, both in centipawns for the side to move, computed from
    // scratch: the definition.
    Value of(const Position& position, Value handcrafted) const;

private:
    int set_of(int men) const {
        const int set = (men - 2) * sets_ / 31;
        return set < sets_ ? set : sets_ - 1;
    }
    const std::int16_t* row(const std::vector<Block>& blocks, int number) const {
        return blocks[static_cast<std::size_t>(number * (hidden_ / kHiddenStep))].values;
    }

    int hidden_ = 0, buckets_ = 0, sets_ = 0, small_ = 0, scale_ = 0;
    std::array<std::uint8_t, 64> bucket_of_{};
    std::vector<Block> weights_, bias_, small_weights_;
    std::vector<std::int16_t> of_handcrafted_, output_;
    std::vector<std::int32_t> small_bias_, output_bias_;
    std::uint64_t hash_ = 0;
};

}  // namespace provebest::chess
