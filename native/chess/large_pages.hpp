// Memory for tables that are read at random places: large pages if the system has them, because
// finding a small page costs more than reading it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace provebest::chess {

// Frees what `allocate_large` took: from the system, or from the heap if it has no such call.
struct FreeLarge {
    void* base       = nullptr;
    std::size_t size = 0;
    void operator()(void*) const {
#if defined(__linux__)
        munmap(base, size);
#else
        std::free(base);
#endif
    }
};

template <class T>
using Large = std::unique_ptr<T[], FreeLarge>;

// `count` objects whose bytes are all zero. The system supplies zeroed pages, so a table costs
// nothing before it is used.
template <class T>
Large<T> allocate_large(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    constexpr std::size_t kLargePage = std::size_t{1} << 21;
    constexpr std::size_t kLeast     = kLargePage / 4;  // smaller tables would waste the page
    const std::size_t bytes          = count * sizeof(T);
    const std::size_t alignment =
        bytes >= kLeast ? kLargePage : std::max<std::size_t>(alignof(T), 64);
    if (bytes / sizeof(T) != count || bytes > SIZE_MAX - 2 * alignment) throw std::bad_alloc();
    const std::size_t size = bytes + alignment;
#if defined(__linux__)
    void* const base =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) throw std::bad_alloc();
#else
    void* const base = std::calloc(size, 1);
    if (!base) throw std::bad_alloc();
#endif
    const auto at = (reinterpret_cast<std::uintptr_t>(base) + alignment - 1) / alignment * alignment;
    void* const memory = reinterpret_cast<void*>(at);
#if defined(__linux__)
    // Only whole large pages: one that reaches beyond the table would be zeroed for nothing.
    if (bytes >= kLeast) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return Large<T>(static_cast<T*>(memory), FreeLarge{base, size});
}

}  // namespace provebest::chess
