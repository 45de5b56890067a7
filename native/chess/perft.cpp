#include "chess/perft.hpp"

#include <stdexcept>

namespace provebest::chess {

std::uint64_t perft(Position& position, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(count_legal(position));
    MoveList moves;
    generate<Moves::All>(position, moves);
    std::uint64_t total = 0;
    for (const Move move : moves) {
        position.make(move);
        total += perft(position, depth - 1);
        position.unmake();
    }
    return total;
}

namespace {

// Trees of this depth are counted in one slice: even with fifteen queens a fraction of a second.
constexpr int kWhole = 3;

}  // namespace

PerftRun::PerftRun(const Position& position, int depth)
    : root_(position), position_(position), depth_(depth) {
    if (depth < 0 || depth > kMaxPerftDepth) throw std::invalid_argument("no such depth");
    if (depth == 0) {
        nodes_ = 1;
        return;
    }
    enter();
    root_moves_ = frames_.front().moves.size();
}

void PerftRun::enter() { generate<Moves::All>(position_, frames_.emplace_back().moves); }

void PerftRun::leave() {
    frames_.pop_back();
    if (!frames_.empty()) position_.unmake();
}

void PerftRun::advance(std::uint64_t leaves) {
    const std::uint64_t begun = nodes_;
    while (!frames_.empty() && nodes_ - begun < leaves) {
        Frame& frame    = frames_.back();
        const bool root = frames_.size() == 1;
        if (root && frame.next > 0) {
            shares_.push_back({frame.moves[frame.next - 1], nodes_ - before_});
            before_ = nodes_;
        }
        if (frame.next == frame.moves.size()) {
            leave();
            continue;
        }
        const int left = depth_ - static_cast<int>(frames_.size());
        position_.make(frame.moves[frame.next++]);
        if (left > kWhole) {
            enter();
        } else {
            nodes_ += perft(position_, left);
            position_.unmake();
        }
    }
}

}  // namespace provebest::chess
