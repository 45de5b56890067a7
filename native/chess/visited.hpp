// Which positions one thread has searched itself. It may take one position for another, and forgets
// all of them when there are too many: then some are searched less deep, once.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/types.hpp"

namespace provebest::chess {

class Visited {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 20;

    bool has(Key key) const { return (words_[place(key)] & bit(key)) != 0; }
    void add(Key key) {
        if (has(key)) return;
        if (count_ == kMost) clear();
        words_[place(key)] |= bit(key);
        ++count_;
    }
    void clear() {
        words_.assign(kWords, 0);
        count_ = 0;
    }

private:
    static constexpr std::size_t kWords = kMost / 8;  // eight bits for each position
    static std::size_t place(Key key) { return static_cast<std::size_t>(key >> 6) % kWords; }
    static std::uint64_t bit(Key key) { return std::uint64_t{1} << (key % 64); }

    std::vector<std::uint64_t> words_ = std::vector<std::uint64_t>(kWords);
    std::size_t count_                = 0;
};

}  // namespace provebest::chess
