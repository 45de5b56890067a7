// Probes and root searches for Python. The interpreter is released while they run, and is called
// every few milliseconds to check whether to continue.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "binding_one_at_a_time.hpp"
#include "binding_probes.hpp"
#include "chess/exchange.hpp"
#include "chess/expansion.hpp"
#include "chess/fen.hpp"
#include "chess/probe.hpp"
#include "chess/root_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace provebest::chess;
using provebest::kPollEvery;
using provebest::one_at_a_time;

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Runs `work` in another thread. Ctrl-C, or `poll` returning true, cancels it; an exception is passed
// on only after the work has ended. Cancelling is repeated until the work ends, because it may not
// have started at the first attempt.
template <class Work, class Cancel>
auto while_polling(const nb::object& poll, Cancel cancel, Work work) {
    std::future<decltype(work())> result;
    {
        const nb::gil_scoped_release release;
        result = std::async(std::launch::async, work);
    }
    const auto ended_within = [&result](std::chrono::milliseconds time) {
        const nb::gil_scoped_release release;
        return result.wait_for(time) == std::future_status::ready;
    };
    bool stop = false;
    while (!ended_within(kPollEvery)) {
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            stop = stop || (!poll.is_none() && nb::cast<bool>(poll()));
        } catch (...) {
            do cancel();
            while (!ended_within(kPollEvery));
            throw;
        }
        if (stop) cancel();
    }
    return result.get();
}

const char* name_of(ProbeStatus status) {
    switch (status) {
        case ProbeStatus::Answered: return "answered";
        case ProbeStatus::NoHope: return "no hope";
        case ProbeStatus::Cancelled: return "cancelled";
    }
    return "unknown";
}

const char* name_of(Bound bound) {
    switch (bound) {
        case Bound::None: return "none";
        case Bound::Upper: return "upper";
        case Bound::Lower: return "lower";
        case Bound::Exact: return "exact";
    }
    return "unknown";
}

Deadline deadline_in(std::optional<double> seconds) {
    if (!seconds || *seconds >= kLongest) return kNoDeadline;
    return std::chrono::steady_clock::now() + clock_of(*seconds);
}

using Request = std::tuple<std::optional<std::string>, bool, int, std::uint64_t>;

// (status, value, depth, nodes, moves to mate, line)
nb::list batch(Prober& prober, const Position& shared, const std::vector<Request>& asked,
               const nb::object& poll) {
    const Position position = shared;  // another thread may play on meanwhile
    std::vector<ProbeRequest> requests;
    for (const auto& [uci, hope, depth, nodes] : asked) {
        if (depth < 0 || depth > kMaxPly / 2) throw nb::value_error("a probe's depth must be from 0 to 64");
        std::vector<Move> moves;
        if (uci) moves.push_back(read_move(position, *uci));
        requests.push_back({std::move(moves), hope, depth, nodes});
    }
    const auto answers = while_polling(
        poll, [&] { prober.cancel(); }, [&] { return prober.batch(position, requests); });
    nb::list result;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const ProbeAnswer& answer = answers[i];
        Position from             = position;
        for (const Move move : requests[i].moves) from.play(move);
        if (requests[i].hope && !from.checkers()) from.make_null();
        result.append(nb::make_tuple(name_of(answer.status), answer.value, answer.depth, answer.nodes,
                                     mate_distance(answer.value), spelled(from, answer.line)));
    }
    return result;
}

std::vector<Move> read_path(const Position& root, const std::vector<std::string>& names) {
    Position position = root;
    std::vector<Move> path;
    for (const auto& name : names) {
        path.push_back(read_move(position, name));
        position.play(path.back());
    }
    return path;
}

// (move, key, over, real, reply, hope or None, checks, replies, checker safe, king must move,
//  runs on, retaken, probes, nodes)
nb::list told(Position position, const std::vector<MoveFacts>& all) {
    nb::list result;
    for (const MoveFacts& f : all) {
        const nb::object hope = f.has_hope ? nb::cast(f.hope) : nb::none();
        nb::object reply      = nb::none();
        if (f.reply) {
            position.make(f.move);
            reply = nb::cast(to_uci(position, f.reply));
            position.unmake();
        }
        result.append(nb::make_tuple(to_uci(position, f.move), f.key, f.over, f.real, reply, hope,
                                     f.checks, f.replies, f.checker_safe, f.king_must_move, f.runs_on,
                                     f.retaken, f.probes, f.nodes));
    }
    return result;
}

nb::list expand_path(Prober& prober, const Position& shared, const std::vector<std::string>& names,
                     int real_depth, std::uint64_t real_nodes, int hope_depth,
                     std::uint64_t hope_nodes, bool with_hopes, int part, int parts,
                     std::optional<double> seconds, const nb::object& poll) {
    const Position root = shared;
    if (part < 0 || part >= parts) throw nb::value_error("a part must be from 0 to parts - 1");
    const Deadline deadline = deadline_in(seconds);
    const auto path = read_path(root, names);
    Position position = root;
    for (const Move move : path) position.play(move);
    return told(position, while_polling(
        poll, [&] { prober.cancel(); },
        [&] {
            return expand(prober, root, path, {real_depth, real_nodes}, {hope_depth, hope_nodes},
                          with_hopes, {part, parts}, deadline);
        }));
}

// (hope or None, checks, replies, checker safe, king must move, runs on, probes, nodes)
nb::list hopes_of(Prober& prober, const Position& shared,
                  const std::vector<std::vector<std::string>>& paths, int depth, std::uint64_t nodes,
                  std::optional<double> seconds, const nb::object& poll) {
    const Position root     = shared;
    const Deadline deadline = deadline_in(seconds);
    std::vector<std::vector<Move>> asked;
    for (const auto& names : paths) {
        if (names.empty()) throw nb::value_error("a hope needs a move");
        asked.push_back(read_path(root, names));
    }
    const auto all = while_polling(
        poll, [&] { prober.cancel(); },
        [&] { return hopes(prober, root, asked, {depth, nodes}, deadline); });
    nb::list result;
    for (const MoveFacts& f : all) {
        const nb::object hope = f.has_hope ? nb::cast(f.hope) : nb::none();
        result.append(nb::make_tuple(hope, f.checks, f.replies, f.checker_safe, f.king_must_move,
                                     f.runs_on, f.probes, f.nodes));
    }
    return result;
}

// (value, depth, selective depth, nodes, interrupted, [(move, value, bound, depth, nodes, line)])
nb::tuple told(const Position& position, const Report& report) {
    nb::list moves;
    for (const RootMove& m : report.moves)
        moves.append(nb::make_tuple(to_uci(position, m.move), m.value, name_of(m.bound), m.depth,
                                    m.nodes, spelled(position, m.line)));
    return nb::make_tuple(report.value, report.depth, report.selective_depth, report.nodes,
                          report.interrupted, moves);
}

std::vector<Move> read_set(const Position& position, const std::vector<std::string>& names) {
    std::vector<Move> set;
    for (const auto& name : names) set.push_back(read_move(position, name));
    return set;
}

void refuse_finished(const Position& position) {
    if (!has_legal(position)) throw nb::value_error("there is no legal move: the game is over");
}

// (move, its number) of the search in progress
std::optional<std::tuple<std::string, int>> being_searched(const RootSearch& search) {
    const auto [move, number] = search.at();
    if (!move) return std::nullopt;
    return std::tuple(to_uci(search.position(), move), number);
}

std::vector<std::vector<std::string>> refutations(const RootSearch& search) {
    std::vector<std::vector<std::string>> all;
    for (const auto& line : search.refutations()) all.push_back(spelled(search.position(), line));
    return all;
}

std::vector<Move> checked_set(const RootSearch& search, const std::vector<std::string>& names,
                              int depth) {
    refuse_finished(search.position());
    if (depth < 1 || depth >= kMaxPly) throw nb::value_error("a depth must be from 1 to 127");
    return read_set(search.position(), names);
}

nb::tuple set_probe(RootSearch& search, const std::vector<std::string>& names, int depth,
                    std::uint64_t nodes, double seconds, const nb::object& poll) {
    const auto set    = checked_set(search, names, depth);
    const auto report = PolledSearch(search, poll).run([&] {
        return search.probe(set, depth, nodes, clock_of(seconds));
    });
    return told(search.position(), report);
}

nb::tuple reaches(RootSearch& search, const std::vector<std::string>& names, int bound, int depth,
                  std::uint64_t nodes, double seconds, const nb::object& poll) {
    const auto set = checked_set(search, names, depth);
    if (std::abs(bound) > kMate) throw nb::value_error("a bound must be a value");
    const auto report = PolledSearch(search, poll).run([&] {
        return search.reaches(set, static_cast<Value>(bound), depth, nodes, clock_of(seconds));
    });
    return told(search.position(), report);
}

}  // namespace

void bind_probes(nb::module_& m) {
    m.def(
        "exchange_at_least",
        [](const Position& position, const std::string& uci, int threshold) {
            return exchange_at_least(position, read_move(position, uci), threshold);
        },
        "position"_a, "move"_a, "threshold"_a,
        "Whether the mover gains at least `threshold` if both sides keep taking on that square.");
    nb::class_<Prober>(m, "ChessProber", "Small searches of chess positions, single or in batches.")
        .def(
            "__init__",
            [](Prober* self, int threads, bool selective, bool warm, std::size_t table_bytes,
               const std::shared_ptr<const Correction>& correction) {
                new (self) Prober({selective, warm, table_bytes, correction}, threads);
            },
            nb::kw_only(), "threads"_a = 1, "selective"_a = false, "warm"_a = false,
            "table_bytes"_a = std::size_t{1} << 20, "correction"_a.none())
        .def("batch", one_at_a_time(&batch), "position"_a, "requests"_a, "poll"_a = nb::none(),
             "For each (move or None, hope, depth, nodes): "
             "(status, value, depth, nodes, moves to mate, line).")
        .def("expand", one_at_a_time(&expand_path), "root"_a, "path"_a, nb::kw_only(), "real_depth"_a,
             "real_nodes"_a, "hope_depth"_a, "hope_nodes"_a, "with_hopes"_a, "part"_a = 0, "parts"_a = 1,
             "seconds"_a = nb::none(), "poll"_a = nb::none(),
             "Every legal move after a path, or each `parts`-th from `part` on: (move, key, over, real, reply, hope or "
             "None, checks, replies, checker safe, king must move, runs on, retaken, probes, nodes).")
        .def("hopes", one_at_a_time(&hopes_of), "root"_a, "paths"_a, nb::kw_only(), "depth"_a, "nodes"_a,
             "seconds"_a = nb::none(), "poll"_a = nb::none(),
             "For the last move of each path: (hope or None, checks, replies, checker safe, king "
             "must move, runs on, probes, nodes).")
        .def("cancel", &Prober::cancel, "Stops the running batch; may be called from any thread.")
        .def_prop_ro("threads", &Prober::threads);

    nb::class_<RootSearch>(m, "ChessRootSearch",
                           "Searches of one position that continue where they stopped.")
        .def(nb::init<const Position&, std::size_t, std::shared_ptr<const Correction>, int>(),
             "position"_a, nb::kw_only(), "table_bytes"_a = std::size_t{16} << 20,
             "correction"_a.none(), "threads"_a = 1)
        .def("probe", one_at_a_time(&set_probe), "moves"_a, nb::kw_only(), "depth"_a, "nodes"_a = kNoLimit,
             "seconds"_a = 0.0, "poll"_a = nb::none(),
             "The best of these moves (none: of all) at this depth: (value, depth, selective depth, "
             "nodes, interrupted, [(move, value, bound, depth, nodes, line)]).")
        .def("reaches", one_at_a_time(&reaches), "moves"_a, "bound"_a, nb::kw_only(), "depth"_a,
             "nodes"_a = kNoLimit, "seconds"_a = 0.0, "poll"_a = nb::none(),
             "Whether one of these moves is worth the bound at this depth; told alike.")
        .def("move_to", one_at_a_time(&RootSearch::move_to), "position"_a, "Continues with another position.")
        .def("forget", one_at_a_time(&RootSearch::forget), "Forgets everything learned so far.")
        .def("cancel", &RootSearch::cancel, "Stops the running search; may be called from any thread.")
        .def_prop_ro("threads", &RootSearch::threads)
        .def_prop_ro("nodes", &RootSearch::nodes)
        .def_prop_ro("nodes_so_far", &RootSearch::nodes_so_far)
        .def("refutations", one_at_a_time(&refutations), "Each legal move and the replies to it in the table.")
        .def_prop_ro("being_searched", &being_searched,
                     "The root move being searched, and its number; may be called from any thread.")
        .def_prop_ro("filled", &RootSearch::filled,
                     "Thousandths of the table filled for this move; may be called from any thread.");
}
