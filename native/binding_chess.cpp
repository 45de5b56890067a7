// The rules of chess for Python, as defined in native/chess.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "binding_one_at_a_time.hpp"
#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/perft.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace provebest::chess;
using provebest::one_at_a_time;

namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

PyObject* fen_error = nullptr;  // a ValueError whose args are (sentence, reasons, place)

void translate_fen_error(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const FenError& error) {
        nb::list reasons;
        for (const FenFault fault : error.faults()) reasons.append(name_of(fault));
        PyErr_SetObject(fen_error, nb::make_tuple(error.what(), reasons, error.at()).ptr());
    }
}

Move legal_move(const Position& position, const std::string& uci) {
    const auto move = from_uci(position, uci);
    if (!move) throw nb::value_error(("'" + uci + "' is not a legal move here").c_str());
    return *move;
}

void play(Position& position, const std::string& uci) { position.play(legal_move(position, uci)); }

Position read(const std::string& fen, const std::vector<std::string>& moves, bool chess960,
              bool any_check) {
    Position position = from_fen(fen, {chess960, any_check});
    for (const auto& uci : moves) play(position, uci);
    return position;
}

std::vector<std::string> legal_moves(const Position& position) {
    MoveList moves;
    generate<Moves::All>(position, moves);
    std::vector<std::string> names;
    for (const Move move : moves) names.push_back(to_uci(position, move));
    return names;
}

std::vector<Square> squares_of(Bitboard some) {
    std::vector<Square> squares;
    while (some) squares.push_back(pop(some));
    return squares;
}

bool gives_check(const Position& position, const std::string& uci) {
    return CheckSquares(position).gives_check(position, legal_move(position, uci));
}

PerftRun run_of(const Position& position, int depth) {
    if (depth < 0 || depth > kMaxPerftDepth)
        throw nb::value_error(
            ("a depth must be from 0 to " + std::to_string(kMaxPerftDepth)).c_str());
    return PerftRun(position, depth);
}

void advance(PerftRun& run, std::uint64_t leaves) {
    const nb::gil_scoped_release release;
    run.advance(leaves);
}

// Counts to the end; checks for Ctrl-C about every tenth of a second.
PerftRun counted(const Position& position, int depth) {
    PerftRun run = run_of(position, depth);
    while (!run.done()) {
        advance(run, 20'000'000);
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    return run;
}

std::vector<std::pair<std::string, std::uint64_t>> shares_of(const PerftRun& run) {
    std::vector<std::pair<std::string, std::uint64_t>> named;
    for (const auto& [move, nodes] : run.shares()) named.emplace_back(to_uci(run.root(), move), nodes);
    return named;
}

}  // namespace

void bind_chess(nb::module_& m) {
    fen_error = PyErr_NewExceptionWithDoc("provebest._native.FenError",
                                          "The text is not a position: (sentence, reasons, place).",
                                          PyExc_ValueError, nullptr);
    if (!fen_error) throw nb::python_error();
    m.attr("FenError") = nb::borrow(fen_error);
    nb::register_exception_translator(translate_fen_error);

    nb::class_<Position>(m, "ChessPosition",
                         "A chess position, with as much of the game before it as draws need.")
        .def(
            "__init__",
            [](Position* self, const std::string& fen, const std::vector<std::string>& moves,
               bool chess960, bool any_check) {
                new (self) Position(read(fen, moves, chess960, any_check));
            },
            "fen"_a = kStart, "moves"_a = nb::make_tuple(), nb::kw_only(), "chess960"_a = false,
            "any_check"_a = false)
        .def("fen", &to_fen, "The position as text, as python-chess writes it.")
        .def("play", &play, "uci"_a, "Plays a legal move, which cannot be undone.")
        .def(
            "copy", [](const Position& position) { return Position(position); },
            "The same position with the same game before it.")
        .def("legal_moves", &legal_moves, "The legal moves in UCI, in a fixed order.")
        .def("gives_check", &gives_check, "uci"_a, "Whether this legal move gives check.")
        .def("repetitions", &Position::repetitions, "How many earlier positions equal this one.")
        .def("earlier", &Position::earlier,
             "Keys of earlier positions of the game that could be repeated, latest first.")
        .def(
            "is_insufficient_material",
            [](const Position& position) { return position.insufficient_material(); },
            "Whether neither side can ever give mate.")
        .def(
            "is_checkmate",
            [](const Position& position) { return position.checkers() && !has_legal(position); })
        .def(
            "is_stalemate",
            [](const Position& position) { return !position.checkers() && !has_legal(position); })
        .def(
            "is_fifty_moves",
            [](const Position& position) { return position.clock() >= 100 && has_legal(position); },
            "Whether a draw by the fifty-move rule can be claimed.")
        .def("key_from_scratch", &Position::key_from_scratch, "The key computed anew; always equal to `key`.")
        .def(
            "perft",
            [](const Position& position, int depth) { return counted(position, depth).nodes(); },
            "depth"_a, "The number of ways to play `depth` plies; Ctrl-C interrupts it.")
        .def(
            "divide",
            [](const Position& position, int depth) { return shares_of(counted(position, depth)); },
            "depth"_a, "The number of ways for each legal move: (move, ways).")
        .def_prop_ro("turn", [](const Position& position) { return position.side() == White; })
        .def_prop_ro("chess960", &Position::chess960)
        .def_prop_ro("is_check", [](const Position& position) { return position.checkers() != 0; })
        .def_prop_ro("checkers",
                     [](const Position& position) { return squares_of(position.checkers()); })
        .def_prop_ro("halfmove_clock", &Position::clock)
        .def_prop_ro("fullmove_number", &Position::fullmove)
        .def_prop_ro("key", &Position::key);

    nb::class_<PerftRun>(m, "ChessPerft", "A count of move sequences that can be interrupted.")
        .def(
            "__init__",
            [](PerftRun* self, const Position& position, int depth) {
                new (self) PerftRun(run_of(position, depth));
            },
            "position"_a, "depth"_a)
        .def("advance", one_at_a_time(&advance), "leaves"_a, "Counts at least this many more leaves, or all that are left.")
        .def("shares", one_at_a_time(&shares_of), "(move, ways) of the root moves whose count is complete.")
        .def_prop_ro("done", one_at_a_time(&PerftRun::done))
        .def_prop_ro("nodes", one_at_a_time(&PerftRun::nodes))
        .def_prop_ro("root_moves", &PerftRun::root_moves);
}
