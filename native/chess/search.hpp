// The alpha-beta search, with two policies:
//   Exact      the value is minimax to the given depth with quiescence at the leaves; only
//              alpha-beta prunes [EH63-4];
//   Selective  for play: null moves, reductions, extensions, futility.
//
// Contract (fail-soft), for every node searched with a window alpha < beta and true value v:
//   result <= alpha  implies  v <= result;   result >= beta  implies  v >= result;   else v = result.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "chess/evaluation.hpp"
#include "chess/ordering.hpp"
#include "chess/position.hpp"
#include "chess/table.hpp"
#include "chess/visited.hpp"
#include "poll.hpp"

namespace provebest::chess {

// What a running search reports from time to time, to be read by other threads.
struct SoFar {
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<int> filled{0};            // thousandths of the table
    std::atomic<std::uint32_t> at{0};      // the root move being searched; its number in the high bits
};

// The most nodes of one quiescence search: where both sides can go on taking, it would not end in a
// lifetime. In positions of games the largest of twenty million had 800 nodes. Where there are more
// promoted pieces than games have, many of these searches must be cut short, so they get less.
constexpr std::uint64_t kQuietNodes = 2048, kLeastQuietNodes = 64;
constexpr int kPromotedInGames = 2;

// Depends on the position alone, so that the same search has the same tree.
inline std::uint64_t quiet_nodes(const Position& position) {
    const auto beyond = [&](PieceType kind, int at_first) {
        return std::max(0, count(position.pieces(kind)) - at_first);
    };
    const int promoted = beyond(Queen, 2) + beyond(Rook, 4) + beyond(Bishop, 4) + beyond(Knight, 4);
    const int too_many = std::clamp(promoted - kPromotedInGames, 0, 30);
    return std::max(kQuietNodes >> 2 * too_many, kLeastQuietNodes);
}

// What the threads of one search share besides the table.
class Team {
public:
    explicit Team(std::uint64_t nodes) : nodes_left_(nodes) {}

    // Counts the nodes that a thread visited since its last call. Returns how many it may visit
    // before the next one; 0 if the search is over.
    std::uint64_t more_nodes(std::uint64_t visited_since);
    std::uint64_t visited() const { return visited_.load(std::memory_order_relaxed); }
    void end() { over_.store(true, std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> nodes_left_;  // that no thread has been given yet
    std::atomic<std::uint64_t> visited_{0};
    std::atomic<bool> over_{false};
};

struct Limits {
    int depth           = kMaxPly / 2;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::chrono::microseconds hard{0};  // ends the search anywhere; zero means no clock
    const std::atomic<bool>* stop = nullptr;
    SoFar* so_far = nullptr;
    Poll poll = {};
    Team* team = nullptr;  // if there is one, only its nodes are limited
};

struct RootMove {
    Move move;
    Value value  = -kInfinite;  // a bound of the kind beside it, at the depth it was last searched
    Bound bound  = Bound::None;
    int depth    = 0;
    std::uint64_t nodes = 0;
    std::vector<Move> line;     // starts with the move itself
};

struct Report {
    Value value = 0;            // of the best move, for the side to move
    int depth   = 0;            // the last depth that was completed
    int selective_depth = 0;
    std::uint64_t nodes = 0;
    bool interrupted    = false;  // by a limit, in the middle of a depth
    std::vector<RootMove> moves;  // best first
};

// The principal variation, collected on the way back.
struct Line {
    int size = 0;
    union {  // unset: only the first `size` are ever read
        Move moves[kMaxPly];
    };
    Line() {}
    void begin_with(Move move, const Line& rest) {
        moves[0] = move;
        size     = 1;
        for (int i = 0; i < rest.size && size < kMaxPly; ++i) moves[size++] = rest.moves[i];
    }
};

// One worker. Not to be used by two threads at once.
class Searcher {
public:
    // Without a correction the evaluation is the handcrafted one.
    explicit Searcher(std::size_t table_bytes, std::shared_ptr<const Correction> correction = nullptr,
                      bool with_follow_history = true);
    // Shares this table with others; everything else is its own.
    Searcher(std::shared_ptr<Table> table, std::shared_ptr<const Correction> correction,
             bool with_follow_history);

    // Forgets everything learned: the next answer depends only on its own arguments.
    void forget();
    // Also resets the count of generations: a whole game will be repeated exactly.
    void reset();
    // The same without the table, which another worker resets.
    void forget_own();
    // Others use the same table: from now on it remembers which positions it has searched itself.
    void remember_visits() { visited_.emplace(); }
    // A new move of the same game: keeps the table and ages it.
    void next_move();

    // Searches the moves of `set` (empty: all legal moves) ply by ply from `from_depth`; `guess` is
    // the value of the previous depth. There must be at least one legal move.
    Report exact(const Position& position, const std::vector<Move>& set, const Limits& limits);
    Report selective(const Position& position, const std::vector<Move>& set, const Limits& limits,
                     int from_depth = 1, Value guess = 0);
    // Whether a move of `set` is worth `bound` at `limits.depth`: one selective search with a null
    // window, after others have filled the table. If the value reaches `bound`, it is a lower bound
    // of the first move; otherwise it is an upper bound of all of them.
    Report reaches(const Position& position, const std::vector<Move>& set, const Limits& limits,
                   Value bound);
    // Quiescence search alone: depth 0, and no moves in the report. If it is interrupted, the value
    // is the static evaluation.
    Report quiet(const Position& position, const Limits& limits);

    // Good replies to the last move, from the table, as far as it has them.
    std::vector<Move> replies(Position position) const;

    const Table& table() const { return table_; }
    std::shared_ptr<Table> shared_table() const { return owned_; }

private:
    struct Frame {
        Value eval     = 0;
        int slot       = -1;  // piece and square of the move made here, for the follow-up history
        Move excluded  = {};
    };
    struct OutOfTime {};

    void begin(const Position& position, const Limits& limits);
    std::vector<RootMove> members(const std::vector<Move>& set) const;
    template <class Policy>
    Report run(const Position& position, const std::vector<Move>& set, const Limits& limits,
               int from_depth, Value guess);
    template <class Policy>
    Value root(std::vector<RootMove>& moves, Value alpha, Value beta, int depth);
    template <class Policy>
    Value node(Value alpha, Value beta, int depth, int ply, bool cut_node, Line& line);
    template <class Policy>
    Value quiescence(Value alpha, Value beta, int ply, int quiet_ply, Line& line);
    template <class Policy>
    bool is_draw(int ply) const;

    static Key table_key(const Position& position);
    Key table_key() const { return table_key(position_); }
    Value static_eval(int ply) { return evaluation_.of(position_, ply); }
    void make(Move move, int ply, bool may_check = true);
    void make_null(int ply);
    void count_node();
    void look_at_the_clock();
    std::uint64_t plan_next_look();

    std::shared_ptr<Table> owned_;
    Table& table_;
    Memory memory_;
    StaticEvaluation evaluation_;
    std::optional<Visited> visited_;
    Position position_;
    Frame frames_[2 * kMaxPly + 4];
    Limits limits_;
    std::chrono::steady_clock::time_point start_;
    std::chrono::steady_clock::time_point next_poll_;
    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0, last_look_ = 0;  // by the count of nodes
    std::uint64_t quiet_end_ = 0;  // by the count of nodes: where this quiescence search is cut short
    int selective_depth_ = 0;
    int null_allowed_from_ = 0;  // while a null move is being verified: no null moves before this ply
};

}  // namespace provebest::chess
