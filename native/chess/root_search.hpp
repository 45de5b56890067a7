// Searches of one position that continue where they stopped: over all its moves for a player, over
// a chosen set for B*. All searches of one object share its table, so the answers depend on the
// object's earlier searches, and on nothing else.
//
// With more than one thread that is not so. Helpers search the same moves, each with its own position
// and memory of moves, and leave what they find in the common table. The first that has finished
// decides the answer.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "chess/crew.hpp"
#include "chess/search.hpp"

namespace provebest::chess {

class RootSearch {
public:
    RootSearch(const Position& position, std::size_t table_bytes,
               std::shared_ptr<const Correction> correction = nullptr, int threads = 1);

    // A set-probe: the best of these moves, its value and line, and bounds for the others, at
    // `depth`; continues from the depth to which this set has been searched. Empty: all legal moves.
    // If it is interrupted, it reports a new best move found before that.
    Report probe(std::vector<Move> set, int depth, std::uint64_t nodes,
                 std::chrono::microseconds time = {});
    // Whether one of these moves is worth `bound` at `depth`, which costs much less than its value;
    // the report is that of Searcher::reaches. Only the table remembers it.
    Report reaches(std::vector<Move> set, Value bound, int depth, std::uint64_t nodes,
                   std::chrono::microseconds time = {});
    // From another thread; ends the search in progress.
    void cancel() { stop_.store(true); }
    // Sets the function that a running search calls from time to time.
    void ask(Poll poll) { poll_ = poll; }
    // Calls that function between two searches.
    bool is_told_to_stop() const { return poll_.stop && poll_.stop(poll_.context); }

    // Continues with the next position of the game and the same table.
    void move_to(const Position& position);
    void forget();

    const Position& position() const { return position_; }
    int threads() const { return static_cast<int>(helpers_.size()) + 1; }
    std::uint64_t nodes() const { return nodes_; }  // of all searches that have ended
    // Includes the running search, up to a thousand nodes late; may be called from another thread.
    std::uint64_t nodes_so_far() const { return nodes_ + now_.nodes; }
    // Thousandths of the table filled for this move; may be called from another thread.
    int filled() const { return now_.filled; }
    // The root move being searched and its number in the order of this depth; no move if no search
    // is running. May be called from another thread.
    std::pair<Move, int> at() const;
    // Each legal move and the replies to it in the table.
    std::vector<std::vector<Move>> refutations() const;

private:
    Limits begin(int depth, std::uint64_t nodes, std::chrono::microseconds time);
    void count(const Report& report);
    // Calls `search` with each thread's searcher, its limits and its number. When one has finished, or
    // a limit has ended the first, 0, which alone looks at the clock, all end. Returns the report of the
    // deepest, with the nodes of all.
    template <class Search>
    Report together(const Limits& limits, const Search& search);

    Position position_;
    Searcher searcher_;
    std::vector<std::unique_ptr<Searcher>> helpers_;
    CrewOfProcess crew_;
    std::map<std::vector<std::uint16_t>, Report> done_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> nodes_{0};
    SoFar now_;
    Poll poll_;
};

}  // namespace provebest::chess
