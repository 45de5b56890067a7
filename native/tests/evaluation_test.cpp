// Laws of the evaluation: the same for both colours and both halves of the board, equal to the sum
// of its terms, untouched by its cache, and able to win won endings.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "chess/endings.hpp"
#include "chess/evaluation.hpp"
#include "chess/evaluation_terms.hpp"
#include "chess/fen.hpp"
#include "chess/moves.hpp"
#include "tests/checks.hpp"

namespace {

using namespace provebest::chess;

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::string joined(const std::vector<std::string>& parts, char with) {
    std::string text = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i)
        text += with + parts[i];
    return text;
}

std::string other_case(std::string text) {
    for (char& c : text) {
        const auto letter = static_cast<unsigned char>(c);
        c = static_cast<char>(std::islower(letter) ? std::toupper(letter) : std::tolower(letter));
    }
    return text;
}

std::string colours_swapped(const std::string& fen) {
    auto fields = split(fen, ' ');
    auto rows   = split(fields[0], '/');
    std::reverse(rows.begin(), rows.end());
    fields[0] = other_case(joined(rows, '/'));
    fields[1][0] = fields[1][0] == 'w' ? 'b' : 'w';
    fields[2] = other_case(fields[2]);
    std::sort(fields[2].begin(), fields[2].end());  // White's rights are written first
    if (fields[3] != "-") fields[3][1] = fields[3][1] == '3' ? '6' : '3';
    return joined(fields, ' ');
}

std::string halves_swapped(const std::string& fen) {
    auto fields = split(fen, ' ');
    auto rows   = split(fields[0], '/');
    for (auto& row : rows)
        std::reverse(row.begin(), row.end());
    fields[0] = joined(rows, '/');
    if (fields[3] != "-") fields[3][0] = static_cast<char>('a' + 'h' - fields[3][0]);
    return joined(fields, ' ');
}

void laws(const Position& position, PawnTable& table) {
    const std::string fen = to_fen(position);
    const Value value     = evaluate(position);
    check(handcrafted(position, table).value == value, "the table changes nothing: " + fen);
    check(std::abs(value) < 30000, "far below a mate: " + fen);
    check(evaluate(from_fen(colours_swapped(fen))) == value, "colours are alike: " + fen);
    if (position.state().rights == 0)
        check(evaluate(from_fen(halves_swapped(fen))) == value, "halves are alike: " + fen);
    int sum = 0;
    for (const TermValue& term : evaluation_terms(position))
        sum += term.value;
    check(sum == (position.side() == White ? value : -value), "terms add up: " + fen);
}

void random_games(int games, unsigned seed) {
    std::mt19937 random(seed);
    PawnTable table;
    for (int game = 0; game < games; ++game) {
        const auto position = std::make_unique<Position>(
            from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        for (int ply = 0; ply < 300; ++ply) {
            MoveList moves, noisy;
            generate<Moves::All>(*position, moves);
            generate<Moves::Noisy>(*position, noisy);
            if (moves.empty() || position->insufficient_material()) break;
            const MoveList& from = !noisy.empty() && random() % 3 == 0 ? noisy : moves;
            position->play(from[static_cast<int>(random() % static_cast<unsigned>(from.size()))]);
            if (ply % 4 == game % 4) laws(*position, table);
        }
    }
}

void extremes() {
    PawnTable table;
    for (const char* fen : {
             "QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/K6k b - - 0 1",
             "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
             "8/PPPPPPP1/8/7k/8/8/8/4K3 w - - 0 1",
             "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
         })
        if (std::string(fen).rfind("QQ", 0) == 0) {
            // No legal position is more lopsided; its king is in check from many sides.
            laws(from_fen(fen, {.chess960 = false, .any_check = true}), table);
        } else {
            laws(from_fen(fen), table);
        }
}

Value value_of(const char* fen) { return evaluate(from_fen(fen)); }

void endings() {
    check(value_of("8/8/8/4k3/8/8/8/KBN5 w - - 0 1") > 300, "bishop and knight win");
    check(value_of("k7/8/1K6/8/8/8/8/1NB5 w - - 0 1") < value_of("7k/8/6K1/8/8/8/8/1NB5 w - - 0 1"),
          "bishop and knight drive to the corner of the bishop's colour");
    check(value_of("8/8/8/4k3/8/8/8/KNN5 w - - 0 1") == 0, "two knights do not win");
    check(value_of("8/8/8/4k3/8/8/8/KB6 w - - 0 1") == 0, "a lone bishop does not win");
    check(value_of("k7/8/8/8/P7/8/8/K1B5 w - - 0 1") == 0, "rook pawn, bishop of the wrong colour");
    check(value_of("k7/8/8/8/P7/8/8/KB6 w - - 0 1") > 100, "rook pawn, bishop of the right colour");
    check(value_of("8/8/3k4/8/8/8/R7/K5b1 w - - 0 1") < 150, "rook against bishop is near a draw");
    check(value_of("7k/8/8/P7/8/8/8/K7 w - - 0 1") > 400, "a pawn nothing can stop");
    check(value_of("8/2k5/8/P7/8/8/8/K7 w - - 0 1") == 0, "a pawn the king can stop");
    check(value_of("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1") == 0, "Black has the opposition");
    check(value_of("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1") < -300, "White has the opposition");
    check(value_of("4k3/R7/8/3KP3/8/1r6/8/8 b - - 0 1") > -60, "the third-rank defence holds");
    check(value_of("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1") > 300, "the bridge wins");
}

// The signs of fitted weights are the games' business; that the pattern is seen is ours.
void patterns() {
    const auto uses = [](const char* fen, Term term, int entry) {
        const Recorded recorded = record(from_fen(fen));
        return recorded.coefficients.times[White][static_cast<std::size_t>(index_of(term, entry))];
    };
    check(uses("4k3/8/8/4r3/8/4N3/8/4K3 w - - 0 1", Term::Pinned, Knight) == 1, "a pinned knight");
    check(uses("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", Term::Pinned, Knight) == 0, "a free knight");
    check(uses("3qk3/8/8/8/8/4K3/8/3Q4 w - - 0 1", Term::KingAdrift, 0) == 1, "a king away from home");
    check(uses("4k3/8/8/8/8/4K3/8/3Q4 w - - 0 1", Term::KingAdrift, 0) == 0, "but no enemy queen");
    check(uses("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", Term::KingCentre, 0) == 1, "a king in the centre");
    check(uses("3qk3/8/8/8/8/8/8/3QK2R w K - 0 1", Term::KingCentre, 0) == 0, "that may castle");
    check(uses("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", Term::Hanging, Pawn) == 1, "a hanging pawn");
    check(uses("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", Term::Hanging, Pawn) == 0, "a defended pawn");
    check(uses("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", Term::Passed, 3) == 1, "a passed pawn");
    check(uses("4k3/4p3/8/8/3P4/8/8/4K3 w - - 0 1", Term::Passed, 3) == 0, "a pawn that is held up");
}

// Plain fixed-depth search: progress must show in the evaluation itself.
Value search(Position& position, int depth, Value alpha, Value beta, Move* best) {
    MoveList moves;
    generate<Moves::All>(position, moves);
    if (moves.empty()) return position.checkers() != 0 ? -kMate - depth : kDraw;
    if (position.plies_since_repeated() != 0) return kDraw;
    if (depth == 0) return evaluate(position);
    for (const Move move : moves) {
        position.make(move);
        const Value value = -search(position, depth - 1, -beta, -alpha, nullptr);
        position.unmake();
        if (value > alpha) {
            alpha = value;
            if (best != nullptr) *best = move;
        }
        if (alpha >= beta) break;
    }
    return alpha;
}

void mates(const char* fen, int depth) {
    const auto position = std::make_unique<Position>(from_fen(fen));
    int ply             = 0;
    for (; ply < 100 && has_legal(*position); ++ply) {
        Move best;
        search(*position, depth, -kInfinite - depth, kInfinite + depth, &best);
        if (!best) break;
        position->play(best);
    }
    check(!has_legal(*position) && position->checkers() != 0,
          std::string("mates within fifty moves: ") + fen);
}

}  // namespace

int main() {
    static_assert(mg_of(make_score(-5, 7)) == -5 && eg_of(make_score(-5, 7)) == 7);
    static_assert(mg_of(make_score(-5, -7) + make_score(9, 1)) == 4);
    static_assert(eg_of(make_score(-5, -7) + make_score(9, 1)) == -6);
    random_games(120, 1979);
    extremes();
    endings();
    patterns();
    mates("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", 3);
    mates("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 5);
    mates("8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1", 4);
    return told();
}
