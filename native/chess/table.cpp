#include "chess/table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace provebest::chess {

Table::Table(std::size_t bytes) {
    const auto clusters = std::bit_floor(std::max<std::size_t>(bytes / sizeof(Cluster), 1));
    clusters_           = allocate_large<Cluster>(clusters);
    mask_               = clusters - 1;
}

void Table::clear() {
    static_assert(std::is_trivially_copyable_v<Cluster>);
    std::memset(static_cast<void*>(clusters_.get()), 0, (mask_ + 1) * sizeof(Cluster));
    generation_ = oldest_ = 1;
}

void Table::next_generation() {
    if (generation_ == kGenerations) {
        clear();  // the six bits of the generation are used up
        return;
    }
    ++generation_;
}

void Table::forget() {
    next_generation();
    oldest_ = generation_;
}

void Table::age() {
    next_generation();
}

void Table::store(Key key, Move move, Value value, Value eval, int depth, Bound bound) {
    Cluster& cluster = clusters_[index(key)];
    // The entry of the same position; else an empty one; else the shallowest, oldest first.
    Slot* place = nullptr;
    int worst   = 1 << 20;
    for (Slot& slot : cluster.slots) {
        const auto [stored, entry] = slot.load();
        if (!visible(entry)) {
            if (worst > -(1 << 20)) {
                place = &slot;
                worst = -(1 << 20);
            }
            continue;
        }
        if (stored == key) {
            place = &slot;
            if (!move) move = Move::from_bits(entry.move);
            // A shallower bound does not replace a deeper result of this generation.
            if (bound != Bound::Exact && depth + 3 < entry.depth && entry.stamp >> 2 == generation_)
                return;
            break;
        }
        const int age   = static_cast<int>(generation_) - (entry.stamp >> 2);
        const int worth = entry.depth - 8 * age;
        if (worth < worst) {
            worst = worth;
            place = &slot;
        }
    }
    place->store(key, {.move  = move.bits(),
                       .value = static_cast<std::int16_t>(value),
                       .eval  = static_cast<std::int16_t>(eval),
                       .depth = static_cast<std::int8_t>(depth),
                       .stamp = static_cast<std::uint8_t>(generation_ << 2 |
                                                          static_cast<unsigned>(bound))});
}

int Table::filled() const {
    const std::size_t sample = std::min<std::size_t>(mask_ + 1, 250);
    std::size_t used         = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Slot& slot : clusters_[i].slots) {
            const Entry entry = slot.load().second;
            used += visible(entry) && entry.stamp >> 2 == generation_;
        }
    return static_cast<int>(used * 1000 / (sample * 4));
}

}  // namespace provebest::chess
