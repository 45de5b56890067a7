#include "binding_trees.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "binding_numbers.hpp"
#include "binding_one_at_a_time.hpp"
#include "binding_polled.hpp"
#include "trees/bstar.hpp"
#include "trees/flow.hpp"
#include "trees/grid.hpp"
#include "trees/interval_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace provebest;

namespace {

using Search   = trees::IntervalSearch;
using MaxLimit = std::optional<std::int64_t>;

// A tree with its root, and the searches that can start there.
struct TreeSearches {
    trees::TreeSpec spec;
    std::int64_t lo, hi;
};

trees::Rivals rivals_named(const std::string& name) {
    if (name.empty()) return trees::Rivals::None;
    if (name == "T") return trees::Rivals::Tied;
    if (name == "2") return trees::Rivals::First;
    if (name == "3") return trees::Rivals::FirstTwo;
    if (name == "A") return trees::Rivals::All;
    throw nb::value_error("rivals must be '' (none), T, 2, 3 or A");
}

trees::Criterion criterion_named(const std::string& name) {
    if (name == "PB") return trees::Criterion::ProveBest;
    if (name == "ALT") return trees::Criterion::Alternate;
    if (name == "AD") return trees::Criterion::Depth;
    if (name == "AR") return trees::Criterion::DepthOverRange;
    throw nb::value_error("a criterion must be PB, ALT, AD or AR");
}

std::unique_ptr<Search> bstar(const TreeSearches& tree, const std::string& rivals, bool by_range,
                              bool middle, MaxLimit max_depth, MaxLimit max_nodes) {
    return std::make_unique<trees::BStar>(
        tree.spec, tree.lo, tree.hi, trees::SearchLimits{max_depth, max_nodes},
        trees::BStarStrategy{rivals_named(rivals), by_range, middle});
}

std::unique_ptr<Search> flow(const TreeSearches& tree, const std::string& criterion,
                             std::optional<double> disprove_best, MaxLimit max_depth,
                             MaxLimit max_nodes) {
    return std::make_unique<trees::Flow>(tree.spec, tree.lo, tree.hi,
                                         trees::SearchLimits{max_depth, max_nodes},
                                         criterion_named(criterion), disprove_best);
}

std::unique_ptr<Search> grid(const TreeSearches& tree, std::size_t thresholds,
                             std::size_t least_inside, MaxLimit max_depth, MaxLimit max_nodes) {
    return std::make_unique<trees::Grid>(tree.spec, tree.lo, tree.hi,
                                         trees::SearchLimits{max_depth, max_nodes}, thresholds,
                                         least_inside);
}

const char* status_name(const Search& search) {
    switch (search.status()) {
        case Search::Status::Running: return "running";
        case Search::Status::Separated: return "separated";
        case Search::Status::DepthLimit: return "depth limit";
        case Search::Status::NodeLimit: return "node limit";
        case Search::Status::Full: return "full";
    }
    return "unknown";
}

nb::tuple bounds(const trees::Node& node) {
    return nb::make_tuple(halved(node.lo), halved(node.hi));
}

void advance(Search& search, std::uint64_t at_most, const nb::object& poll) {
    Polled polled(poll);
    polled.run([&] { return search.advance(at_most, polled.asked()), 0; });
}

nb::tuple root(const Search& search) { return bounds(search.nodes()[0]); }

nb::list arcs(const Search& search) {
    nb::list result;
    const auto& nodes = search.nodes();
    if (nodes[0].is_leaf()) return result;
    const auto first = nodes[0].children;
    for (auto id = first; id != first + search.width(); ++id) result.append(bounds(nodes[id]));
    return result;
}

nb::list nodes(const Search& search) {
    nb::list result;
    for (const auto& node : search.nodes())
        result.append(nb::make_tuple(halved(node.lo), halved(node.hi), node.dlo, node.dhi,
                                     node.is_leaf() ? nb::none() : nb::cast(node.children)));
    return result;
}

}  // namespace

void bind_tree_searches(nb::module_& m) {
    nb::class_<Search>(m, "TreeSearch",
                       "An interval search of provebest.search on one tree, in compiled code.")
        .def("advance", one_at_a_time(&advance), "at_most"_a, "poll"_a = nb::none(),
             "Makes up to this many expansions; fewer if `poll` returns something true.")
        .def_prop_ro("status", one_at_a_time(&status_name))
        .def_prop_ro("expanded", one_at_a_time(&Search::expanded))
        .def_prop_ro("generated", one_at_a_time(&Search::generated))
        .def_prop_ro("stored", one_at_a_time(&Search::stored))
        .def_prop_ro("violations", one_at_a_time(&Search::violations))
        .def_prop_ro("depth", one_at_a_time(&Search::depth), "Depth of the deepest node generated.")
        .def("root", one_at_a_time(&root), "The root's bounds.")
        .def("arcs", one_at_a_time(&arcs), "The bounds of each arc of the root; empty before the root is expanded.")
        .def("line", one_at_a_time(&Search::line), "arc"_a,
             "The most optimistic line that begins with this arc, to a leaf of the tree.")
        .def("nodes", one_at_a_time(&nodes),
             "(lo, hi, dlo, dhi, first child or None) of every node, parents before children.");

    nb::class_<TreeSearches>(m, "TreeSearches", "The compiled searches of one artificial tree.")
        .def(
            "__init__",
            [](TreeSearches* self, const trees::TreeSpec& drawer, std::int64_t lo,
               std::int64_t hi) { new (self) TreeSearches{drawer, lo, hi}; },
            "drawer"_a, "lo"_a, "hi"_a)
        .def("bstar", &bstar, nb::kw_only(), "rivals"_a, "by_range"_a, "middle"_a,
             "max_depth"_a.none(), "max_nodes"_a.none(), "BStarSearch in compiled code.")
        .def("flow", &flow, nb::kw_only(), "criterion"_a, "disprove_best"_a.none(),
             "max_depth"_a.none(), "max_nodes"_a.none(), "FlowSearch in compiled code.")
        .def("grid", &grid, nb::kw_only(), "thresholds"_a, "least_inside"_a, "max_depth"_a.none(),
             "max_nodes"_a.none(), "GridSearch in compiled code.");
}
