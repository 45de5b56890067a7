// The upper 64 bits of a product of two numbers of 64.
#pragma once

#include <cstdint>

namespace provebest::trees {

// In four products of 32 bits, for compilers that have no wider number.
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
