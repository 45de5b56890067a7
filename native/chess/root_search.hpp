// Searches of one position that go on from where they were: over all its moves for a player, over
// a chosen set for B*. Everything asked of one such object shares its table, so the answers depend
// on the questions asked of it before, and on nothing else.
#pragma once

#include <atomic>
#include <map>
#include <utility>
#include <vector>

#include "chess/search.hpp"

namespace provebest::chess {

class RootSearch {
public:
    RootSearch(const Position& position, std::size_t table_bytes);

    // A set-probe: the best of these moves, its value and line, and bounds for the others, at
    // `depth`; goes on from the depth this very set has been searched to. Empty: all legal moves.
    // Cut off in the middle, it tells of a new best move if one was found before.
    Report probe(std::vector<Move> set, int depth, std::uint64_t nodes,
                 std::chrono::microseconds time = {});
    // Whether one of these moves is worth `bound` at `depth`, which costs much less than its value;
    // as Searcher::reaches tells it. Nothing of it is remembered but the table.
    Report reaches(std::vector<Move> set, Value bound, int depth, std::uint64_t nodes,
                   std::chrono::microseconds time = {});
    // From another thread; ends the search in progress.
    void cancel() { stop_.store(true); }
    // Asked from now on while a search is in progress.
    void ask(Poll poll) { poll_ = poll; }

    // The same table for the next position of the game.
    void move_to(const Position& position);
    void forget();

    const Position& position() const { return position_; }
    std::uint64_t nodes() const { return nodes_; }  // of all searches that have ended
    // From another thread: of the search in progress as well, a thousand late at most.
    std::uint64_t nodes_so_far() const { return nodes_ + now_.nodes; }
    // Thousandths of the table that are of this move, also from another thread.
    int filled() const { return now_.filled; }
    // The root move being searched and its number in the order of this depth, also from another
    // thread; no move where no search is in progress.
    std::pair<Move, int> at() const;
    // Each legal move and what the table holds against it.
    std::vector<std::vector<Move>> refutations() const;

private:
    Limits begin(int depth, std::uint64_t nodes, std::chrono::microseconds time);
    void count(const Report& report);

    Position position_;
    Searcher searcher_;
    std::map<std::vector<std::uint16_t>, Report> done_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> nodes_{0};
    SoFar now_;
    Poll poll_;
};

}  // namespace provebest::chess
