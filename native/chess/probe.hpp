// What B* asks: the value of a position by a small search, and a player's hope after a move.
// A probe is pure: its answer, line and node count depend on the position, its history, the limits
// and the settings, not on what was asked before, in which order, or by how many threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chess/crew.hpp"
#include "chess/search.hpp"

namespace provebest::chess {

struct ProbeSettings {
    bool selective = false;  // the player's pruned search instead of the exact one
    // Keep the table from probe to probe: faster, but the answers then depend on what was asked
    // before. For one worker only.
    bool warm = false;
    std::size_t table_bytes = std::size_t{1} << 20;  // of each worker
};

struct ProbeRequest {
    std::vector<Move> moves;  // asked after these; none: the position as it stands
    bool hope = false;  // the one who moved gets another turn: what would he do with it?
    int depth = 0;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
};

enum class ProbeStatus {
    Answered,
    NoHope,     // the replier is in check and cannot pass: there is no such probe
    Cancelled,  // what the last completed depth said, if there was one
};

struct ProbeAnswer {
    ProbeStatus status = ProbeStatus::Cancelled;
    Value value        = 0;  // for the side to move where the search began; with hope, the mover
    int depth          = 0;  // completed; a finished game is known to any depth
    std::uint64_t nodes = 0;
    std::vector<Move> line;  // with hope it starts with the extra move
};

// Moves to mate, positive when the side to move mates; 0 when the value is no mate.
constexpr int mate_distance(Value v) {
    return v >= kMateInMax ? (kMate - v + 1) / 2 : v <= -kMateInMax ? -(kMate + v) / 2 : 0;
}

class Prober {
public:
    Prober(const ProbeSettings& settings, int threads);
    ~Prober();

    ProbeAnswer probe(const Position& position, const ProbeRequest& request);
    // Answers in the order of the requests. `cancel`, from any thread, ends it within milliseconds.
    std::vector<ProbeAnswer> batch(const Position& position, std::span<const ProbeRequest> requests);
    void cancel() { stop_.store(true); }

    const ProbeSettings& settings() const { return settings_; }
    int threads() const { return static_cast<int>(workers_.size()); }

private:
    Crew& crew();
    void forget_a_parents_crew();
    ProbeAnswer answer(Searcher& worker, const Position& position, const ProbeRequest& request);

    ProbeSettings settings_;
    std::vector<std::unique_ptr<Searcher>> workers_;
    std::unique_ptr<Crew> crew_;
    long crew_of_ = 0;  // the process that it lives in: threads do not come along into another
    std::atomic<bool> stop_{false};
};

}  // namespace provebest::chess
