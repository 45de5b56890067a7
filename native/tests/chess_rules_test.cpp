// Laws of the rules of chess that need no second opinion: run by ctest, and under the sanitizers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "chess/attacks.hpp"
#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "chess/perft.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::chess;
using ::check;

// The position is written only where the claim fails.
void check(bool holds, const char* claim, const Position* position) {
    holds ? check(true, claim) : check(false, std::string(claim) + " in " + to_fen(*position));
}

constexpr const char* kMostMoves = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
constexpr const char* kManyQueens =
    "q1QqqQqk/qQ2Qqqq/qq5Q/qQ5Q/Q2Q2Q1/1q4qq/QQ1Q4/KQ2Q2q w - - 0 1";
constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const std::vector<std::string> kStandard{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    kKiwipete,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",  // of two pawns that take en passant one is pinned
    "4r2k/8/8/8/8/5n2/6P1/4K3 w - - 0 1",   // one of two checkers can be taken
    kMostMoves,
    kManyQueens,
};

bool by_bits(Move a, Move b) { return a.bits() < b.bits(); }

std::vector<Move> sorted_moves(const MoveList& list) {
    std::vector<Move> moves(list.begin(), list.end());
    std::ranges::sort(moves, by_bits);
    return moves;
}

template <Moves kind>
std::vector<Move> generated(const Position& position) {
    MoveList list;
    generate<kind>(position, list);
    return sorted_moves(list);
}

// A first array of Chess960 with the rights named by file.
std::string shuffled_array(std::mt19937& random) {
    std::string rank = "RNBQKBNR";
    const auto at    = [&](char piece, std::size_t from = 0) { return rank.find(piece, from); };
    do std::ranges::shuffle(rank, random);
    while (!(at('R') < at('K') && at('K') < rank.rfind('R')) || at('B') % 2 == rank.rfind('B') % 2);
    std::string small = rank;
    for (char& c : small) c = static_cast<char>(c - 'A' + 'a');
    const auto a = static_cast<char>(at('R')), h = static_cast<char>(rank.rfind('R'));
    const std::string rights{static_cast<char>('A' + h), static_cast<char>('A' + a),
                             static_cast<char>('a' + h), static_cast<char>('a' + a)};
    return small + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w " + rights + " - 0 1";
}

void moves_are_what_they_say(Position& position) {
    const Position before = position;
    const auto all        = generated<Moves::All>(position);
    auto parts            = generated<Moves::Noisy>(position);
    const auto quiet      = generated<Moves::Quiet>(position);
    check(std::ranges::all_of(parts, [&](Move m) { return position.is_noisy(m); }) &&
              std::ranges::none_of(quiet, [&](Move m) { return position.is_noisy(m); }),
          "noisy moves are noisy and quiet ones are not", &position);
    parts.insert(parts.end(), quiet.begin(), quiet.end());
    std::ranges::sort(parts, by_bits);
    check(parts == all, "noisy and quiet moves make all moves", &position);
    check(std::ranges::adjacent_find(all) == all.end(), "no move is listed twice", &position);
    check(count_legal(position) == static_cast<int>(all.size()) &&
              has_legal(position) == !all.empty(),
          "the moves counted are the moves listed", &position);

    const CheckSquares squares(position);
    MoveList checks;
    generate_checks(position, squares, checks);
    std::vector<Move> checking(checks.begin(), checks.end()), foreseen;
    std::ranges::copy_if(quiet, std::back_inserter(foreseen),
                         [&](Move m) { return squares.gives_check(position, m); });
    std::ranges::sort(checking, by_bits);
    std::ranges::sort(foreseen, by_bits);
    check(checking == foreseen, "the quiet checks are the quiet moves that give check", &position);
    for (const Move move : all) {
        check(is_legal(position, move), "a listed move is legal", &position);
        check(from_uci(position, to_uci(position, move)) == move, "a move can be spelled", &position);
        const bool gives = squares.gives_check(position, move);
        const Color us   = position.side();
        position.make(move);
        check(gives == (position.checkers() != 0), "a check is foreseen", &position);
        check(!position.attacked(position.king(us), ~us, position.occupied()),
              "no king is left in check", &position);
        check(position.key() == position.key_from_scratch() &&
                  position.pawn_key() == position.pawn_key_from_scratch(),
              "keys follow the moves", &position);
        position.unmake();
        check(position.same_as(before), "unmake restores everything", &position);
    }
}

void passing_is_undone(Position& position) {
    if (position.checkers()) return;
    const Position before = position;
    position.make_null();
    check(position.side() == ~before.side() && position.checkers() == 0 &&
              position.key() == position.key_from_scratch() && position.key() != before.key(),
          "after a pass the other side is to move, not in check", &position);
    check(position.repetitions() == 0, "nothing is repeated across a pass", &position);
    position.unmake_null();
    check(position.same_as(before), "a pass taken back leaves no trace", &position);
}

void text_is_faithful(const Position& position) {
    const std::string text = to_fen(position);
    const Position again   = from_fen(text, {position.chess960(), true});
    check(again.key() == position.key() && to_fen(again) == text, "what is written is read", &position);
}

void sixteen_bits_are_legal_only_if_listed(const Position& position) {
    const auto all = generated<Moves::All>(position);
    std::set<std::uint16_t> listed;
    for (const Move move : all) listed.insert(move.bits());
    int wrong = 0;
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const auto pattern = static_cast<std::uint16_t>(bits);
        wrong += is_legal(position, Move::from_bits(pattern)) != listed.contains(pattern);
    }
    check(wrong == 0, "of all sixteen bits just the listed moves are legal", &position);
}

void copies_are_equal(const Position& position) {
    const Position constructed(position);
    Position assigned;
    assigned = position;
    check(constructed.same_as(position) && assigned.same_as(position) &&
              assigned.repetitions() == position.repetitions() &&
              generated<Moves::All>(assigned) == generated<Moves::All>(position),
          "a copy is equal", &position);
}

void walk(Position position, std::mt19937& random, int plies) {
    for (int ply = 0; ply < plies; ++ply) {
        moves_are_what_they_say(position);
        passing_is_undone(position);
        text_is_faithful(position);
        if (ply % 8 == 0) sixteen_bits_are_legal_only_if_listed(position);
        if (ply % 8 == 1) copies_are_equal(position);
        MoveList moves;
        generate<Moves::All>(position, moves);
        if (moves.empty()) return;
        position.play(moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
    }
}

void laws_hold_along_random_walks() {
    std::mt19937 random(1979);
    for (const auto& fen : kStandard)
        for (int i = 0; i < 6; ++i) walk(from_fen(fen), random, 60);
    for (int i = 0; i < 60; ++i) walk(from_fen(shuffled_array(random), {.chess960 = true}), random, 50);
    // Few pieces make castling soon possible in every array.
    for (const char* fen : {"R3rkrR/8/8/8/8/8/8/r3RKRr w EGeg - 0 1",
                            "2rkr3/5PP1/8/5Q2/5q2/8/5pp1/2RKR3 w CEce - 0 1",
                            "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",  // the rook shields its king
                            "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", "r5kr/8/8/8/8/8/8/R5KR b HAha - 0 1"})
        for (int i = 0; i < 10; ++i) walk(from_fen(fen, {.chess960 = true}), random, 40);
}

void both_look_ups_agree() {
    std::mt19937_64 random(64);
    std::vector<Bitboard> occupancies;
    for (int i = 0; i < 2000; ++i)
        occupancies.push_back(i % 2 ? random() & random() : random() & random() & random());
    const auto answers = [&] {
        std::vector<Bitboard> all;
        for (const Bitboard occupied : occupancies)
            for (Square s = 0; s < 64; ++s) {
                all.push_back(rook_attacks(s, occupied));
                all.push_back(bishop_attacks(s, occupied));
            }
        return all;
    };
    const std::string usual = slider_lookup();
    check(use_slider_lookup(false) && std::string(slider_lookup()) == "magic", "magic is everywhere");
    const auto by_magic = answers();
    Position position   = from_fen(kKiwipete);
    check(perft(position, 3) == 97'862, "the count by magic is the published one");
    if (use_slider_lookup(true)) {
        check(answers() == by_magic, "magic and pext give the same attacks");
        check(perft(position, 3) == 97'862, "the count by pext is the published one");
    } else {
        std::printf("this processor has no pext: magic alone was tested\n");
    }
    use_slider_lookup(usual == "pext");
}

void crowded_boards_fit() {
    Position most = from_fen(kMostMoves);
    check(count_legal(most) == 218, "218 moves, the most there are");
    Position queens = from_fen(kManyQueens);
    check(count(queens.pieces(Queen)) == 30 && count_legal(queens) == 162, "fifteen queens a side");
    check(perft(queens, 3) > 1'000'000, "and deeper");
}

// From the chess programming literature.
void published_counts_are_met() {
    struct Known {
        const char* fen;
        bool chess960;
        int depth;
        std::uint64_t nodes;
    };
    for (const auto& [fen, chess960, depth, nodes] :
         {Known{kKiwipete, false, 4, 4'085'603},
          Known{"r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", false, 4, 1'720'476},
          Known{"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", false, 4, 1'274'206},
          Known{"8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1", false, 6, 1'134'888},
          Known{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", false, 4, 182'838},
          Known{"R3rkrR/8/8/8/8/8/8/r3RKRr w EGeg - 0 1", true, 4, 432'457},
          Known{"2rkr3/5PP1/8/5Q2/5q2/8/5pp1/2RKR3 w CEce - 0 1", true, 4, 2'583'102}}) {
        Position position = from_fen(fen, {chess960, true});
        check(perft(position, depth) == nodes, "the count is the published one", &position);
    }
}

void counting_in_slices_is_counting() {
    for (const auto& fen : {kStandard[0], kStandard[1], kStandard[4]})
        for (int depth = 0; depth <= 5 && (depth < 5 || fen != kStandard[1]); ++depth) {
            Position position = from_fen(fen);
            PerftRun run(position, depth);
            while (!run.done()) run.advance(1000);
            std::uint64_t sum = 0;
            for (const auto& [move, nodes] : run.shares()) sum += nodes;
            check(run.nodes() == perft(position, depth), "slices make the whole");
            check(depth == 0 || sum == run.nodes(), "the shares make the whole");
        }
    PerftRun deep(from_fen(kStandard[0]), kMaxPerftDepth);
    deep.advance(1'000'000);
    check(!deep.done() && deep.nodes() >= 1'000'000, "the deepest count begins");
}

std::vector<FenFault> faults_of(const std::string& text, FenRules rules = {}) {
    try {
        from_fen(text, rules);
    } catch (const FenError& error) {
        return error.faults();
    }
    return {};
}

void what_is_no_position_is_refused() {
    using Faults = std::vector<FenFault>;
    check(faults_of("8/8/8/8/8/8/8/8 w - - 0 1") ==
              Faults{FenFault::Empty, FenFault::NoWhiteKing, FenFault::NoBlackKing},
          "an empty board");
    check(faults_of("8/8/8/3q4/8/8/8/4K3 w - - 0 1") == Faults{FenFault::NoBlackKing}, "one king");
    check(faults_of("4k3/8/8/8/8/8/8/K3K3 w - - 0 1") == Faults{FenFault::TooManyKings},
          "three kings");
    check(faults_of("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1") == Faults{FenFault::OppositeCheck},
          "a king that can be taken");
    check(faults_of("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", {.any_check = true}) ==
              Faults{FenFault::OppositeCheck},
          "a king that can be taken, whatever the checks");
    check(faults_of("4r2k/8/8/8/4K3/8/8/4r3 w - - 0 1") == Faults{FenFault::ImpossibleCheck} &&
              faults_of("4r2k/8/8/8/4K3/8/8/4r3 w - - 0 1", {.any_check = true}).empty(),
          "a check that nobody can have given, unless asked for");
    check(faults_of("") == Faults{FenFault::Empty}, "no text");
    check(faults_of(std::string(1000, '/')) == Faults{FenFault::Rows}, "too many rows");
    check(faults_of(std::string("\0\0\0", 3)) == Faults{FenFault::Rows}, "bytes of nothing");
}

}  // namespace

int main() {
    laws_hold_along_random_walks();
    both_look_ups_agree();
    crowded_boards_fit();
    published_counts_are_met();
    counting_in_slices_is_counting();
    what_is_no_position_is_refused();
    return told();
}
