// The evaluation for Python: values, terms, and coefficients for the tuner.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "binding_polled.hpp"
#include "chess/endings.hpp"
#include "chess/evaluation.hpp"
#include "chess/evaluation_terms.hpp"
#include "chess/fen.hpp"
#include "chess/selfplay.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace provebest;

namespace {

using Network = std::shared_ptr<const chess::Correction>;

void make_correction(chess::Correction* self, const nb::bytes& file) {
    new (self) chess::Correction({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
}

int evaluate_fen(const std::string& fen, bool chess960, const Network& correction) {
    return chess::evaluate(chess::from_fen(fen, {.chess960 = chess960}), correction.get());
}

nb::list evaluation_terms(const std::string& fen, bool chess960, const Network& correction) {
    nb::list lines;
    const chess::Position position = chess::from_fen(fen, {.chess960 = chess960});
    for (const auto& t : chess::evaluation_terms(position, correction.get()))
        lines.append(nb::make_tuple(nb::str(t.family.data(), t.family.size()),
                                    nb::str(t.name.data(), t.name.size()), t.white_mg, t.white_eg,
                                    t.black_mg, t.black_eg, t.value));
    return lines;
}

nb::tuple evaluation_scale(const std::string& fen, bool chess960) {
    const chess::Scale scale = chess::record(chess::from_fen(fen, {.chess960 = chess960})).scale;
    return nb::make_tuple(scale.part, chess::kFullScale, scale.rule);
}

nb::list evaluation_weights() {
    nb::list terms;
    for (const chess::TermInfo& info : chess::kTerms) {
        nb::list entries;
        for (int entry = 0; entry < info.size; ++entry) {
            const chess::Weight weight = chess::kWeights[chess::index_of(info.term, entry)];
            entries.append(nb::make_tuple(int{weight.mg}, int{weight.eg}));
        }
        terms.append(nb::make_tuple(info.family, info.name, entries));
    }
    return terms;
}

template <class T>
nb::bytes as_bytes(const std::vector<T>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T));
}

// For each position, the weights used more by one side than by the other. Four arrays of 32-bit
// integers: where each position's entries begin, the weights' indices, White's uses less Black's,
// and (phase, scale) of each position.
nb::tuple evaluation_features(const std::vector<std::string>& fens) {
    std::vector<std::int32_t> begins{0}, indices, times, blends;
    {
        nb::gil_scoped_release others_may_run;
        for (const auto& fen : fens) {
            const chess::Recorded recorded = chess::record(chess::from_fen(fen));
            for (std::size_t i = 0; i < chess::kWeightCount; ++i) {
                const int used = recorded.coefficients.times[chess::White][i] -
                                 recorded.coefficients.times[chess::Black][i];
                if (used == 0) continue;
                indices.push_back(static_cast<std::int32_t>(i));
                times.push_back(used);
            }
            begins.push_back(static_cast<std::int32_t>(indices.size()));
            blends.push_back(recorded.phase);
            blends.push_back(recorded.scale.part);
        }
    }
    return nb::make_tuple(as_bytes(begins), as_bytes(indices), as_bytes(times), as_bytes(blends));
}

nb::tuple self_play(std::uint64_t seed, const std::string& start, int random_plies,
                    std::uint64_t nodes, const Network& correction) {
    const nb::object no_poll = nb::none();  // Ctrl-C alone ends it
    Polled polled(no_poll);
    const auto game = polled.run([&] {
        try {
            return chess::play({seed, start, random_plies, nodes, correction}, polled.asked());
        } catch (const Stopped&) {
            return chess::PlayedGame();
        }
    });
    nb::list fens, found;
    for (const auto& position : game.quiet) {
        fens.append(position.fen);
        found.append(position.found);
    }
    return nb::make_tuple(game.half_points, fens, found);
}

}  // namespace

void bind_evaluation(nb::module_& m) {
    nb::class_<chess::Correction>(m, "ChessCorrection",
                                  "A network that corrects the evaluation, read from its file.")
        .def("__init__", &make_correction, "file"_a)
        .def_prop_ro("hash", &chess::Correction::hash, "The checksum of the file.");
    m.def("evaluate_fen", &evaluate_fen, "fen"_a, nb::kw_only(), "chess960"_a, "correction"_a.none(),
          "The evaluation in centipawns, for the side to move.");
    m.def("evaluation_terms", &evaluation_terms, "fen"_a, nb::kw_only(), "chess960"_a,
          "correction"_a.none(),
          "(family, name, White mg, White eg, Black mg, Black eg, value for White) of each term.");
    m.def("evaluation_scale", &evaluation_scale, "fen"_a, nb::kw_only(), "chess960"_a,
          "(part, whole, rule): the part of an advantage that counts, and the name of the rule.");
    m.def("evaluation_weights", &evaluation_weights,
          "(family, name, [(mg, eg), ...]) of each term.");
    m.def("evaluation_features", &evaluation_features, "fens"_a,
          "How often each weight is used: starts, indices, times, (phase, scale), as int32.");
    m.def("self_play", &self_play, nb::kw_only(), "seed"_a, "start"_a, "random_plies"_a, "nodes"_a,
          "correction"_a.none(),
          "One game of the search against itself: White's half points, its quiet positions and"
          " the value of the search in each, for White.");
}
