// Probes for B*: the value of a position by a small search, and a player's hope after a move.
// A probe is pure: its answer, line and node count depend on the position, its history, the limits
// and the settings, not on earlier probes, their order, or the number of threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chess/crew.hpp"
#include "chess/search.hpp"

namespace provebest::chess {

struct ProbeSettings {
    bool selective = false;  // the player's pruned search instead of the exact one
    // Keep the table from probe to probe: faster, but then the answers depend on earlier probes. For
    // one worker only.
    bool warm = false;
    std::size_t table_bytes = std::size_t{1} << 20;  // of each worker
    std::shared_ptr<const Correction> correction = nullptr;  // none: the handcrafted evaluation
};

struct ProbeRequest {
    std::vector<Move> moves;  // played before the probe; empty: none
    bool hope = false;  // the side that moved gets another turn
    int depth = 0;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
};

enum class ProbeStatus {
    Answered,
    NoHope,     // the replier is in check and cannot pass: there is no such probe
    Cancelled,  // the result of the last completed depth, if there was one
};

struct ProbeAnswer {
    ProbeStatus status = ProbeStatus::Cancelled;
    Value value        = 0;  // for the side to move where the search began; with hope, the mover
    int depth          = 0;  // completed; a finished game is known to any depth
    std::uint64_t nodes = 0;
    std::vector<Move> line;  // with hope it starts with the extra move
};

// Moves to mate, positive when the side to move mates; 0 when the value is not a mate.
constexpr int mate_distance(Value v) {
    return v >= kMateInMax ? (kMate - v + 1) / 2 : v <= -kMateInMax ? -(kMate + v) / 2 : 0;
}

// When a batch has to end. From then on, each of its probes answers with the last depth that it has
// completed, or with the static evaluation.
using Deadline = std::chrono::steady_clock::time_point;
constexpr Deadline kNoDeadline = Deadline::max();

class Prober {
public:
    Prober(const ProbeSettings& settings, int threads);

    ProbeAnswer probe(const Position& position, const ProbeRequest& request);
    // Answers in the order of the requests. `cancel`, from any thread, ends it within milliseconds.
    std::vector<ProbeAnswer> batch(const Position& position, std::span<const ProbeRequest> requests,
                                   Deadline deadline = kNoDeadline);
    void cancel() { stop_.store(true); }

    const ProbeSettings& settings() const { return settings_; }
    int threads() const { return static_cast<int>(workers_.size()); }

private:
    ProbeAnswer answer(Searcher& worker, const Position& position, const ProbeRequest& request,
                       Deadline deadline) const;
    Limits allowed_until(Deadline deadline) const;

    ProbeSettings settings_;
    std::vector<std::unique_ptr<Searcher>> workers_;
    CrewOfProcess crew_;
    std::atomic<bool> stop_{false};
};

}  // namespace provebest::chess
