// Laws of the search: probes are pure on any number of threads, a forgotten table is a new one,
// lines are legal, limits are kept to the node, and a cancelled batch ends.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/probe.hpp"
#include "chess/root_search.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::chess;

const std::vector<std::string> kPositions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 58 61",
};

std::unique_ptr<Position> position_of(const std::string& fen) {
    return std::make_unique<Position>(from_fen(fen));
}

ProbeRequest asked(int depth, std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max()) {
    ProbeRequest request;
    request.depth = depth;
    request.nodes = nodes;
    return request;
}

ProbeSettings settings(bool selective, bool warm = false, std::size_t table_bytes = std::size_t{1} << 20) {
    return {selective, warm, table_bytes};
}

// Every move, its reality and its hope: what one expansion asks.
std::vector<ProbeRequest> children(const Position& position, int depth) {
    MoveList moves;
    generate<Moves::All>(position, moves);
    std::vector<ProbeRequest> requests;
    for (const Move move : moves)
        for (const bool hope : {false, true}) {
            requests.push_back(asked(depth));
            requests.back().moves = {move};
            requests.back().hope  = hope;
        }
    return requests;
}

bool same(const ProbeAnswer& a, const ProbeAnswer& b) {
    return a.status == b.status && a.value == b.value && a.depth == b.depth && a.nodes == b.nodes &&
           a.line == b.line;
}

bool all_same(const std::vector<ProbeAnswer>& a, const std::vector<ProbeAnswer>& b) {
    return std::ranges::equal(a, b, same);
}

void purity(bool selective) {
    Prober one(settings(selective), 1), two(settings(selective), 2);
    std::mt19937 random(1979);
    for (const auto& fen : kPositions) {
        const auto position = position_of(fen);
        auto requests       = children(*position, 3);
        const auto first    = one.batch(*position, requests);
        check(all_same(one.batch(*position, requests), first), "the same twice: " + fen);
        check(all_same(two.batch(*position, requests), first), "the same on two threads: " + fen);
        std::vector<std::size_t> order(requests.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::shuffle(order, random);
        std::vector<ProbeRequest> shuffled;
        for (const auto i : order) shuffled.push_back(requests[i]);
        const auto answers = two.batch(*position, shuffled);
        bool alike         = true;
        for (std::size_t i = 0; i < order.size(); ++i) alike = alike && same(answers[i], first[order[i]]);
        check(alike, "the same in any order: " + fen);
    }
}

void lines(bool selective) {
    Prober prober(settings(selective), 1);
    for (const auto& fen : kPositions) {
        const auto position = position_of(fen);
        const auto requests = children(*position, 3);
        const auto answers  = prober.batch(*position, requests);
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const auto board = std::make_unique<Position>(*position);
            board->play(requests[i].moves.front());
            const bool in_check = board->checkers() != 0;
            check((answers[i].status == ProbeStatus::NoHope) == (requests[i].hope && in_check),
                  "hope is refused after a check and only then: " + fen);
            if (answers[i].status == ProbeStatus::NoHope) continue;
            if (requests[i].hope) board->make_null();
            bool legal = true;
            for (const Move move : answers[i].line) {
                MoveList moves;
                generate<Moves::All>(*board, moves);
                legal = legal && moves.contains(move);
                if (!legal) break;
                board->play(move);
            }
            check(legal, "the line is legal: " + fen);
        }
    }
}

void tables() {
    for (const auto& fen : kPositions) {
        const auto position = position_of(fen);
        const auto requests = children(*position, 3);
        const auto large    = Prober(settings(false, false, std::size_t{1} << 22), 1).batch(*position, requests);
        const auto small    = Prober(settings(false, false, 64), 1).batch(*position, requests);
        const auto warm     = Prober(settings(false, true), 1).batch(*position, requests);
        bool equal          = true;
        for (std::size_t i = 0; i < requests.size(); ++i)
            equal = equal && large[i].value == small[i].value && large[i].value == warm[i].value;
        check(equal, "an exact value does not depend on the table: " + fen);
    }
    // More often than there are generations: what was stored before is never seen again.
    Table table(std::size_t{1} << 12);
    bool seen = false;
    for (int round = 0; round < 200; ++round) {
        for (Key key = 1; key <= 20; ++key) {
            seen = seen || table.find(key).has_value();
            table.store(key, Move(), 1, 2, 3, Bound::Exact);
        }
        table.forget();
    }
    check(!seen, "forget() leaves nothing behind, two hundred times");
    table.clear();
    table.store(7, Move(), 1, 2, 3, Bound::Exact);
    table.age();
    check(table.find(7) && table.find(7)->value == 1, "age() leaves what was stored");
}

void limits() {
    const auto position = position_of(kPositions[3]);
    for (const bool selective : {false, true}) {
        Prober prober(settings(selective), 1);
        const auto whole = prober.probe(*position, asked(4));
        for (std::uint64_t nodes : {1000U, 1001U, 1024U, 1025U, 1500U}) {
            if (nodes >= whole.nodes) continue;
            const auto part = prober.probe(*position, asked(4, nodes));
            check(part.status == ProbeStatus::Answered && part.nodes == nodes && part.depth < 4,
                  "a limit of " + std::to_string(nodes) + " nodes is kept to the node");
        }
        const auto again = prober.probe(*position, asked(4, whole.nodes + 1));
        check(same(again, whole), "a limit that is not reached changes nothing");
    }
}

void cancelling(int threads) {
    const auto position = position_of(kPositions[1]);
    const auto requests = children(*position, 40);
    Prober prober({}, threads);
    std::jthread other([&prober] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        prober.cancel();
    });
    const auto begun   = std::chrono::steady_clock::now();
    const auto answers = prober.batch(*position, requests);
    const auto taken   = std::chrono::steady_clock::now() - begun;
    check(taken < std::chrono::seconds(20), "a cancelled batch ends");
    check(std::ranges::all_of(answers, [](const ProbeAnswer& a) { return a.status == ProbeStatus::Cancelled; }),
          "and says so of every probe");
    check(answers.front().depth > 0 && !answers.front().line.empty(), "and tells the last depth");
    const auto fresh = prober.probe(*position, asked(3));
    check(same(fresh, Prober({}, 1).probe(*position, asked(3))), "and leaves nothing behind");
}

// After a search of all moves: is one of them worth so much?
void questions(RootSearch& search, const Report& first) {
    constexpr auto kNoLimit = std::numeric_limits<std::uint64_t>::max();
    std::vector<Move> all, rest;
    for (const RootMove& member : first.moves) all.push_back(member.move);
    rest.assign(all.begin() + 1, all.end());
    for (const Value bound : {first.value - 1, first.value, first.value + 60}) {
        const auto told = search.reaches(all, bound, first.depth, kNoLimit);
        check(told.depth == first.depth && !told.interrupted, "a question is answered");
        if (told.value < bound) {
            for (const RootMove& member : told.moves)
                check(member.bound == Bound::Upper && member.value <= told.value, "all are below");
        } else {
            check(told.moves.front().bound == Bound::Lower && told.moves.front().value >= bound,
                  "the one that reaches it is the first");
        }
    }
    const auto begun = search.nodes();
    const auto few   = search.reaches(rest, first.value, first.depth + 4, 2000);
    check(few.interrupted && few.depth == 0 && search.nodes() - begun == 2000, "it has its limits");
}

void root_searches() {
    const auto position = position_of(kPositions[3]);
    RootSearch search(*position, std::size_t{1} << 20), twin(*position, std::size_t{1} << 20);
    const auto first = search.probe({}, 6, std::numeric_limits<std::uint64_t>::max());
    const auto other = twin.probe({}, 6, std::numeric_limits<std::uint64_t>::max());
    check(first.value == other.value && first.nodes == other.nodes, "two of a kind agree");
    check(0 < search.filled() && search.filled() <= 1000 && search.filled() == twin.filled(),
          "also about how full their tables are");
    check(first.moves.front().bound == Bound::Exact, "the best has its value");
    for (const RootMove& move : first.moves)
        check(move.value <= first.value && !move.line.empty() && move.line.front() == move.move,
              "the others are no better, and lines begin with their move");
    check(!search.at().first, "nothing is being searched between two searches");
    for (const auto& line : search.refutations()) {
        Position after = *position;
        bool legal     = true;
        for (const Move move : line) {
            legal = legal && is_legal(after, move);
            after.play(move);
        }
        check(legal, "what is held against a move can be played");
    }
    check(search.probe({}, 6, std::numeric_limits<std::uint64_t>::max()).nodes == first.nodes,
          "and asking changes nothing");
    questions(search, first);
    search.move_to(*position);
    check(search.filled() == 0, "what an earlier move has filled gives way");
    search.forget();
    const auto again = search.probe({}, 6, std::numeric_limits<std::uint64_t>::max());
    check(again.value == first.value && again.nodes == first.nodes, "forgotten is as good as new");
    RootSearch short_of_nodes(*position, std::size_t{1} << 20);
    const auto part = short_of_nodes.probe({}, 30, 5000);
    check(part.interrupted && part.nodes == 5000 && part.depth > 0, "interrupted at the node");
    const auto known = short_of_nodes.probe({}, part.depth, 5000);
    check(!known.interrupted && known.depth == part.depth, "what is known is told as known");
}

}  // namespace

int main() {
    for (const bool selective : {false, true}) {
        purity(selective);
        lines(selective);
    }
    tables();
    limits();
    cancelling(1);
    cancelling(2);
    root_searches();
    return told();
}
