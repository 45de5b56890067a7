// Laws of the tile core that need no Python: run by ctest, and under the sanitizers.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tiles/path_search.hpp"
#include "tiles/puzzle.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::tiles;
using provebest::Polling;

const std::vector<Tile> kPaperGoal{1, 2, 3, 8, 0, 4, 7, 6, 5};

std::vector<Tile> shuffled(const Puzzle& puzzle, std::vector<Tile> board, int steps, unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < steps; ++i) {
        const Square blank = puzzle.blank_of(board);
        const Exits& ways  = puzzle.exits(blank);
        const auto pick    = random() % static_cast<unsigned>(ways.count);
        std::swap(board[static_cast<std::size_t>(blank)],
                  board[static_cast<std::size_t>(ways.list[pick].to)]);
    }
    return board;
}

void the_papers_figure_4_scores_16_and_16() {
    const std::vector<Tile> board{5, 2, 7, 8, 0, 4, 3, 6, 1};
    check(Puzzle(3, 3, kPaperGoal, {0, 1, 0}).estimate(board) == 16, "P of figure 4 is 16");
    check(Puzzle(3, 3, kPaperGoal, {0, 0, 1}).estimate(board) == 16, "S of figure 4 is 16");
}

void look_ahead_restores_the_board() {
    const Puzzle puzzle(4, 4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0}, {0, 2, 3});
    std::vector<Tile> goal{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};
    for (unsigned seed = 0; seed < 50; ++seed) {
        const auto board = shuffled(puzzle, goal, 40, seed);
        auto scratch     = board;
        Polling polling({}, 1);
        const Look look = puzzle.look_ahead(scratch, kNowhere, 6, polling);
        check(scratch == board, "look-ahead leaves the board as it was");
        check(look.met == kNotMet || look.value == 0, "a goal that was met is worth 0");
    }
}

void the_goal_scores_nothing_on_any_board() {
    for (int width = 1; width <= 6; ++width)
        for (int height = 1; height <= 6; ++height) {
            std::vector<Tile> goal(static_cast<std::size_t>(width * height));
            for (std::size_t i = 0; i < goal.size(); ++i) goal[i] = static_cast<Tile>(i);
            check(Puzzle(width, height, goal, {5, 7, 11}).estimate(goal) == 0, "the goal scores 0");
        }
}

// The shortest solutions of Rosenberg's table I.
void a_star_finds_the_lengths_of_table_i() {
    const Puzzle puzzle(3, 3, kPaperGoal, {0, 1, 0});
    const std::vector<std::pair<std::vector<Tile>, std::size_t>> problems{
        {{2, 1, 6, 4, 0, 8, 7, 5, 3}, 18}, {{8, 2, 5, 1, 0, 6, 7, 3, 4}, 20},
        {{8, 2, 4, 1, 0, 7, 5, 6, 3}, 22}, {{8, 2, 4, 1, 0, 7, 3, 5, 6}, 24},
        {{7, 6, 5, 1, 0, 8, 3, 2, 4}, 30},
    };
    for (const auto& [board, length] : problems)
        for (const bool newest : {true, false}) {
            PathSearch search(puzzle, board, {1, 1, 0, newest, true});
            search.advance(1'000'000);
            check(search.status() == PathSearch::Status::Goal, "A* ends at the goal");
            check(search.blank_way(false).size() == length + 1, "the length is the paper's");
        }
}

void a_search_in_steps_is_the_search_in_one_go() {
    const Puzzle puzzle(3, 3, kPaperGoal, {0, 2, 3});
    const std::vector<Tile> board{7, 6, 5, 1, 0, 8, 3, 2, 4};
    PathSearch whole(puzzle, board, {2, 1, 2, true, true});
    PathSearch steps(puzzle, board, {2, 1, 2, true, true});
    whole.advance(UINT64_MAX);
    while (steps.status() == PathSearch::Status::Running) steps.advance(1);
    check(whole.expanded() == steps.expanded() && whole.generated() == steps.generated() &&
              whole.evaluated() == steps.evaluated() &&
              whole.blank_way(false) == steps.blank_way(false),
          "one step at a time makes the same search");
}

// Stops that come ever later, so that the search comes on.
struct Stops {
    int polls = 0, next = 1, made = 0;
    static bool now(void* self) {
        auto& stops = *static_cast<Stops*>(self);
        if (++stops.polls < stops.next) return false;
        stops.next += ++stops.made;
        return true;
    }
};

void a_search_that_is_stopped_is_the_search_in_one_go() {
    const std::vector<Tile> goal{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};
    const Puzzle puzzle(4, 4, goal, {0, 2, 3});
    const auto board = shuffled(puzzle, goal, 60, 4);
    PathSearch whole(puzzle, board, {1, 1, 15, false, true});
    PathSearch stopped(puzzle, board, {1, 1, 15, false, true});
    whole.advance(UINT64_MAX);
    Stops stops;
    while (stopped.status() == PathSearch::Status::Running)
        stopped.advance(UINT64_MAX, {&Stops::now, &stops});
    check(stops.made > 0, "it is stopped, in the midst of look-aheads");
    check(whole.status() == stopped.status() && whole.expanded() == stopped.expanded() &&
              whole.generated() == stopped.generated() &&
              whole.evaluated() == stopped.evaluated() &&
              whole.blank_way(false) == stopped.blank_way(false),
          "and makes the same search");
}

void the_table_of_boards_grows_without_losing_any() {
    const Puzzle puzzle(3, 3, kPaperGoal, {0, 0, 0});
    PathSearch search(puzzle, std::vector<Tile>{1, 2, 3, 8, 0, 4, 7, 5, 6}, {1, 0, 0, false, false});
    search.advance(UINT64_MAX);
    check(search.status() == PathSearch::Status::Exhausted, "the other half has no goal in it");
    check(search.stored() == 181'440, "half of 9! boards can be reached");
}

void nonsense_is_refused() {
    const auto refuses = [](const std::function<void()>& make) {
        try {
            make();
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    check(refuses([] { Puzzle(3, 3, {1, 2, 3}, {0, 1, 0}); }), "a goal of another size");
    check(refuses([] { Puzzle(2, 2, {1, 1, 2, 0}, {0, 1, 0}); }), "a repeated tile");
    check(refuses([] { Puzzle(2, 2, {1, 2, 9, 0}, {0, 1, 0}); }), "a foreign tile");
    check(refuses([] { Puzzle(2, 2, {1, 2, 3, 0}, {0, 1, 0}).blank_of(std::vector<Tile>{1, 2, 3, 1}); }),
          "a board without a blank");
}

}  // namespace

int main() {
    the_papers_figure_4_scores_16_and_16();
    look_ahead_restores_the_board();
    the_goal_scores_nothing_on_any_board();
    a_star_finds_the_lengths_of_table_i();
    a_search_in_steps_is_the_search_in_one_go();
    a_search_that_is_stopped_is_the_search_in_one_go();
    the_table_of_boards_grows_without_losing_any();
    nonsense_is_refused();
    return told();
}
