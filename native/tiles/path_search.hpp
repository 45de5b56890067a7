// Best-first path search on sliding tiles: src/provebest/search/path/search.py in compiled code.
//
// The Python search is the reference and has every option; this one has those that run millions of
// times (any weight, look-ahead depth and tie rule; duplicates ignored or re-opened). It expands
// the same nodes in the same order. Rules [R72-n] as in docs/papers/rosenberg1972.md.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "tiles/puzzle.hpp"

namespace provebest::tiles {

struct SearchSettings {
    Cost g_factor;       // f = g_factor*g + h_factor*h, all whole [R72-4]
    Cost h_factor;
    int look_ahead;
    bool newest_first;   // TIE-1, else TIE-2 [R72-8]
    bool reopen;         // else a board already seen is ignored [R72-7]
};

// Maps priorities to node numbers; each bucket is in the order of LIST.
class OpenList {
public:
    explicit OpenList(bool newest_first) : newest_first_(newest_first) {}
    void push(Cost priority, std::uint32_t node);
    bool pop(Cost& priority, std::uint32_t& node);

private:
    struct Bucket {
        std::vector<std::uint32_t> nodes;
        std::size_t first = 0;  // index of the oldest
    };
    bool newest_first_;
    std::map<Cost, Bucket> buckets_;
};

class PathSearch {
public:
    enum class Status { Running, Goal, Met, Exhausted, RuledOut, Full };
    using Id = std::uint32_t;
    static constexpr Id kNone = UINT32_MAX;

    PathSearch(const Puzzle& puzzle, std::span<const Tile> start, SearchSettings settings);

    // Expands nodes until the search ends, `at_most` have been expanded, or the poll stops it: then an
    // expansion may be left half done, to be finished by the next call.
    void advance(std::uint64_t at_most, Poll poll = {});

    Status status() const { return status_; }
    std::uint64_t expanded() const { return expanded_; }
    std::uint64_t generated() const { return generated_; }
    std::uint64_t evaluated() const { return evaluated_; }
    std::size_t stored() const { return nodes_.size(); }

    Cost closest_estimate() const { return nodes_[closest_].h; }

    // The squares the blank visits from the start to the goal (through the look-ahead that met it,
    // if one did), or to the board with the least estimate so far.
    std::vector<Square> blank_way(bool to_closest) const;
    std::span<const Tile> start() const { return board(0); }
    const Puzzle& puzzle() const { return puzzle_; }

private:
    struct Node {
        Cost h;
        Cost f;
        Id parent;
        std::int32_t g;
        std::int16_t met;
        std::int16_t came_from;  // of the blank, when look-ahead evaluated it; parents may change
        bool closed;
    };

    std::span<const Tile> board(Id id) const;
    void develop(Polling& polling);
    void select();
    void put(Id id);
    Id find(std::span<const Tile> board) const;
    Id add(std::span<const Tile> board, Id parent, Square came_from, Polling& polling);
    void grow_table();
    std::size_t slot_of(std::span<const Tile> board) const;

    const Puzzle& puzzle_;
    SearchSettings settings_;
    Status status_ = Status::Running;
    std::uint64_t expanded_ = 0, generated_ = 0, evaluated_ = 0;
    bool ruled_out_ = false;  // whether an infinite estimate ruled out some node
    Id selected_ = 0;  // to be expanded next, or the goal
    bool half_expanded_ = false;
    int next_exit_      = 0;  // of its blank, where the expansion goes on
    Id closest_  = 0;  // least estimate so far; the start's is not known
    std::vector<Node> nodes_;
    std::vector<Tile> boards_;   // node n's board starts at n * squares
    std::vector<Id> table_;      // open addressing, a power of two long
    std::vector<Tile> scratch_;
    OpenList open_;
};

}  // namespace provebest::tiles
