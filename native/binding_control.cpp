// The law and the modern control for Python. The interpreter is released while questions are asked.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "binding_one_at_a_time.hpp"
#include "binding_probes.hpp"
#include "chess/control.hpp"
#include "chess/moves.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace provebest::chess;
using provebest::InUse;
using provebest::one_at_a_time;

namespace {

using Seconds  = std::optional<double>;
using Nodes    = std::optional<std::uint64_t>;
using Seen     = std::tuple<std::string, double>;  // (move, value)
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const char* name_of(Purpose purpose) {
    switch (purpose) {
        case Purpose::Root: return "root";
        case Purpose::Select: return "SELECT";
        case Purpose::Rivals: return "rivals";
        case Purpose::Verify: return "VERIFY";
    }
    return "unknown";
}

const char* name_of(Attack attack) {
    switch (attack) {
        case Attack::Untried: return "untried";
        case Attack::Held: return "held";
        case Attack::Refuted: return "refuted";
    }
    return "unknown";
}

Attack read_attack(const std::string& name) {
    for (const Attack attack : {Attack::Untried, Attack::Held, Attack::Refuted})
        if (name == name_of(attack)) return attack;
    throw nb::value_error("an attack is untried, held or refuted");
}

nb::object name_of(End end) {
    switch (end) {
        case End::NotYet: return nb::none();
        case End::OnlyMove: return nb::str("only move");
        case End::Wins: return nb::str("wins");
        case End::TimeIsWorthMore: return nb::str("time");
        case End::Settled: return nb::str("settled");
        case End::Limit: return nb::str("limit");
    }
    return nb::none();
}

double doubt(const Law& law, int depth, int unchanged, std::optional<double> share, double points,
             const std::string& attack) {
    return law.doubt({depth, unchanged, share, points, read_attack(attack)});
}

// The moves are spelled once: reading them one by one would spell all of them for each.
std::vector<Candidate> read_candidates(const Position& position, const std::vector<Seen>& seen) {
    MoveList legal;
    generate<Moves::All>(position, legal);
    const std::vector<Move> moves(legal.begin(), legal.end());
    const auto names = spelled(position, moves);
    std::vector<Candidate> candidates;
    for (const auto& [name, real] : seen) {
        const auto known = std::ranges::find(names, name);
        const Move move  = known == names.end()
                               ? read_move(position, name)
                               : moves[static_cast<std::size_t>(known - names.begin())];
        candidates.push_back({move, real, kInfinity, 0, {move}});
    }
    if (candidates.empty()) throw nb::value_error("there is no move to choose");
    return candidates;
}

// Every move that a search of `only` may find must be a candidate.
void check_only(const std::vector<Candidate>& candidates, const std::vector<Move>& only,
                const Position& position) {
    MoveList legal;
    generate<Moves::All>(position, legal);
    const auto is_candidate = [&candidates](Move move) {
        return std::ranges::find(candidates, move, &Candidate::move) != candidates.end();
    };
    const bool all = only.empty() ? std::ranges::all_of(legal, is_candidate)
                                  : std::ranges::all_of(only, is_candidate);
    if (!all) throw nb::value_error("a move that may be searched is not among the moves");
}

void make_control(Control* self, RootSearch& root, const Law& law, const std::vector<Seen>& moves,
                  const std::vector<std::string>& only_names, bool unseen, double min_act,
                  double time_price, int first_depth, int deepest, double win, double tolerance,
                  int deeper, const Budget& budget, std::uint64_t used) {
    if (first_depth < 1) throw nb::value_error("a depth must be 1 or more");
    auto candidates = read_candidates(root.position(), moves);
    std::vector<Move> only;
    for (const auto& name : only_names) only.push_back(read_move(root.position(), name));
    check_only(candidates, only, root.position());
    const ChoosingNumbers numbers{law,     {min_act, time_price}, first_depth, deepest, win,
                                  tolerance, deeper};
    new (self) Control(root, {numbers, std::move(candidates), std::move(only), unseen, budget}, used);
}

// (depth, unchanged, share or None, points, attack), or None
nb::object told(const std::optional<Sight>& sight) {
    if (!sight) return nb::none();
    return nb::make_tuple(sight->depth, sight->unchanged, sight->share, sight->points,
                          name_of(sight->attack));
}

// (move, value, upper bound, effort, line, whether the value is only a lower bound)
nb::tuple told(const Position& position, const Candidate& c) {
    return nb::make_tuple(to_uci(position, c.move), c.real, c.at_most, c.effort,
                          spelled(position, c.line), c.is_bound);
}

// (end or None, purpose, its depth, depth of the choice, depth of SELECT, refutations, probes,
//  deepest line, choice, sight or None, purposes of the attacks)
nb::tuple state_of(const Control& control) {
    const Choosing& choosing = control.choosing();
    std::vector<std::string> attacks;
    for (const Purpose purpose : choosing.attacks()) attacks.emplace_back(name_of(purpose));
    return nb::make_tuple(name_of(choosing.end()), name_of(choosing.question().purpose),
                          choosing.question().depth, choosing.depth(), choosing.select_depth(),
                          choosing.refutations(), control.probes(), control.deepest(),
                          told(control.root().position(), choosing.choice()),
                          told(choosing.sight()), attacks);
}

void run(Control& control, double seconds, int questions, const nb::object& poll) {
    const InUse root(&control.root());
    if (!control.stands_at_its_position())
        throw nb::value_error("the root search has moved on to another position");
    PolledSearch polled(control.root(), poll);
    polled.run([&] {
        control.run(clock_of(seconds), questions, [&polled] { return polled.failed(); });
        return 0;
    });
}

nb::list candidates_of(const Control& control) {
    nb::list all;
    for (const Candidate& c : control.choosing().candidates())
        all.append(told(control.root().position(), c));
    return all;
}

// (purpose, moves, depth, bound or None, best, value, line, depth known, finished, upper bounds,
//  share or None, nodes)
nb::list take_records(Control& control) {
    const Position& position = control.root().position();
    const auto name          = [&position](Move move) { return to_uci(position, move); };
    nb::list all;
    for (const ProbeRecord& record : control.take_records()) {
        const auto& [question, found, nodes] = record;
        std::vector<std::string> set;
        for (const Move move : question.set) set.push_back(name(move));
        nb::dict at_most;
        for (const auto& [move, most] : found.at_most) at_most[nb::cast(name(move))] = most;
        all.append(nb::make_tuple(name_of(question.purpose), set, question.depth, question.bound,
                                  name(found.best), found.value, spelled(position, found.line),
                                  found.depth, found.finished, at_most, found.share, nodes));
    }
    return all;
}

}  // namespace

void bind_control(nb::module_& m) {
    nb::class_<Law>(m, "ChessLaw", "provebest.search.setprobe.law.Law in compiled code.")
        .def(
            "__init__",
            [](Law* self, double base, double depth, double unchanged, double share, double room,
               double refuted, double untried, double loss, double scale) {
                new (self) Law{base,    depth,   unchanged, share, room,
                               refuted, untried, loss,      scale};
            },
            nb::kw_only(), "base"_a, "depth"_a, "unchanged"_a, "share"_a, "room"_a,
            "refuted"_a, "untried"_a, "loss"_a, "scale"_a)
        .def("points", &Law::points, "value"_a, "What a value is worth: 0 to 1.")
        .def("value", &Law::value, "points"_a, "The value that is worth these points.")
        .def("doubt", &doubt, nb::kw_only(), "depth"_a, "unchanged"_a, "share"_a.none(), "points"_a,
             "attack"_a, "The chance that the choice is not good enough.");

    nb::class_<Budget>(m, "ChessBudget", "Nodes and seconds that a control may spend.")
        .def(nb::init<Nodes, Seconds, double, double>(), nb::kw_only(), "nodes"_a.none(),
             "seconds"_a.none(), "grace"_a, "elapsed"_a);

    nb::class_<Control>(m, "ChessControl",
                        "The modern control over the sets of a root search, in compiled code.")
        .def("__init__", &make_control, nb::keep_alive<1, 2>(), "root"_a, "law"_a, nb::kw_only(),
             "moves"_a, "only"_a, "unseen"_a, "min_act"_a, "time_price"_a, "first_depth"_a,
             "deepest"_a, "win"_a, "tolerance"_a, "deeper"_a, "budget"_a, "used"_a)
        .def("run", one_at_a_time(&run), nb::kw_only(), "seconds"_a, "questions"_a, "poll"_a = nb::none(),
             "Asks until the end, or until a question ends and this time has passed or so many were "
             "asked.")
        .def("state", one_at_a_time(&state_of),
             "(end or None, purpose, its depth, depth of the choice, depth of SELECT, refutations, "
             "probes, deepest line, choice as in candidates(), sight or None, purposes of the attacks).")
        .def("renew", one_at_a_time(&Control::renew), "budget"_a, "Keeps these limits from now on.")
        .def("candidates", one_at_a_time(&candidates_of),
             "Each move: (move, value, upper bound, effort, line).")
        .def("take_records", one_at_a_time(&take_records),
             "The questions since the last call: (purpose, moves, depth, bound or None, best, value, "
             "line, depth known, finished, upper bounds, share or None, nodes).");
}
