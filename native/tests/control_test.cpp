// Laws of the control: it ends for a reason, asks the same whether or not it is paused, keeps its
// limits to the node, and asks again what was interrupted. That it is the twin of the reference is
// tested in Python.
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "chess/control.hpp"
#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::chess;

constexpr double kInf  = std::numeric_limits<double>::infinity();
constexpr auto kForever = std::chrono::hours(1);
const Law kLaw{-0.15, -1.62, -0.25, -0.32, 0.27, 1.27, 0.5, 0.15, 114.0};

const std::vector<std::string> kPositions = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
};

Choosing choosing(const Position& position, double time_price, std::uint64_t nodes) {
    MoveList legal;
    generate<Moves::All>(position, legal);
    std::vector<Candidate> moves;
    for (const Move move : legal) moves.push_back({move, -kInf, kInf, 0, {move}});
    const ChoosingNumbers numbers{kLaw, {0.3, time_price}, 4, 100, kMateInMax, 0.04, 5};
    return {numbers, std::move(moves), {}, true, Budget(nodes, std::nullopt, 0, 0)};
}

struct Run {
    std::vector<ProbeRecord> records;
    End end = End::NotYet;
    Move best;
    double value        = 0;
    std::uint64_t nodes = 0;
};

bool same(const Run& a, const Run& b) {
    if (a.end != b.end || a.best != b.best || a.value != b.value || a.nodes != b.nodes ||
        a.records.size() != b.records.size())
        return false;
    for (std::size_t i = 0; i < a.records.size(); ++i) {
        const auto &[asked, found, nodes]     = a.records[i];
        const auto &[asked2, found2, nodes2] = b.records[i];
        if (asked.purpose != asked2.purpose || asked.set != asked2.set ||
            asked.depth != asked2.depth || asked.bound != asked2.bound ||
            found.best != found2.best || found.value != found2.value || nodes != nodes2)
            return false;
    }
    return true;
}

// Asks `questions` at a time.
Run run(const std::string& fen, double time_price, std::uint64_t nodes, int questions) {
    const Position position = from_fen(fen);
    RootSearch root(position, std::size_t{1} << 20);
    Control control(root, choosing(position, time_price, nodes), 0);
    Run result;
    while (!control.choosing().ended()) {
        control.run(kForever, questions, [] { return false; });
        for (ProbeRecord& record : control.take_records()) result.records.push_back(std::move(record));
    }
    result.end   = control.choosing().end();
    result.best  = control.choosing().choice().move;
    result.value = control.choosing().value();
    result.nodes = control.nodes();
    return result;
}

void pauses() {
    for (const auto& fen : kPositions)
        for (const double time_price : {0.0, 0.004})
            for (const std::uint64_t nodes : {300u, 20'000u, 120'000u}) {
                const Run whole = run(fen, time_price, nodes, 1'000'000);
                check(same(run(fen, time_price, nodes, 1), whole), "pauses change nothing: " + fen);
                check(whole.nodes <= nodes, "nodes are kept: " + fen);
                check(whole.end != End::NotYet, "it ends: " + fen);
                check(whole.end != End::Limit || whole.nodes == nodes, "a limit is used up: " + fen);
                for (const ProbeRecord& record : whole.records)
                    check(time_price == 0 || record.question.purpose == Purpose::Select,
                          "no attack on a clock: " + fen);
            }
}

void interrupted_questions_are_asked_again() {
    const Position position = from_fen(kPositions[0]);
    RootSearch root(position, std::size_t{1} << 20);
    Control control(root, choosing(position, 0.004, 50'000), 0);
    control.run(kForever, 3, [] { return false; });
    const int depth = control.choosing().question().depth, probes = control.probes();
    control.run(kForever, 3, [] { return true; });
    check(control.probes() == probes, "an answer that means nothing is not counted");
    check(control.choosing().question().depth == depth, "the question stands");
    control.run(kForever, 1, [] { return false; });
    check(control.probes() == probes + 1, "it is asked again");
}

void law() {
    check(std::abs(kLaw.points(0) - 0.5) < 1e-15, "an even position is half a point");
    check(std::abs(kLaw.value(kLaw.points(77)) - 77) < 1e-9, "points and value are inverse");
    check(kLaw.value(1) == kInf && kLaw.value(0) == -kInf, "nothing is worth a whole point");
    const Sight sight{10, 2, 0.5, 0.6, Attack::Untried};
    check(kLaw.doubt(sight.deeper()) < kLaw.doubt(sight), "depth takes doubt away");
    check(kLaw.doubt(sight.with(Attack::Held)) < kLaw.doubt(sight), "so does an attack that failed");
    check(kLaw.doubt(sight.with(Attack::Refuted)) > kLaw.doubt(sight), "a refutation adds to it");
    check(kLaw.doubt({1, 0, 0.01, 0.0, Attack::Refuted}) == 0.5, "no doubt is above a half");
}

}  // namespace

int main() {
    law();
    pauses();
    interrupted_questions_are_asked_again();
    return told();
}
