// The weights of the evaluation. A weight is a pair of centipawns, for the middlegame and for the
// endgame; the numbers are in weights_data.inc, in the order of the terms below.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "chess/types.hpp"

namespace provebest::chess {

struct Weight {
    std::int16_t mg;
    std::int16_t eg;
};

// Both halves in one word, so that one addition adds both. A half must stay within sixteen bits.
using Score = std::int32_t;
constexpr Score make_score(int mg, int eg) {
    return static_cast<Score>((static_cast<std::uint32_t>(eg) << 16) + static_cast<std::uint32_t>(mg));
}
constexpr int mg_of(Score s) { return static_cast<std::int16_t>(static_cast<std::uint16_t>(s)); }
constexpr int eg_of(Score s) {  // the low half borrows from the high one when it is negative
    return static_cast<std::int16_t>((static_cast<std::uint32_t>(s) + 0x8000U) >> 16);
}

enum class Term : int {
    Material,          // by kind of piece, pawn to queen
    PieceSquares,      // by kind, rank seen by its side, distance of the file from the edge
    KnightMobility,    // by number of squares
    BishopMobility,
    RookMobility,
    QueenMobility,
    Isolated,          // faced by an enemy pawn on its file, or not
    Backward,          // same
    Doubled,
    Phalanx,           // by rank
    Supported,         // by rank
    Passed,            // by rank
    PassedSupported,   // by rank
    PassedBlocked,     // by rank: a piece stands before it
    PassedFree,        // by rank: the next square is empty and not attacked
    PassedOwnKing,     // king's distance from the next square, times rank
    PassedEnemyKing,   // same
    PassedRook,        // own rook behind it
    PassedAlone,       // the enemy has no pieces, and his king comes too late
    Shelter,           // by distance of the file from the edge, rank of own pawn (0: none)
    Storm,             // by rank of the enemy pawn seen by the king (0: none)
    StormBlocked,      // same, held up by own pawn
    KingAttack,        // by attack units
    KingAdrift,        // beyond its second rank, with the enemy queen on the board
    KingCentre,        // on a centre file, may not castle, with the enemy queen on the board
    BishopPair,
    BishopPawns,       // own pawns on the bishop's colour
    Outpost,           // knight, bishop
    RookOpen,          // file without own pawns: with an enemy pawn, without
    RookSeventh,
    Hanging,           // by kind of the victim: attacked and not defended
    PawnThreat,        // by kind of the victim
    MinorThreat,       // by kind of the victim: not guarded by a pawn, or a rook or queen
    RookThreat,        // by kind of the victim: not guarded by a pawn, or a queen
    PushThreat,        // a safe pawn move that would attack a piece
    Pinned,            // by kind of the piece, pawn to queen
    LoneKingEdge,      // by the bare king's distance from the edge
    LoneKingCorner,    // by its distance from the nearest corner, counted in steps along files and ranks
    LoneKingNear,      // by the distance between the kings
    BishopKnightCorner,// bishop and knight against a bare king: same, corners of the bishop's colour
    Tempo,
};

struct TermInfo {
    Term term;
    int size;
    const char* name;
    const char* family;  // what is shown together
};

constexpr TermInfo kTerms[] = {
    {Term::Material, 5, "material", "material"},
    {Term::PieceSquares, 6 * 32, "piece squares", "piece squares"},
    {Term::KnightMobility, 9, "knight mobility", "mobility"},
    {Term::BishopMobility, 14, "bishop mobility", "mobility"},
    {Term::RookMobility, 15, "rook mobility", "mobility"},
    {Term::QueenMobility, 28, "queen mobility", "mobility"},
    {Term::Isolated, 2, "isolated pawn", "pawns"},
    {Term::Backward, 2, "backward pawn", "pawns"},
    {Term::Doubled, 1, "doubled pawn", "pawns"},
    {Term::Phalanx, 8, "pawns side by side", "pawns"},
    {Term::Supported, 8, "supported pawn", "pawns"},
    {Term::Passed, 8, "passed pawn", "passed pawns"},
    {Term::PassedSupported, 8, "passed pawn, supported", "passed pawns"},
    {Term::PassedBlocked, 8, "passed pawn, blocked", "passed pawns"},
    {Term::PassedFree, 8, "passed pawn, free to move", "passed pawns"},
    {Term::PassedOwnKing, 1, "passed pawn, own king's distance", "passed pawns"},
    {Term::PassedEnemyKing, 1, "passed pawn, enemy king's distance", "passed pawns"},
    {Term::PassedRook, 1, "passed pawn, rook behind", "passed pawns"},
    {Term::PassedAlone, 1, "passed pawn nothing can stop", "passed pawns"},
    {Term::Shelter, 4 * 7, "king's shelter", "king"},
    {Term::Storm, 7, "pawn storm", "king"},
    {Term::StormBlocked, 7, "pawn storm, held up", "king"},
    {Term::KingAttack, 40, "attack on the king", "king"},
    {Term::KingAdrift, 1, "king away from home", "king"},
    {Term::KingCentre, 1, "king in the centre", "king"},
    {Term::BishopPair, 1, "bishop pair", "pieces"},
    {Term::BishopPawns, 1, "pawns on the bishop's colour", "pieces"},
    {Term::Outpost, 2, "outpost", "pieces"},
    {Term::RookOpen, 2, "rook on an open file", "pieces"},
    {Term::RookSeventh, 1, "rook on the seventh", "pieces"},
    {Term::Hanging, 5, "hanging", "threats"},
    {Term::PawnThreat, 5, "attacked by a pawn", "threats"},
    {Term::MinorThreat, 5, "attacked by a minor piece", "threats"},
    {Term::RookThreat, 5, "attacked by a rook", "threats"},
    {Term::PushThreat, 1, "attacked after a pawn move", "threats"},
    {Term::Pinned, 5, "pinned", "threats"},
    {Term::LoneKingEdge, 4, "bare king near the edge", "bare king"},
    {Term::LoneKingCorner, 7, "bare king near a corner", "bare king"},
    {Term::LoneKingNear, 8, "bare king near the other", "bare king"},
    {Term::BishopKnightCorner, 8, "bare king near the bishop's corner", "bare king"},
    {Term::Tempo, 1, "the move", "the move"},
};
constexpr int kTermCount = static_cast<int>(std::size(kTerms));

namespace detail {

constexpr std::array<int, kTermCount + 1> term_offsets() {
    std::array<int, kTermCount + 1> offsets{};
    for (std::size_t i = 0; i < kTermCount; ++i)
        offsets[i + 1] = offsets[i] + kTerms[i].size;
    return offsets;
}

constexpr bool terms_in_order() {
    for (int i = 0; i < kTermCount; ++i)
        if (static_cast<int>(kTerms[i].term) != i) return false;
    return true;
}

}  // namespace detail

static_assert(detail::terms_in_order() && static_cast<int>(Term::Tempo) + 1 == kTermCount);

constexpr std::array<int, kTermCount + 1> kTermOffsets = detail::term_offsets();
constexpr int kWeightCount                             = kTermOffsets[kTermCount];
constexpr int index_of(Term term, int entry = 0) {
    return kTermOffsets[static_cast<std::size_t>(term)] + entry;
}

constexpr Weight kWeights[] = {
#include "chess/weights_data.inc"
};
static_assert(static_cast<int>(std::size(kWeights)) == kWeightCount);

// The entry of PieceSquares for a piece: the left half of the board mirrors the right one.
constexpr int piece_square_entry(Color c, PieceType t, Square s) {
    const int file = file_of(s) < 4 ? file_of(s) : 7 - file_of(s);
    return t * 32 + relative_rank(c, s) * 4 + file;
}

}  // namespace provebest::chess
