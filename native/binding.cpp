// The Python bindings; the other binding files are called from here. No search, and no loop except
// over a few children.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "binding_numbers.hpp"
#include "binding_one_at_a_time.hpp"
#include "binding_polled.hpp"
#include "binding_trees.hpp"
#include "tiles/path_search.hpp"
#include "tiles/puzzle.hpp"
#include "trees/interval_tree.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace provebest;

namespace {

constexpr std::uint64_t kBoardsBetweenLooks = 64;

std::span<const tiles::Tile> view(const tiles::Puzzle& puzzle, const nb::bytes& board) {
    if (board.size() != puzzle.squares())
        throw nb::value_error("the board and the goal differ in size");
    const std::span<const tiles::Tile> squares{static_cast<const tiles::Tile*>(board.data()),
                                               board.size()};
    // Only tile numbers may be used as an index.
    for (const auto tile : squares)
        if (tile >= squares.size()) throw nb::value_error("the board holds an unknown tile");
    return squares;
}

const char* move_name(tiles::Move move) {
    constexpr const char* names[] = {"R", "L", "U", "D"};
    return names[static_cast<std::size_t>(move)];
}

nb::list successors(const tiles::Puzzle& puzzle, const nb::bytes& board) {
    const auto squares = view(puzzle, board);
    const auto blank   = puzzle.blank_of(squares);
    const auto& ways   = puzzle.exits(blank);
    nb::list result;
    for (int i = 0; i < ways.count; ++i) {
        const auto [move, to] = ways.list[static_cast<std::size_t>(i)];
        nb::bytes child(board.data(), board.size());
        // Only this code refers to the child until it is returned.
        auto* tiles_of = reinterpret_cast<tiles::Tile*>(PyBytes_AsString(child.ptr()));
        std::swap(tiles_of[blank], tiles_of[to]);
        result.append(nb::make_tuple(move_name(move), child, 1));
    }
    return result;
}

tiles::Cost estimate(const tiles::Puzzle& puzzle, const nb::bytes& board) {
    return puzzle.estimate(view(puzzle, board));
}

nb::tuple look_ahead(const tiles::Puzzle& puzzle, const nb::bytes& board,
                     std::optional<nb::bytes> parent, int depth, const nb::object& poll) {
    if (depth < 0) throw nb::value_error("the look-ahead depth is negative");
    const auto squares   = view(puzzle, board);
    const auto came_from = parent ? puzzle.blank_of(view(puzzle, *parent)) : tiles::kNowhere;
    std::vector<tiles::Tile> scratch(squares.begin(), squares.end());
    Polled polled(poll);
    const auto found = polled.run([&]() -> std::optional<tiles::Look> {
        try {
            Polling polling(polled.asked(), kBoardsBetweenLooks);
            return puzzle.look_ahead(scratch, came_from, depth, polling);
        } catch (const Stopped&) {
            return std::nullopt;
        }
    });
    if (!found) throw nb::value_error("the look-ahead was stopped");
    const tiles::Look& look = *found;
    const nb::object value = look.value == tiles::kNoTerminal
                                 ? nb::cast(std::numeric_limits<double>::infinity())
                                 : nb::cast(look.value);
    const nb::object met   = look.met == tiles::kNotMet ? nb::none() : nb::cast(look.met);
    return nb::make_tuple(value, met, look.generated, look.evaluated);
}

void advance(tiles::PathSearch& search, std::uint64_t at_most, const nb::object& poll) {
    Polled polled(poll);
    polled.run([&] { return search.advance(at_most, polled.asked()), 0; });
}

const char* status_name(const tiles::PathSearch& search) {
    using Status = tiles::PathSearch::Status;
    switch (search.status()) {
        case Status::Running: return "running";
        case Status::Goal: return "goal";
        case Status::Met: return "met";
        case Status::Exhausted: return "exhausted";
        case Status::RuledOut: return "ruled out";
        case Status::Full: return "full";
    }
    return "unknown";
}

// Boards, moves and length of the path to the goal, or to the board with the least estimate.
nb::tuple path(const tiles::PathSearch& search, bool to_closest) {
    const auto squares = search.blank_way(to_closest);
    const auto start   = search.start();
    std::vector<tiles::Tile> board(start.begin(), start.end());
    nb::list boards, moves;
    boards.append(nb::bytes(board.data(), board.size()));
    for (std::size_t i = 1; i < squares.size(); ++i) {
        const auto from = squares[i - 1], to = squares[i];
        std::swap(board[static_cast<std::size_t>(from)], board[static_cast<std::size_t>(to)]);
        boards.append(nb::bytes(board.data(), board.size()));
        const auto& ways = search.puzzle().exits(from);
        for (int w = 0; w < ways.count; ++w)
            if (ways.list[static_cast<std::size_t>(w)].to == to)
                moves.append(move_name(ways.list[static_cast<std::size_t>(w)].move));
    }
    return nb::make_tuple(boards, moves, moves.size());
}

// (move, (name, lo, hi, depth), lo, hi) of each child.
nb::list expand_tree(const trees::TreeSpec& spec, std::uint64_t name, std::int64_t lo,
                     std::int64_t hi, int depth) {
    nb::list result;
    int move = 0;
    for (const auto& child : trees::children(spec, name, lo, hi, depth % 2 == 0)) {
        const nb::object low = halved(child.lo2), high = halved(child.hi2);
        const nb::tuple state = nb::make_tuple(child.name, low, high, depth + 1);
        result.append(nb::make_tuple(move++, state, low, high));
    }
    return result;
}

// No memory, or no further thread, is one sentence: an error of the package.
void translate_memory_error(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::resource_unavailable_try_again) throw;
    }
    const nb::object kind = nb::module_::import_("provebest.vocabulary").attr("NotEnoughMemoryError");
    PyErr_SetString(kind.ptr(), "there is not enough memory: use fewer threads or smaller tables");
}

}  // namespace

void bind_chess(nb::module_& m);       // binding_chess.cpp
void bind_control(nb::module_& m);     // binding_control.cpp
void bind_evaluation(nb::module_& m);  // binding_evaluation.cpp
void bind_probes(nb::module_& m);      // binding_probes.cpp

#define PyInit__native init_in_main_interpreter  // its real name is that of the function below
NB_MODULE(_native, m) {
    m.doc() = "The compiled core of provebest. Use it through provebest.problems and .games.";
    nb::register_exception_translator(translate_memory_error);
    bind_chess(m);
    bind_evaluation(m);
    bind_probes(m);
    bind_control(m);
    bind_tree_searches(m);

    nb::class_<tiles::Puzzle>(m, "TilePuzzle", "provebest.problems.TileRules in compiled code.")
        .def(
            "__init__",
            [](tiles::Puzzle* self, int width, int height, const nb::bytes& goal,
               tiles::Cost misplaced, tiles::Cost position, tiles::Cost sequence) {
                const auto* first = static_cast<const tiles::Tile*>(goal.data());
                new (self) tiles::Puzzle(width, height, {first, first + goal.size()},
                                         {misplaced, position, sequence});
            },
            "width"_a, "height"_a, "goal"_a, nb::kw_only(), "misplaced"_a, "position"_a, "sequence"_a)
        .def("successors", &successors, "board"_a,
             "The boards one step away: (move of the blank, board, 1), in the order R, L, U, D.")
        .def("estimate", &estimate, "board"_a, "The weighted estimate of the steps to the goal.")
        .def("look_ahead", &look_ahead, "board"_a, "parent"_a.none(), "depth"_a,
             "poll"_a = nb::none(),
             "(value, steps to the goal if met, boards generated, boards evaluated).");

    nb::class_<tiles::PathSearch>(m, "TilePathSearch",
                                  "provebest.search.PathSearch on sliding tiles, in compiled code.")
        .def(
            "__init__",
            [](tiles::PathSearch* self, const tiles::Puzzle& puzzle, const nb::bytes& start,
               tiles::Cost g_factor, tiles::Cost h_factor, int look_ahead, bool newest_first,
               bool reopen) {
                new (self) tiles::PathSearch(
                    puzzle, view(puzzle, start),
                    {g_factor, h_factor, look_ahead, newest_first, reopen});
            },
            nb::keep_alive<1, 2>(), "puzzle"_a, "start"_a, nb::kw_only(), "g_factor"_a, "h_factor"_a,
            "look_ahead"_a, "newest_first"_a, "reopen"_a)
        .def("advance", one_at_a_time(&advance), "at_most"_a, "poll"_a = nb::none(),
             "Expands up to this many nodes; fewer if `poll` returns something true.")
        .def("path", one_at_a_time(&path), nb::kw_only(), "to_closest"_a,
             "Boards, moves and length of the path to the goal, or to the closest board.")
        .def("closest_estimate", one_at_a_time(&tiles::PathSearch::closest_estimate))
        .def_prop_ro("status", one_at_a_time(&status_name))
        .def_prop_ro("expanded", one_at_a_time(&tiles::PathSearch::expanded))
        .def_prop_ro("generated", one_at_a_time(&tiles::PathSearch::generated))
        .def_prop_ro("evaluated", one_at_a_time(&tiles::PathSearch::evaluated))
        .def_prop_ro("stored", one_at_a_time(&tiles::PathSearch::stored));

    nb::class_<trees::TreeSpec>(m, "TreeDrawer",
                                "provebest.games.interval_trees.children in compiled code.")
        .def(
            "__init__",
            [](trees::TreeSpec* self, int width, int draws, std::uint64_t seed_times,
               std::uint64_t seed_plus, bool forced, int growth_percent, bool collapse,
               bool invalid) {
                new (self) trees::TreeSpec{width,  draws,          seed_times, seed_plus,
                                           forced, growth_percent, collapse,   invalid};
            },
            nb::kw_only(), "width"_a, "draws"_a, "seed_times"_a, "seed_plus"_a, "forced"_a,
            "growth_percent"_a, "collapse"_a, "invalid"_a)
        .def("expand", &expand_tree, "name"_a, "lo"_a, "hi"_a, "depth"_a,
             "The children of a node: (move, (name, lo, hi, depth), lo, hi).");
}
#undef PyInit__native

// Called for every import. In a subinterpreter a search that calls Python would wait for ever, and a
// module that fails later than here takes the one of the main interpreter with it.
extern "C" NB_EXPORT PyObject* PyInit__native() {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return init_in_main_interpreter();
    PyErr_SetString(PyExc_ImportError,
                    "provebest can be used in the main interpreter only, not in a subinterpreter");
    return nullptr;
}
