// Memory for tables that are read in random places: large pages where the system has any, because
// there finding the page costs more than reading it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace provebest::chess {

struct FreeLarge {
    void operator()(void* memory) const { std::free(memory); }
};

template <class T>
using Large = std::unique_ptr<T[], FreeLarge>;

// `count` objects whose bytes are all zero.
template <class T>
Large<T> allocate_large(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    constexpr std::size_t kLargePage = std::size_t{1} << 21;
    constexpr std::size_t kLeast     = kLargePage / 4;  // smaller tables would waste the page
    const std::size_t bytes          = count * sizeof(T);
    const std::size_t alignment =
        bytes >= kLeast ? kLargePage : std::max<std::size_t>(alignof(T), 64);
    const std::size_t size = (bytes + alignment - 1) / alignment * alignment;
    void* const memory     = std::aligned_alloc(alignment, size);
    if (!memory) throw std::bad_alloc();
#if defined(__linux__)
    if (bytes >= kLeast) madvise(memory, size, MADV_HUGEPAGE);
#endif
    std::memset(memory, 0, size);
    return Large<T>(static_cast<T*>(memory));
}

}  // namespace provebest::chess
