#include "chess/vector_sums.hpp"

#include <algorithm>

#if defined(__x86_64__) || defined(_M_X64)
#define PROVEBEST_SSE2
#include <immintrin.h>
#if defined(__GNUC__)
#define PROVEBEST_AVX2 __attribute__((target("avx2")))
#endif
#endif

namespace provebest::chess {

namespace {

void change_plain(std::int16_t* to, const std::int16_t* from, int size, WeightRows plus, WeightRows minus) {
    std::copy(from, from + size, to);
    for (const std::int16_t* row : plus)
        for (int i = 0; i < size; ++i) to[i] = static_cast<std::int16_t>(to[i] + row[i]);
    for (const std::int16_t* row : minus)
        for (int i = 0; i < size; ++i) to[i] = static_cast<std::int16_t>(to[i] - row[i]);
}

void products_plain(std::int16_t* to, const std::int16_t* sums, int size) {
    for (int i = 0; i < size / 2; ++i) {
        const int left = std::clamp<int>(sums[i], 0, 255), right = std::clamp<int>(sums[size / 2 + i], 0, 255);
        to[i] = static_cast<std::int16_t>(left * right >> 9);
    }
}

void dots_plain(std::int32_t* to, const std::int16_t* inputs, const std::int16_t* weights, int size,
                int rows) {
    for (int row = 0; row < rows; ++row) {
        to[row] = 0;
        for (int i = 0; i < size; ++i) to[row] += inputs[i] * weights[row * size + i];
    }
}

#if defined(PROVEBEST_SSE2)

__m128i* at128(std::int16_t* p) { return reinterpret_cast<__m128i*>(p); }
__m128i load128(const std::int16_t* p) { return _mm_load_si128(reinterpret_cast<const __m128i*>(p)); }

void change_sse2(std::int16_t* to, const std::int16_t* from, int size, WeightRows plus, WeightRows minus) {
    for (int i = 0; i < size; i += 32) {
        __m128i a = load128(from + i), b = load128(from + i + 8);
        __m128i c = load128(from + i + 16), d = load128(from + i + 24);
        for (const std::int16_t* row : plus) {
            a = _mm_add_epi16(a, load128(row + i));
            b = _mm_add_epi16(b, load128(row + i + 8));
            c = _mm_add_epi16(c, load128(row + i + 16));
            d = _mm_add_epi16(d, load128(row + i + 24));
        }
        for (const std::int16_t* row : minus) {
            a = _mm_sub_epi16(a, load128(row + i));
            b = _mm_sub_epi16(b, load128(row + i + 8));
            c = _mm_sub_epi16(c, load128(row + i + 16));
            d = _mm_sub_epi16(d, load128(row + i + 24));
        }
        _mm_store_si128(at128(to + i), a);
        _mm_store_si128(at128(to + i + 8), b);
        _mm_store_si128(at128(to + i + 16), c);
        _mm_store_si128(at128(to + i + 24), d);
    }
}

// A product of two clamped sums fits into 16 bits without a sign.
void products_sse2(std::int16_t* to, const std::int16_t* sums, int size) {
    const __m128i zero = _mm_setzero_si128(), most = _mm_set1_epi16(255);
    for (int i = 0; i < size / 2; i += 8) {
        const __m128i left  = _mm_min_epi16(_mm_max_epi16(load128(sums + i), zero), most);
        const __m128i right = _mm_min_epi16(_mm_max_epi16(load128(sums + size / 2 + i), zero), most);
        _mm_store_si128(at128(to + i), _mm_srli_epi16(_mm_mullo_epi16(left, right), 9));
    }
}

// The four totals of four vectors of four numbers.
__m128i totals(__m128i a, __m128i b, __m128i c, __m128i d) {
    const __m128i ab = _mm_add_epi32(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
    const __m128i cd = _mm_add_epi32(_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
    return _mm_add_epi32(_mm_unpacklo_epi64(ab, cd), _mm_unpackhi_epi64(ab, cd));
}

void dots_sse2(std::int32_t* to, const std::int16_t* inputs, const std::int16_t* weights, int size,
               int rows) {
    for (int row = 0; row < rows; row += 4) {
        __m128i sums[4] = {};
        for (int i = 0; i < size; i += 8)
            for (int k = 0; k < 4; ++k)
                sums[k] = _mm_add_epi32(
                    sums[k], _mm_madd_epi16(load128(inputs + i), load128(weights + (row + k) * size + i)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + row), totals(sums[0], sums[1], sums[2], sums[3]));
    }
}

#endif
#if defined(PROVEBEST_AVX2)

PROVEBEST_AVX2 inline __m256i* at256(std::int16_t* p) { return reinterpret_cast<__m256i*>(p); }
PROVEBEST_AVX2 inline __m256i load256(const std::int16_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
}

PROVEBEST_AVX2 void change_avx2(std::int16_t* to, const std::int16_t* from, int size, WeightRows plus,
                                WeightRows minus) {
    int i = 0;
    for (; i + 128 <= size; i += 128) {
        __m256i sums[8];
        for (int k = 0; k < 8; ++k) sums[k] = load256(from + i + 16 * k);
        for (const std::int16_t* row : plus)
            for (int k = 0; k < 8; ++k) sums[k] = _mm256_add_epi16(sums[k], load256(row + i + 16 * k));
        for (const std::int16_t* row : minus)
            for (int k = 0; k < 8; ++k) sums[k] = _mm256_sub_epi16(sums[k], load256(row + i + 16 * k));
        for (int k = 0; k < 8; ++k) _mm256_store_si256(at256(to + i + 16 * k), sums[k]);
    }
    for (; i < size; i += 32) {
        __m256i a = load256(from + i), b = load256(from + i + 16);
        for (const std::int16_t* row : plus) {
            a = _mm256_add_epi16(a, load256(row + i));
            b = _mm256_add_epi16(b, load256(row + i + 16));
        }
        for (const std::int16_t* row : minus) {
            a = _mm256_sub_epi16(a, load256(row + i));
            b = _mm256_sub_epi16(b, load256(row + i + 16));
        }
        _mm256_store_si256(at256(to + i), a);
        _mm256_store_si256(at256(to + i + 16), b);
    }
}

PROVEBEST_AVX2 void products_avx2(std::int16_t* to, const std::int16_t* sums, int size) {
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255);
    for (int i = 0; i < size / 2; i += 16) {
        const __m256i left  = _mm256_min_epi16(_mm256_max_epi16(load256(sums + i), zero), most);
        const __m256i right = _mm256_min_epi16(_mm256_max_epi16(load256(sums + size / 2 + i), zero), most);
        _mm256_store_si256(at256(to + i), _mm256_srli_epi16(_mm256_mullo_epi16(left, right), 9));
    }
}

PROVEBEST_AVX2 inline __m128i halves(__m256i sums) {
    return _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

PROVEBEST_AVX2 void dots_avx2(std::int32_t* to, const std::int16_t* inputs, const std::int16_t* weights,
                              int size, int rows) {
    for (int row = 0; row < rows; row += 4) {
        __m256i sums[4] = {};
        for (int i = 0; i < size; i += 16) {
            const __m256i input = load256(inputs + i);
            for (int k = 0; k < 4; ++k)
                sums[k] = _mm256_add_epi32(
                    sums[k], _mm256_madd_epi16(input, load256(weights + (row + k) * size + i)));
        }
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + row),
                         totals(halves(sums[0]), halves(sums[1]), halves(sums[2]), halves(sums[3])));
    }
}

bool processor_has_avx2() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

#endif

constexpr VectorSums kAll[] = {
    {"plain", change_plain, products_plain, dots_plain},
#if defined(PROVEBEST_SSE2)
    {"SSE2", change_sse2, products_sse2, dots_sse2},
#endif
#if defined(PROVEBEST_AVX2)
    {"AVX2", change_avx2, products_avx2, dots_avx2},
#endif
};

}  // namespace

std::span<const VectorSums> vector_sums() {
#if defined(PROVEBEST_AVX2)
    static const bool all = processor_has_avx2();
    return std::span(kAll).first(std::size(kAll) - !all);
#else
    return kAll;
#endif
}

}  // namespace provebest::chess
