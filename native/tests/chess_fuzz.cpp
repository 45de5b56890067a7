// Any bytes at all: the first line is read as a FEN, the rest chooses moves. Nothing may crash, and
// what is accepted must obey the laws. With clang's libFuzzer:
//   clang++ -std=c++20 -O1 -g -Inative -DPROVEBEST_LIBFUZZER -fsanitize=fuzzer,address,undefined
//     native/chess/*.cpp native/tests/chess_fuzz.cpp
// Without it, `chess_fuzz SECONDS SEED` changes well-known FENs itself.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/perft.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

using namespace provebest::chess;

std::string current;  // the input under test, to be shown when it breaks something
std::uint64_t accepted = 0;

void show_current() {
    std::fprintf(stderr, "input: \"");
    for (const char c : current)
        if (c >= ' ' && c <= '~' && c != '"' && c != '\\')
            std::fputc(c, stderr);
        else
            std::fprintf(stderr, "\\x%02x", static_cast<unsigned char>(c));
    std::fprintf(stderr, "\"\n");
}

void demand(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "FAILED: %s\n", claim);
    show_current();
    std::abort();
}

void obey(Position& position, FenRules rules) {
    demand(position.key() == position.key_from_scratch(), "the key follows the moves");
    demand(position.pawn_key() == position.pawn_key_from_scratch(), "and so does the pawn key");
    demand(count(position.pieces(White, King)) == 1 && count(position.pieces(Black, King)) == 1,
           "each side has its king");
    const Color us = position.side();
    demand(!position.attacked(position.king(~us), us, position.occupied()), "no king can be taken");
    MoveList all, noisy, quiet;
    generate<Moves::All>(position, all);
    generate<Moves::Noisy>(position, noisy);
    generate<Moves::Quiet>(position, quiet);
    demand(all.size() == noisy.size() + quiet.size() && all.size() == count_legal(position),
           "moves are counted as they are listed");
    const Position before = position;
    const CheckSquares squares(position);
    for (const Move move : all) {
        demand(is_legal(position, move), "a listed move is legal");
        demand(from_uci(position, to_uci(position, move)) == move, "a move can be spelled");
        const bool gives = squares.gives_check(position, move);
        position.make(move);
        demand(gives == (position.checkers() != 0), "a check is foreseen");
        position.unmake();
        demand(position.same_as(before), "unmake restores everything");
    }
    if (position.clock() < 999'999'000 && position.fullmove() < 999'999'000) {
        const std::string text = to_fen(position);
        const Position again   = from_fen(text, {rules.chess960, true});
        demand(again.key() == position.key() && to_fen(again) == text, "what is written is read");
    }
}

void play_on(Position& position, std::string_view choices, FenRules rules) {
    for (const char choice : choices.substr(0, 64)) {
        MoveList moves;
        generate<Moves::All>(position, moves);
        if (moves.empty()) return;
        position.play(moves[static_cast<unsigned char>(choice) % moves.size()]);
        obey(position, rules);
    }
    // The same bytes as the spelling and as the bits of a move.
    if (const auto move = from_uci(position, choices.substr(0, 5)))
        demand(is_legal(position, *move), "what is spelled is legal");
    for (std::size_t i = 0; i + 1 < choices.size(); i += 2) {
        const auto low = static_cast<unsigned char>(choices[i]);
        const auto high = static_cast<unsigned char>(choices[i + 1]);
        const Move move = Move::from_bits(static_cast<std::uint16_t>(low | high << 8));
        MoveList moves;
        generate<Moves::All>(position, moves);
        demand(is_legal(position, move) == moves.contains(move), "legal is what is listed");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    current.assign(reinterpret_cast<const char*>(data), size);
    const std::string_view all(current);
    const FenRules rules{(all[0] & 1) != 0, (all[0] & 2) != 0};
    const auto end  = std::min(all.find('\n'), all.size());
    const auto text = all.substr(1, end == 0 ? 0 : end - 1);
    try {
        Position position = from_fen(text, rules);
        ++accepted;
        obey(position, rules);
        const auto rest = all.substr(std::min(end + 1, all.size()));
        play_on(position, rest, rules);
    } catch (const FenError& error) {
        demand(!error.faults().empty() && error.at() <= text.size(), "a refusal has reason and place");
        demand(error.what()[0] != '\0', "and a sentence");
    }
    return 0;
}

#if !defined(PROVEBEST_LIBFUZZER)

namespace {

constexpr const char* kSeeds[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "R3rkrR/8/8/8/8/8/8/r3RKRr w EGeg - 0 1",
    "nrnkbqrb/pppppppp/8/8/8/8/PPPPPPPP/NRNKBQRB w BGbg - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "q1QqqQqk/qQ2Qqqq/qq5Q/qQ5Q/Q2Q2Q1/1q4qq/QQ1Q4/KQ2Q2q w - - 0 1",
    "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "4r2k/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 b - - 150 1000000000",
};

std::string changed(std::string text, std::mt19937& random) {
    constexpr std::string_view kLetters = "KQRBNPkqrbnp12345678/ -wbacdefgh09~x+_\t";
    const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
    for (std::size_t left = below(6); left > 0; --left) {
        const std::size_t at = below(text.size());
        switch (below(6)) {
            case 0: text.insert(at, 1, kLetters[below(kLetters.size())]); break;
            case 1: if (!text.empty()) text.erase(at, 1 + below(3)); break;
            case 2: if (!text.empty()) text[at] = kLetters[below(kLetters.size())]; break;
            case 3: if (!text.empty()) std::swap(text[at], text[below(text.size())]); break;
            case 4: if (!text.empty()) text[at] = static_cast<char>(random()); break;
            default: text.insert(at, text.substr(below(text.size()), below(20))); break;
        }
    }
    return text;
}

}  // namespace

int main(int words, char** word) {
    const double seconds = words > 1 ? std::atof(word[1]) : 3;
    const auto seed      = static_cast<unsigned>(words > 2 ? std::atoi(word[2]) : 1);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_set_death_callback(show_current);
#endif
    std::mt19937 random(seed);
    const auto begun   = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    std::uint64_t inputs = 0;
    for (; elapsed() < seconds; ++inputs) {
        std::string input(1, static_cast<char>(random() & 3));
        input += changed(kSeeds[random() % std::size(kSeeds)], random);
        input += '\n';
        for (auto left = random() % 40; left > 0; --left) input += static_cast<char>(random());
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    }
    std::printf("%llu inputs, %llu of them positions, nothing broke (seed %u)\n",
                static_cast<unsigned long long>(inputs), static_cast<unsigned long long>(accepted),
                seed);
    return accepted > 0 ? 0 : 1;
}

#endif
