#include "tiles/puzzle.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace provebest::tiles {

namespace {

// The squares of a board as concentric rings, each clockwise from its top left corner. [R72-2]
std::vector<std::vector<Square>> rings_of(int width, int height) {
    std::vector<std::vector<Square>> rings;
    int top = 0, left = 0, bottom = height - 1, right = width - 1;
    while (top <= bottom && left <= right) {
        std::vector<Square> ring;
        for (int x = left; x <= right; ++x) ring.push_back(top * width + x);
        for (int y = top + 1; y <= bottom; ++y) ring.push_back(y * width + right);
        if (bottom > top)
            for (int x = right - 1; x >= left; --x) ring.push_back(bottom * width + x);
        if (right > left)
            for (int y = bottom - 1; y > top; --y) ring.push_back(y * width + left);
        rings.push_back(std::move(ring));
        ++top, ++left, --bottom, --right;
    }
    return rings;
}

std::vector<Exits> exits_of(int width, int height) {
    std::vector<Exits> all(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            Exits& exits    = all[static_cast<std::size_t>(y * width + x)];
            const auto open = [&](Move move, int to) {
                exits.list[static_cast<std::size_t>(exits.count++)] = {move, to};
            };
            // [R72-3] Right, Left, Up, Down, leaving out moves off the board.
            if (x + 1 < width) open(Move::Right, y * width + x + 1);
            if (x > 0) open(Move::Left, y * width + x - 1);
            if (y > 0) open(Move::Up, (y - 1) * width + x);
            if (y + 1 < height) open(Move::Down, (y + 1) * width + x);
        }
    return all;
}

}  // namespace

Puzzle::Puzzle(int width, int height, std::vector<Tile> goal, Weights weights)
    : goal_(std::move(goal)), weights_(weights) {
    if (width < 1 || height < 1 || width > 255 || height > 255 ||
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) != goal_.size() ||
        goal_.size() > kMaxSquares)
        throw std::invalid_argument("the goal does not fill the board");
    const std::size_t n = goal_.size();
    std::vector<Square> home(n, kNowhere);
    for (std::size_t s = 0; s < n; ++s) {
        if (goal_[s] >= n || home[goal_[s]] != kNowhere)
            throw std::invalid_argument("the goal is not a permutation of the tiles");
        home[goal_[s]] = static_cast<Square>(s);
    }
    exits_ = exits_of(width, height);
    rings_ = rings_of(width, height);

    cost_.assign(n * n, 0);
    for (std::size_t s = 0; s < n; ++s)
        for (std::size_t t = 1; t < n; ++t) {
            const int square   = static_cast<int>(s);
            const int distance = std::abs(square % width - home[t] % width) +
                                 std::abs(square / width - home[t] / width);
            cost_[s * n + t] = weights.position * distance + (distance > 0 ? weights.misplaced : 0);
        }

    next_.assign(n, 0);
    ring_of_.assign(n, -1);
    for (std::size_t r = 0; r < rings_.size(); ++r) {
        std::vector<Tile> listed;
        for (const Square s : rings_[r])
            if (const Tile t = goal_[static_cast<std::size_t>(s)]; t != 0) listed.push_back(t);
        for (std::size_t i = 0; i < listed.size(); ++i) {
            next_[listed[i]]    = listed[(i + 1) % listed.size()];
            ring_of_[listed[i]] = static_cast<int>(r);
        }
    }
}

Square Puzzle::blank_of(std::span<const Tile> board) const {
    const auto at = std::ranges::find(board, Tile{0});
    if (at == board.end()) throw std::invalid_argument("the board has no blank");
    return static_cast<Square>(at - board.begin());
}

bool Puzzle::is_goal(std::span<const Tile> board) const { return std::ranges::equal(board, goal_); }

Cost Puzzle::estimate(std::span<const Tile> board) const {
    assert(board.size() == goal_.size());
    const std::size_t n = goal_.size();
    Cost total          = 0;
    for (std::size_t s = 0; s < n; ++s) total += cost_[s * n + board[s]];
    if (weights_.sequence != 0) total += weights_.sequence * sequence_count(board);
    return total;
}

Cost Puzzle::sequence_count(std::span<const Tile> board) const {
    Cost count = 0;
    for (std::size_t r = 0; r < rings_.size(); ++r) {
        const auto& ring = rings_[r];
        if (ring.size() == 1) {
            // [R72-2] The centre scores one if its tile is not that of the goal.
            const auto centre = static_cast<std::size_t>(ring.front());
            count += board[centre] != goal_[centre] ? 1 : 0;
            continue;
        }
        // [R72-2] Two for each tile in a ring that is not followed by its goal successor; the blank is
        // skipped.
        int first = 0, last = 0;
        const auto follows = [&](int tile, int next) {
            return ring_of_[static_cast<std::size_t>(tile)] == static_cast<int>(r) &&
                   next_[static_cast<std::size_t>(tile)] == next;
        };
        for (const Square s : ring) {
            const int tile = board[static_cast<std::size_t>(s)];
            if (tile == 0) continue;
            if (first == 0) first = tile;
            if (last != 0 && !follows(last, tile)) count += 2;
            last = tile;
        }
        if (last != 0 && !follows(last, first)) count += 2;
    }
    return count;
}

Look Puzzle::look_ahead(std::span<Tile> board, Square came_from, int depth,
                        Polling& polling) const {
    Looking result{{kNoTerminal, kNotMet, 0, 0}, polling};
    look(board, blank_of(board), came_from, depth, 0, result);
    if (result.met != kNotMet) result.value = 0;
    return result;
}

std::vector<Square> Puzzle::line_to_goal(std::span<const Tile> board, Square came_from,
                                         int steps) const {
    std::vector<Tile> scratch(board.begin(), board.end());
    std::vector<Square> line;
    if (!find_line(scratch, blank_of(board), came_from, steps, line)) line.clear();
    return line;
}

bool Puzzle::find_line(std::span<Tile> board, Square blank, Square came_from, int steps,
                       std::vector<Square>& line) const {
    const Exits& ways = exits(blank);
    for (int i = 0; i < ways.count; ++i) {
        const Square to = ways.list[static_cast<std::size_t>(i)].to;
        if (to == came_from) continue;
        line.push_back(to);
        std::swap(board[static_cast<std::size_t>(blank)], board[static_cast<std::size_t>(to)]);
        const bool found = steps == 1 ? is_goal(board) : find_line(board, to, blank, steps - 1, line);
        std::swap(board[static_cast<std::size_t>(blank)], board[static_cast<std::size_t>(to)]);
        if (found) return true;
        line.pop_back();
    }
    return false;
}

void Puzzle::look(std::span<Tile> board, Square blank, Square came_from, int depth, int done,
                  Looking& result) const {
    if (depth == done) {
        ++result.evaluated;
        result.value = std::min(result.value, estimate(board));
        return;
    }
    if (result.polling.stops()) throw Stopped();
    const Exits& ways = exits(blank);
    for (int i = 0; i < ways.count; ++i) {
        const Square to = ways.list[static_cast<std::size_t>(i)].to;
        if (to == came_from) continue;  // [R72-5] never straight back
        ++result.generated;
        Tile& hole = board[static_cast<std::size_t>(blank)];
        Tile& tile = board[static_cast<std::size_t>(to)];
        std::swap(hole, tile);
        if (is_goal(board))
            result.met = done + 1;  // [R72-6] the goal was met: nothing else matters
        else
            look(board, to, blank, depth, done + 1, result);
        std::swap(hole, tile);
        if (result.met != kNotMet) return;
    }
}

}  // namespace provebest::tiles
