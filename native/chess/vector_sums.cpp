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

std::int32_t squares_plain(const std::int16_t* sums, const std::int16_t* weights, int size) {
    std::int32_t total = 0;
    for (int i = 0; i < size; ++i) {
        const int active = std::clamp<int>(sums[i], 0, 255);
        total += active * active * weights[i];
    }
    return total;
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

// The product of an active unit and its weight fits in 16 bits: 255 * 127.
std::int32_t squares_sse2(const std::int16_t* sums, const std::int16_t* weights, int size) {
    const __m128i zero = _mm_setzero_si128(), most = _mm_set1_epi16(255);
    __m128i total = zero;
    for (int i = 0; i < size; i += 8) {
        const __m128i active   = _mm_min_epi16(_mm_max_epi16(load128(sums + i), zero), most);
        const __m128i weighted = _mm_mullo_epi16(active, load128(weights + i));
        total                  = _mm_add_epi32(total, _mm_madd_epi16(weighted, active));
    }
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, _MM_SHUFFLE(1, 0, 3, 2)));
    total = _mm_add_epi32(total, _mm_shuffle_epi32(total, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(total);
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

PROVEBEST_AVX2 std::int32_t squares_avx2(const std::int16_t* sums, const std::int16_t* weights,
                                         int size) {
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(255);
    __m256i total[2] = {zero, zero};
    for (int i = 0; i < size; i += 32)
        for (int k = 0; k < 2; ++k) {
            const int at           = i + 16 * k;
            const __m256i active   = _mm256_min_epi16(_mm256_max_epi16(load256(sums + at), zero), most);
            const __m256i weighted = _mm256_mullo_epi16(active, load256(weights + at));
            total[k] = _mm256_add_epi32(total[k], _mm256_madd_epi16(weighted, active));
        }
    const __m256i both = _mm256_add_epi32(total[0], total[1]);
    __m128i all = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    all         = _mm_add_epi32(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(1, 0, 3, 2)));
    all         = _mm_add_epi32(all, _mm_shuffle_epi32(all, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(all);
}

bool processor_has_avx2() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

#endif

constexpr VectorSums kAll[] = {
    {"plain", change_plain, squares_plain},
#if defined(PROVEBEST_SSE2)
    {"SSE2", change_sse2, squares_sse2},
#endif
#if defined(PROVEBEST_AVX2)
    {"AVX2", change_avx2, squares_avx2},
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
