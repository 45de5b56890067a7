// Laws of threads: a torn entry of the table is never found, one thread searches as it always did, and
// several find moves that can be played, mates that are mates, and their end. Run by the thread
// sanitizer too (`make tsan`), so everything here is short.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "chess/crew.hpp"
#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/probe.hpp"
#include "chess/root_search.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::chess;

constexpr std::size_t kTable = std::size_t{1} << 20;
constexpr auto kNoLimit      = std::numeric_limits<std::uint64_t>::max();
const std::string kMiddle    = "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 10";
const std::vector<std::string> kMates = {
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1",
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
};

std::shared_ptr<const Correction> network() {
    std::ifstream file(PROVEBEST_CORRECTION, std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
    return std::make_shared<const Correction>(data);
}

void torn_entries() {
    Slot one, other, torn;
    one.store(0x1234567890ABCDEF, {.move = 7, .value = 100, .eval = 90, .depth = 12, .stamp = 7});
    other.store(0xFEDCBA0987654321, {.move = 9, .value = -55, .eval = 0, .depth = 3, .stamp = 6});
    check(one.load().first == 0x1234567890ABCDEF && one.load().second.value == 100,
          "a whole entry is read as it was stored");
    for (const auto& [first, second] : {std::pair(&one, &other), std::pair(&other, &one)}) {
        torn.check.store(first->check.load());
        torn.data.store(second->data.load());
        const Key key = torn.load().first;
        check(key != one.load().first && key != other.load().first,
              "half of one entry and half of another fit no key");
    }
}

void visits() {
    Visited visited;
    const auto key = [](std::size_t i) { return static_cast<Key>(i) * 0x9E3779B97F4A7C15ULL; };
    check(!visited.has(key(1)), "no position has been visited at the beginning");
    visited.add(key(1));
    check(visited.has(key(1)) && !visited.has(key(2)), "a position that was added has been visited");
    for (std::size_t i = 2; i < 3 * Visited::kMost; ++i) visited.add(key(i));
    std::size_t taken_for_visited = 0;
    for (std::size_t i = 4 * Visited::kMost; i < 4 * Visited::kMost + 1000; ++i)
        taken_for_visited += visited.has(key(i));
    check(taken_for_visited < 200, "it never fills: few others are taken for visited ones");
    visited.clear();
    check(!visited.has(key(3 * Visited::kMost - 1)), "it forgets");
}

// Two writers and two readers in one cluster: what is found belongs to its key.
void shared_cluster() {
    Table table(64);
    constexpr Key kKeys = 12, kStep = 0x9E3779B97F4A7C15ULL;
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> workers;
        for (int worker = 0; worker < 2; ++worker) {
            workers.emplace_back([&table, worker] {
                for (int i = 0; i < 20000; ++i) {
                    const Key key = static_cast<Key>((i + 5 * worker) % 12) + 1;
                    const auto value = static_cast<Value>(key * 100);
                    table.store(key * kStep, Move(), value, -value, i % 3, Bound::Exact);
                }
            });
            workers.emplace_back([&table, &wrong] {
                for (Key i = 0; i < 20000; ++i) {
                    const Key key = i % kKeys + 1;
                    const auto entry = table.find(key * kStep);
                    if (!entry) continue;
                    const auto value = static_cast<Value>(key * 100);
                    wrong += entry->value != value || entry->eval != -value;
                }
            });
        }
    }
    check(wrong == 0, "no thread finds what was stored under another key");
}

bool can_be_played(Position position, const std::vector<Move>& line) {
    return std::ranges::all_of(line, [&position](Move move) {
        const bool legal = is_legal(position, move);
        if (legal) position.play(move);
        return legal;
    });
}

bool same(const Report& a, const Report& b) {
    const auto equal = [](const RootMove& x, const RootMove& y) {
        return x.move == y.move && x.value == y.value && x.nodes == y.nodes && x.line == y.line;
    };
    return a.value == b.value && a.nodes == b.nodes && std::ranges::equal(a.moves, b.moves, equal);
}

// Ply by ply as the control asks, then an attack.
std::vector<Report> searched(RootSearch& search, int depth) {
    std::vector<Report> all;
    for (int ply = 1; ply <= depth; ++ply) all.push_back(search.probe({}, ply, kNoLimit));
    std::vector<Move> rivals;
    for (const RootMove& member : all.back().moves) rivals.push_back(member.move);
    rivals.erase(rivals.begin());
    all.push_back(search.reaches(rivals, all.back().value + 10, depth, kNoLimit));
    return all;
}

void one_thread() {
    const auto position = from_fen(kMiddle);
    RootSearch search(position, kTable, nullptr, 1);
    check(search.threads() == 1, "one thread is one thread");
    const auto told = searched(search, 8);
    Searcher plain(kTable);
    Report whole = plain.selective(position, {}, {.depth = 8});
    check(told[7].value == whole.value && told[7].nodes == whole.nodes &&
              told[7].moves.front().line == whole.moves.front().line,
          "one thread visits the nodes of a searcher alone");
    RootSearch twin(position, kTable, nullptr, 1);
    const auto again = searched(twin, 8);
    check(std::ranges::equal(told, again, same), "and the same ones every time");
}

void several_threads(const std::shared_ptr<const Correction>& correction) {
    const auto position = from_fen(kMiddle);
    for (const int threads : {2, 3, 4}) {
        RootSearch search(position, kTable, correction, threads);
        check(search.threads() == threads, "as many threads as asked for");
        std::uint64_t nodes = 0;
        for (const Report& report : searched(search, 8)) {
            check(!report.interrupted && report.depth > 0, "every question is answered");
            check(can_be_played(position, report.moves.front().line), "by a line that can be played");
            nodes = std::max(nodes, report.nodes);
        }
        check(search.nodes() >= nodes && search.nodes_so_far() == search.nodes(),
              "the nodes of all threads are counted");
        search.move_to(position);
        search.forget();
        check(search.probe({}, 7, kNoLimit).depth == 7, "and it can begin anew");
    }
}

void mates() {
    for (const auto& fen : kMates) {
        const auto position = from_fen(fen);
        RootSearch alone(position, kTable);
        const Value value = alone.probe({}, 8, kNoLimit).value;
        check(is_mate(value), "a mate is found by one thread: " + fen);
        for (const int threads : {2, 4}) {
            RootSearch search(position, kTable, nullptr, threads);
            check(search.probe({}, 8, kNoLimit).value == value,
                  "the same mate on " + std::to_string(threads) + " threads: " + fen);
        }
    }
}

void node_limits() {
    const auto position = from_fen(kMiddle);
    for (const int threads : {2, 4})
        for (const std::uint64_t limit : {1U, 100U, 5000U, 20000U}) {
            RootSearch search(position, kTable, nullptr, threads);
            const auto report = search.probe({}, 40, limit);
            check(report.interrupted, "a limit of nodes ends all threads");
            check(report.nodes <= limit + static_cast<std::uint64_t>(threads) &&
                      search.nodes() == report.nodes,
                  "and all of them together keep it: " + std::to_string(report.nodes) + " of " +
                      std::to_string(limit));
            check(can_be_played(position, report.moves.front().line), "with a move to play");
        }
}

void stops() {
    const auto position = from_fen(kMiddle);
    RootSearch search(position, kTable, nullptr, 3);
    {
        std::jthread other([&search] {
            while (search.nodes_so_far() == 0) std::this_thread::yield();
            search.cancel();
        });
        check(search.probe({}, 60, kNoLimit).interrupted, "a flag ends all threads");
    }
    check(search.probe({}, 61, kNoLimit, std::chrono::milliseconds(20)).interrupted,
          "and so does the clock");
    int polled = 0;
    search.ask({[](void* count) { return ++*static_cast<int*>(count) == 2; }, &polled});
    check(search.probe({}, 62, kNoLimit).interrupted && polled == 2,
          "and so does the caller, whom one thread alone asks");
}

// The other threads of the core: those that share a batch of probes.
void batches() {
    const auto position = from_fen(kMiddle);
    std::vector<ProbeRequest> requests;
    MoveList moves;
    generate<Moves::All>(position, moves);
    for (const Move move : moves) requests.push_back({.moves = {move}, .depth = 2});
    Prober one({}, 1), two({}, 2);
    const auto equal = [](const ProbeAnswer& a, const ProbeAnswer& b) {
        return a.value == b.value && a.nodes == b.nodes && a.line == b.line;
    };
    check(std::ranges::equal(one.batch(position, requests), two.batch(position, requests), equal),
          "probes are the same on two threads");
}

// What a helper throws, as for want of memory, reaches the caller after all have returned.
void failures() {
    Crew crew(3);
    for (std::size_t failing = 0; failing < 4; ++failing) {
        std::atomic<int> returned{0};
        bool thrown = false;
        try {
            crew.run([&](std::size_t number) {
                ++returned;
                if (number == failing) throw std::bad_alloc();
            });
        } catch (const std::bad_alloc&) {
            thrown = true;
        }
        check(thrown && returned == 4, "a failure of one thread is the failure of the batch");
    }
    std::atomic<int> returned{0};
    crew.run([&](std::size_t) { ++returned; });
    check(returned == 4, "and the next batch is as good as new");
}

}  // namespace

int main() {
    torn_entries();
    failures();
    visits();
    shared_cluster();
    one_thread();
    several_threads(nullptr);
    several_threads(network());
    mates();
    node_limits();
    stops();
    batches();
    return told();
}
