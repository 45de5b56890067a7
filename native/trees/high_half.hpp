// The upper 64 bits of the product of two 64-bit numbers.
#pragma once

#include <cstdint>

namespace provebest::trees {

// By four 32-bit products, for compilers without 128-bit numbers.
constexpr std::uint64_t high_half_by_parts(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kLow = 0xFFFFFFFFULL;
    const std::uint64_t low      = (a & kLow) * (b & kLow);
    const std::uint64_t left     = (a >> 32) * (b & kLow) + (low >> 32);   // below 2^64
    const std::uint64_t right    = (a & kLow) * (b >> 32) + (left & kLow);  // below 2^64
    return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
}

constexpr std::uint64_t high_half(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
#else
    return high_half_by_parts(a, b);
#endif
}

}  // namespace provebest::trees
