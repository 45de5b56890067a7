// The two loops of the network, for the instructions that the processor has. All versions return the
// same numbers.
#pragma once

#include <cstdint>
#include <span>

namespace provebest::chess {

using WeightRows = std::span<const std::int16_t* const>;

// Sizes are multiples of kHiddenStep, at most kMostHidden; rows are aligned as Blocks are.
struct VectorSums {
    const char* name;
    // to = from + rows of `plus` - rows of `minus`, in 16 bits; `to` may be `from`.
    void (*change)(std::int16_t* to, const std::int16_t* from, int size, WeightRows plus, WeightRows minus);
    // The sum of clamp(x, 0, 255)^2 * weight. The largest, 256 * 255 * 255 * 127, fits.
    std::int32_t (*squares)(const std::int16_t* sums, const std::int16_t* weights, int size);
};

// Those that this processor can run, the fastest last.
std::span<const VectorSums> vector_sums();

}  // namespace provebest::chess
