// Laws for every legal board, also those that no game reaches: with fifteen queens on each side a
// search of captures alone would not end in a lifetime.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "chess/evaluation.hpp"
#include "chess/exchange.hpp"
#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/probe.hpp"
#include "chess/root_search.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::chess;

const std::vector<std::string> kCrowded = {
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "rnbqkbnr/8/qqqqqqqq/8/8/QQQQQQQQ/8/RNBQKBNR w KQkq - 0 1",
    "n4q1b/p2k2Pn/Q7/2Q5/1Q5n/5R1n/2RppR2/5BbK w - - 0 1",  // no more pieces than a game has
    "7R/1K2BB2/2R2b2/3rR3/p1q1n1k1/nP1b3r/ppB2p1r/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  // 218 moves
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/NR4Q1/kN1BB1K1 w - - 0 1",
};
constexpr int kMostMoves = 15 * 27 + 8 + 2;  // fifteen queens, each with a free board; a king

// Both kings, and up to fifteen more of each side; of few kinds, so that they can all take each other.
std::string random_board(std::mt19937& random) {
    static const std::string kPools[] = {"Q", "QQQQR", "QRBN", "QRBNP", "RBN", "R", "QQRRBBNNP"};
    for (;;) {
        const std::string& pool = kPools[random() % std::size(kPools)];
        std::string squares(64, '.');
        std::vector<std::size_t> places(64);
        for (std::size_t i = 0; i < 64; ++i) places[i] = i;
        std::ranges::shuffle(places, random);
        for (const bool white : {true, false}) {
            int pawns            = 0;
            const auto count = 5 + random() % 12;
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t place = places.back();
                places.pop_back();
                char piece = i == 0 ? 'K' : pool[random() % pool.size()];
                if (piece == 'P' && (place < 8 || place >= 56 || ++pawns > 8)) piece = 'N';
                squares[place] = white ? piece : static_cast<char>(piece - 'A' + 'a');
            }
        }
        std::string fen;
        for (std::size_t row = 0; row < 8; ++row) {
            int empty = 0;
            for (const char piece : squares.substr(8 * row, 8)) {
                if (piece == '.') {
                    ++empty;
                    continue;
                }
                if (empty != 0) fen += std::to_string(empty);
                empty = 0;
                fen += piece;
            }
            if (empty != 0) fen += std::to_string(empty);
            if (row < 7) fen += '/';
        }
        fen += random() % 2 ? " w - - 0 1" : " b - - 0 1";
        try {
            if (has_legal(from_fen(fen))) return fen;
        } catch (const FenError&) {  // not a legal board: another one
        }
    }
}

std::shared_ptr<const Correction> network() {
    std::ifstream file(PROVEBEST_CORRECTION, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    return std::make_shared<const Correction>(
        std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

bool same(const ProbeAnswer& a, const ProbeAnswer& b) {
    return a.status == b.status && a.value == b.value && a.nodes == b.nodes && a.line == b.line;
}

class Laws {
public:
    void hold(const std::string& fen) {
        const auto position = std::make_unique<Position>(from_fen(fen));
        rules(*position, fen);
        node_limits(*position, fen);
        looks(*position, fen);
        stops(*position, fen);
    }

private:
    void rules(const Position& position, const std::string& fen) {
        MoveList all, noisy, quiet;
        generate<Moves::All>(position, all);
        generate<Moves::Noisy>(position, noisy);
        generate<Moves::Quiet>(position, quiet);
        check(all.size() == noisy.size() + quiet.size() && all.size() == count_legal(position) &&
                  all.size() <= kMostMoves,
              "the moves fit into their list: " + fen);
        for (const Move move : all) {
            const bool wins = exchange_at_least(position, move, 1);
            check(!wins || exchange_at_least(position, move, 0), "an exchange has one value: " + fen);
        }
        check(std::abs(evaluate(position, network_.get())) < 30000, "far below a mate: " + fen);
    }

    void node_limits(const Position& position, const std::string& fen) {
        ProbeRequest request;
        const auto quiet = prober_.probe(position, request);
        check(quiet.nodes <= quiet_nodes(position), "a search of captures ends: " + fen);
        request.depth = 4;
        for (const std::uint64_t nodes : {1, 50, 1500}) {
            request.nodes = nodes;
            check(prober_.probe(position, request).nodes <= nodes + quiet_nodes(position),
                  "a limit of nodes is kept: " + fen);
        }
        RootSearch search(position, std::size_t{1} << 18, network_);
        const auto report = search.probe({}, 60, 1500);
        check(report.nodes <= 1500 && !report.moves.empty(), "also of a search: " + fen);
    }

    // A first look at all moves, by an expansion: never long, and the same on any number of threads.
    void looks(const Position& position, const std::string& fen) {
        MoveList moves;
        generate<Moves::All>(position, moves);
        std::vector<ProbeRequest> requests;
        for (const Move move : moves) requests.push_back({.moves = {move}, .depth = 12, .nodes = 24});
        const auto answers = prober_.batch(position, requests);
        check(std::ranges::equal(answers, pair_.batch(position, requests), same),
              "the same on two threads: " + fen);
        const auto late = prober_.batch(position, requests, std::chrono::steady_clock::now());
        for (const ProbeAnswer& answer : late)
            check(answer.status == ProbeStatus::Answered && answer.nodes <= 2,
                  "past the deadline only the static evaluation is told: " + fen);
    }

    // A search that is told to stop does so at its next look, in the midst of captures.
    void stops(const Position& position, const std::string& fen) {
        constexpr std::uint64_t kLook = 1024;
        const std::atomic<bool> stop{true};
        const Limits limits{.depth = 60, .stop = &stop};
        const double begun = processor_seconds();
        check(searcher_.quiet(position, limits).nodes <= kLook, "captures can be stopped: " + fen);
        check(searcher_.exact(position, {}, limits).nodes <= kLook, "exact too: " + fen);
        check(searcher_.selective(position, {}, limits).nodes <= kLook, "selective too: " + fen);
        check(processor_seconds() - begun < 3 * kMostSeconds, "and a look is soon: " + fen);
    }

    static constexpr double kMostSeconds = 0.2;
    std::shared_ptr<const Correction> network_ = network();
    Prober prober_{{true, false, std::size_t{1} << 16, network_}, 1};
    Prober pair_{{true, false, std::size_t{1} << 16, network_}, 2};
    Searcher searcher_{std::size_t{1} << 16, network_};
};

}  // namespace

int main(int words, char** word) {
    const int boards = words > 1 ? std::atoi(word[1]) : 40;
    std::mt19937 random(static_cast<unsigned>(words > 2 ? std::atoi(word[2]) : 1));
    Laws laws;
    for (const auto& fen : kCrowded) laws.hold(fen);
    for (int i = 0; i < boards; ++i) laws.hold(random_board(random));
    return told();
}
