// The transposition table: search results by position, in clusters of one cache line.
//
// Threads may share one without locks. An entry is two atomic words, and the first is the key xor the
// second: if the words are from two different stores, no key fits them, and nothing is found.
#pragma once

#include <atomic>
#include <bit>
#include <optional>
#include <utility>

#include "chess/large_pages.hpp"
#include "chess/types.hpp"

namespace provebest::chess {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct Entry {
    std::uint16_t move = 0;
    std::int16_t value = 0;
    std::int16_t eval  = 0;
    std::int8_t depth  = 0;
    std::uint8_t stamp = 0;  // generation above, bound in the two lowest bits; 0 is an empty entry

    Bound bound() const { return static_cast<Bound>(stamp & 3); }
};
static_assert(sizeof(Entry) == sizeof(std::uint64_t));

// An entry as it is stored.
struct Slot {
    std::atomic<std::uint64_t> check, data;

    // The key, and what is stored under it. A torn entry has a key that no position has.
    std::pair<Key, Entry> load() const {
        const std::uint64_t word = data.load(std::memory_order_relaxed);
        return {check.load(std::memory_order_relaxed) ^ word, std::bit_cast<Entry>(word)};
    }
    void store(Key key, const Entry& entry) {
        const auto word = std::bit_cast<std::uint64_t>(entry);
        check.store(key ^ word, std::memory_order_relaxed);
        data.store(word, std::memory_order_relaxed);
    }
};

class Table {
public:
    // At least one cluster; the size is rounded down to a power of two.
    explicit Table(std::size_t bytes);

    // Forgets all entries, at no cost.
    void forget();
    // Starts a new search: stored entries stay visible, and are replaced first.
    void age();
    void clear();

    // These may be called by several threads at once; the others only while no other thread uses the
    // table.
    std::optional<Entry> find(Key key) const {
        for (const Slot& slot : clusters_[index(key)].slots) {
            const auto [stored, entry] = slot.load();
            if (stored == key && visible(entry)) return entry;
        }
        return std::nullopt;
    }
    void store(Key key, Move move, Value value, Value eval, int depth, Bound bound);
    void prefetch([[maybe_unused]] Key key) const {
#if defined(__GNUC__)  // also defined by Clang; elsewhere there is no prefetch
        __builtin_prefetch(clusters_.get() + index(key));
#endif
    }
    // Thousandths of the table filled by the present generation.
    int filled() const;

private:
    struct alignas(64) Cluster {
        Slot slots[4];
    };
    static_assert(sizeof(Cluster) == 64 && std::atomic<std::uint64_t>::is_always_lock_free);
    static constexpr unsigned kGenerations = 63;

    std::size_t index(Key key) const { return static_cast<std::size_t>(key) & mask_; }
    bool visible(const Entry& e) const { return e.stamp >> 2 >= oldest_ && e.stamp != 0; }
    void next_generation();

    Large<Cluster> clusters_;
    std::size_t mask_    = 0;
    unsigned generation_ = 1;
    unsigned oldest_     = 1;  // entries of earlier generations do not exist
};

// Mates are stored as seen from the position itself, not from the root.
constexpr Value to_table(Value v, int ply) {
    return v >= kMateInMax ? v + ply : v <= -kMateInMax ? v - ply : v;
}
constexpr Value from_table(Value v, int ply) {
    return v >= kMateInMax ? v - ply : v <= -kMateInMax ? v + ply : v;
}

}  // namespace provebest::chess
