// The loops of the network, for the instructions that the processor has. All versions return the
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
    // to[i] = clamp(x[i], 0, 255) * clamp(x[i + size / 2], 0, 255) >> 9, for the first half of the sums.
    void (*products)(std::int16_t* to, const std::int16_t* sums, int size);
    // to[r] = the sum of inputs[i] * weights[r * size + i]; `rows` is a multiple of kSmallStep. The
    // largest, 256 * 127 * 1023, fits.
    void (*dots)(std::int32_t* to, const std::int16_t* inputs, const std::int16_t* weights, int size,
                 int rows);
};

// Those that this processor can run, the fastest last.
std::span<const VectorSums> vector_sums();

}  // namespace provebest::chess
