// The transposition table: search results by position, in clusters of one cache line.
#pragma once

#include "chess/large_pages.hpp"
#include "chess/types.hpp"

namespace provebest::chess {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct Entry {
    Key key = 0;
    std::uint16_t move = 0;
    std::int16_t value = 0;
    std::int16_t eval  = 0;
    std::int8_t depth  = 0;
    std::uint8_t stamp = 0;  // generation above, bound in the two lowest bits; 0 is an empty entry

    Bound bound() const { return static_cast<Bound>(stamp & 3); }
};
static_assert(sizeof(Entry) == 16);

class Table {
public:
    // At least one cluster; the size is rounded down to a power of two.
    explicit Table(std::size_t bytes);

    // Forgets all entries, at no cost.
    void forget();
    // Starts a new search: stored entries stay visible, and are replaced first.
    void age();
    void clear();

    const Entry* find(Key key) const {
        for (const Entry& entry : clusters_[index(key)].entries)
            if (entry.key == key && visible(entry)) return &entry;
        return nullptr;
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
        Entry entries[4];
    };
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
