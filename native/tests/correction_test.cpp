// The network that corrects the evaluation: a file is read or refused, sums kept along any line of
// play equal those made from scratch, and every set of instructions returns the same numbers.
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "chess/accumulator.hpp"
#include "chess/evaluation.hpp"
#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/search.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::chess;
using Bytes = std::vector<std::uint8_t>;

void add(Bytes& file, std::int64_t number, int size) {
    for (int i = 0; i < size; ++i) file.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

void seal(Bytes& file) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const std::uint8_t byte : file) hash = (hash ^ byte) * 0x100000001B3ULL;
    add(file, static_cast<std::int64_t>(hash), 8);
}

// `size`: of the weights. Large ones make sums that wrap around.
Bytes random_file(int hidden, int buckets, int sets, int small, int size, unsigned seed) {
    std::mt19937 random(seed);
    const auto within = [&random](int most) {
        return static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most;
    };
    Bytes file;
    for (const char c : std::string("PBCORR02")) file.push_back(static_cast<std::uint8_t>(c));
    for (const int number : {hidden, buckets, sets, small, 400}) add(file, number, 4);
    for (int square = 0; square < 64; ++square)
        add(file, static_cast<int>(random() % static_cast<unsigned>(buckets)), 1);
    for (int i = 0; i < (buckets * 768 + 1) * hidden; ++i) add(file, within(size), 2);
    for (int i = 0; i < sets * small * (hidden + 2); ++i) add(file, within(kMostSmallWeight), 2);
    for (int i = 0; i < sets * small; ++i) add(file, within(100'000), 4);
    for (int i = 0; i < sets * 2 * small; ++i) add(file, within(kMostOutputWeight), 2);
    for (int i = 0; i < sets; ++i) add(file, within(200'000), 4);
    seal(file);
    return file;
}

std::shared_ptr<const Correction> network(const Bytes& file) {
    return std::make_shared<const Correction>(file);
}

void is_refused(const Bytes& file, const std::string& why) {
    try {
        const Correction read(file);
        check(false, "refused: " + why);
    } catch (const std::invalid_argument& error) {
        check(std::string(error.what()).find(why) != std::string::npos,
              std::string(error.what()) + " says: " + why);
    }
}

Bytes resealed(Bytes file, std::size_t at, std::int64_t number, int size) {
    for (int i = 0; i < size; ++i)
        file[at + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(number >> (8 * i));
    file.erase(file.end() - 8, file.end());
    seal(file);
    return file;
}

void hostile_files() {
    const Bytes good = random_file(32, 2, 2, 8, 40, 1);
    check(Correction(good).hidden() == 32, "a good file is read");
    is_refused({}, "too short");
    is_refused(Bytes(99, 0), "too short");
    is_refused(Bytes(5000, 0), "begins otherwise");
    for (std::size_t size = 0; size < good.size(); size += 997)
        is_refused(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)), "not a correction");
    Bytes longer = good;
    longer.push_back(0);
    is_refused(longer, "bytes instead of");
    Bytes flipped = good;
    flipped[good.size() / 2] ^= 1;
    is_refused(flipped, "checksum");
    for (const std::int64_t hidden : {-32, 0, 33, 288, 0x7FFFFFFF})
        is_refused(resealed(good, 8, hidden, 4), "hidden units");
    for (const std::int64_t buckets : {-1, 0, 65, 0x7FFFFFFF})
        is_refused(resealed(good, 12, buckets, 4), "king buckets");
    for (const std::int64_t sets : {-1, 0, 33, 0x7FFFFFFF})
        is_refused(resealed(good, 16, sets, 4), "sets");
    for (const std::int64_t small : {-4, 0, 6, 36, 0x7FFFFFFF})
        is_refused(resealed(good, 20, small, 4), "small units");
    for (const std::int64_t scale : {-1, 0, 0x7FFFFFFF})
        is_refused(resealed(good, 24, scale, 4), "scale");
    is_refused(resealed(good, 28, 2, 1), "king bucket that does not exist");
    const std::size_t layer = 92 + 2 * 32 * (2 * 768 + 1), known = layer + 2 * 2 * 8 * 32;
    const std::size_t bias = known + 2 * 2 * 8 * 2, output = bias + 4 * 2 * 8;
    is_refused(resealed(good, layer, 1024, 2), "weight of the small layer");
    is_refused(resealed(good, known + 2, -1024, 2), "weight of the handcrafted value");
    is_refused(resealed(good, bias, 0x7FFFFFFF, 4), "bias of the small layer");
    is_refused(resealed(good, output, 8192, 2), "output weight");
    is_refused(resealed(good, output + 2 * 2 * 16, -0x7FFFFFFF, 4), "output bias");
}

// Random moves, made and taken back, and null moves; evaluated now and then, so that sums are
// made from near and far positions.
class Wanderer {
public:
    Wanderer(std::shared_ptr<const Correction> net, unsigned seed) : network_(net), random_(seed) {
        for (const VectorSums& sums : vector_sums()) all_.emplace_back(net, sums);
    }

    void wander(const std::string& fen, bool chess960, int steps) {
        const auto position = std::make_unique<Position>(from_fen(fen, {.chess960 = chess960}));
        std::vector<bool> nulls;
        for (int step = 0; step < steps; ++step) {
            MoveList moves;
            generate<Moves::All>(*position, moves);
            const bool back = !nulls.empty() && (moves.empty() || nulls.size() > 120 || one_in(3));
            if (back) {
                if (nulls.back())
                    position->unmake_null();
                else
                    position->unmake();
                nulls.pop_back();
            } else if (moves.empty()) {
                return;
            } else if (!position->checkers() && one_in(10)) {
                position->make_null();
                nulls.push_back(true);
            } else {
                position->make(moves[static_cast<int>(random_() % static_cast<unsigned>(moves.size()))]);
                nulls.push_back(false);
            }
            if (!one_in(3)) agree(*position, static_cast<int>(nulls.size()));
        }
    }

    int different() const { return different_; }

private:
    bool one_in(unsigned n) { return random_() % n == 0; }

    void agree(const Position& position, int ply) {
        const auto known  = static_cast<Value>(random_() % 4000) - 2000;
        const Value value = network_->of(position, known);
        for (Accumulators& each : all_)
            check(each.correction(position, ply, known) == value,
                  "sums along a line: " + to_fen(position));
        different_ += value != network_->of(position, 0);
    }

    std::shared_ptr<const Correction> network_;
    std::vector<Accumulators> all_;
    std::mt19937 random_;
    int different_ = 0;  // positions in which the handcrafted value matters
};

void along_lines() {
    unsigned seed = 0;
    for (const auto& [hidden, buckets, sets, small, size] :
         {std::array{32, 1, 1, 4, 40}, {128, 4, 8, 16, 40}, {160, 64, 3, 12, 100}, {256, 2, 32, 32, 32767}}) {
        ++seed;
        Wanderer wanderer(network(random_file(hidden, buckets, sets, small, size, seed)), seed);
        for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/8/4k3/8/8/3KP3/8/8 w - - 0 1"})
            wanderer.wander(fen, false, 1500);
        wanderer.wander("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true, 1500);
        wanderer.wander("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", true, 1500);
        check(wanderer.different() > 0, "the handcrafted value matters");
    }
}

void instructions_agree() {
    std::mt19937 random(5);
    const auto any = [&random] { return static_cast<std::int16_t>(random()); };
    for (int size = kHiddenStep; size <= kMostHidden; size += kHiddenStep) {
        std::vector<Block> rows(8 * 8);
        for (Block& block : rows)
            for (std::int16_t& value : block.values) value = any();
        const std::int16_t* at[8];
        for (int i = 0; i < 8; ++i) at[i] = rows[static_cast<std::size_t>(8 * i)].values;
        std::vector<Block> extreme(16);
        for (int i = 0; i < kMostHidden; ++i) {
            extreme[static_cast<std::size_t>(i / 32)].values[i % 32]     = 32767;
            extreme[static_cast<std::size_t>(8 + i / 32)].values[i % 32] = kMostSmallWeight;
        }
        std::vector<std::int16_t> small(static_cast<std::size_t>(size));
        for (std::int16_t& weight : small) weight = static_cast<std::int16_t>(any() % (kMostSmallWeight + 1));
        const auto answer = [&](const VectorSums& by) {
            std::vector<Block> rows4(8 * kSmallStep);
            std::vector<Block> to(8);
            by.change(to[0].values, at[0], size, {at + 1, 4}, {at + 5, 3});
            by.change(to[0].values, to[0].values, size, {at + 2, 1}, {});
            std::vector<int> all(to[0].values, to[0].values + size);
            by.products(to[0].values, at[6], size);
            all.insert(all.end(), to[0].values, to[0].values + size / 2);
            std::int32_t sums[kSmallStep];
            by.products(to[0].values, extreme[0].values, size);
            by.products(to[0].values + size / 2, extreme[0].values, size);
            for (int row = 0; row < kSmallStep; ++row)
                std::copy_n(row == 0 ? extreme[8].values : small.data(), size, rows4[0].values + row * size);
            by.dots(sums, to[0].values, rows4[0].values, size, kSmallStep);
            all.insert(all.end(), std::begin(sums) + 1, std::end(sums));
            all.push_back(sums[0]);
            return all;
        };
        const auto plain = answer(vector_sums().front());
        check(plain.back() == size * 127 * kMostSmallWeight, "the largest sum fits");
        for (const VectorSums& by : vector_sums())
            check(answer(by) == plain, std::string(by.name) + " agrees at " + std::to_string(size));
    }
}

void evaluation_uses_it() {
    const auto net = network(random_file(64, 2, 2, 8, 40, 9));
    for (const char* fen : {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",
                            "8/8/4k3/8/4B3/3KB2B/1B6/8 b - - 0 1", "k7/8/8/P7/8/3KB3/8/8 w - - 0 1"}) {
        const Position position = from_fen(fen);
        const bool known        = handcrafted(position).decided;
        check(!known || evaluate(position, net.get()) == evaluate(position), "a draw stays one");
        check(known || net->of(position, evaluate(position)) == 0 || evaluate(position, net.get()) != evaluate(position),
              "and the rest is corrected");
    }
    check(handcrafted(from_fen("k7/8/8/P7/8/3KB3/8/8 w - - 0 1")).decided, "the wrong corner");
    check(!handcrafted(from_fen("7k/8/8/7P/8/3KB3/8/8 w - - 0 1")).decided, "the right corner");
    check(handcrafted(from_fen("8/8/4k3/8/8/3KB3/8/8 w - - 0 1")).decided, "a lone bishop");
    for (const char* side : {"w", "b"}) {
        const std::string drawn = std::string("6k1/1R6/5B2/5K2/8/8/8/2r5 ") + side + " - - 0 1";
        const Position position = from_fen(drawn);
        const int ahead         = *side == 'w' ? 1 : -1;
        const Handcrafted plain = handcrafted(position);
        check(ahead * plain.corrected(ahead * 500) == 40, "a minor piece more, but no pawn: hardly ahead");
        check(ahead * plain.corrected(-ahead * 500) < -400, "the other side may be");
    }
    check(handcrafted(from_fen("6k1/1R6/5B2/5K2/8/P7/8/2r5 w - - 0 1")).corrected(500) > 500, "with a pawn");
    check(handcrafted(from_fen("6k1/1n6/5B2/4BK2/8/8/8/8 w - - 0 1")).corrected(500) > 400, "two bishops against a knight");
    const Position start = from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    Searcher handmade(1 << 20), corrected(1 << 20, net);
    const Limits limits{.depth = 6};
    check(handmade.selective(start, {}, limits).value != corrected.selective(start, {}, limits).value,
          "a search uses the correction");
}

void shipped_file() {
#if defined(PROVEBEST_CORRECTION)
    std::ifstream stream(PROVEBEST_CORRECTION, std::ios::binary);
    const Bytes file{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    check(file.size() < 1'000'000, "the shipped file is small");
    Wanderer wanderer(network(file), 3);
    wanderer.wander("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false, 3000);
#endif
}

}  // namespace

int main() {
    hostile_files();
    along_lines();
    instructions_agree();
    evaluation_uses_it();
    shipped_file();
    return told();
}
