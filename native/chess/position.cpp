#include "chess/position.hpp"

#include <algorithm>

namespace provebest::chess {

namespace {

struct Zobrist {
    Key piece[12][64];
    Key ep_file[8];
    Key rights[16];
    Key black;
};

constexpr Zobrist make_zobrist() {
    Zobrist z{};
    std::uint64_t state = 19790000 + 1995;
    const auto next     = [&state] {
        std::uint64_t x = state += 0x9E3779B97F4A7C15ULL;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
        return x ^ x >> 31;
    };
    for (auto& squares : z.piece)
        for (auto& key : squares) key = next();
    for (auto& key : z.ep_file) key = next();
    for (auto& key : z.rights) key = next();
    z.black = next();
    return z;
}

constexpr Zobrist kZobrist = make_zobrist();

constexpr Key ep_key(Square ep) { return ep == kNoSquare ? 0 : kZobrist.ep_file[file_of(ep)]; }

}  // namespace

Position& Position::operator=(const Position& other) {
    if (this == &other) return *this;
    // Everything but the unused end of the stack.
    std::memcpy(colors_, other.colors_, sizeof colors_);
    std::memcpy(types_, other.types_, sizeof types_);
    std::memcpy(board_, other.board_, sizeof board_);
    side_     = other.side_;
    fullmove_ = other.fullmove_;
    top_      = other.top_;
    chess960_ = other.chess960_;
    std::memcpy(rooks_, other.rooks_, sizeof rooks_);
    std::memcpy(kept_rights_, other.kept_rights_, sizeof kept_rights_);
    std::copy(other.states_, other.states_ + top_ + 1, states_);
    return *this;
}

void Position::put(Piece piece, Square s) {
    board_[s] = piece;
    colors_[color_of(piece)] |= bit(s);
    types_[type_of(piece)] |= bit(s);
}

void Position::remove(Square s) {
    const Piece piece = board_[s];
    board_[s]         = kNoPiece;
    colors_[color_of(piece)] ^= bit(s);
    types_[type_of(piece)] ^= bit(s);
}

void Position::shift(Square from, Square to) {
    const Piece piece     = board_[from];
    const Bitboard change = bit(from) | bit(to);
    board_[from]          = kNoPiece;
    board_[to]            = piece;
    colors_[color_of(piece)] ^= change;
    types_[type_of(piece)] ^= change;
}

void Position::allow_castling(Color c, Side side, Square rook) {
    rooks_[c][side] = static_cast<std::uint8_t>(rook);
    states_[top_].rights |= static_cast<std::uint8_t>(1 << (2 * c + side));
}

void Position::begin(Color side, Square ep, int clock, int fullmove, bool chess960) {
    side_     = side;
    fullmove_ = fullmove;
    chess960_ = chess960;
    std::memset(kept_rights_, 0xFF, sizeof kept_rights_);
    for (const Color c : {White, Black})
        for (const Side s : {KingSide, QueenSide})
            if (may_castle(c, s)) {
                const auto kept = static_cast<std::uint8_t>(~(1 << (2 * c + s)));
                kept_rights_[rooks_[c][s]] &= kept;
                kept_rights_[king(c)] &= kept;
            }
    State& now   = states_[top_];
    now.checkers = attackers(king(side_), occupied()) & pieces(~side_);
    now.clock    = clock;
    now.ep       = static_cast<std::uint8_t>(ep == kNoSquare ? kNoSquare : capturable_ep(ep));
    now.key      = key_from_scratch();
    now.pawn_key = pawn_key_from_scratch();
}

void Position::push() {
    const State& before = states_[top_];
    State& now          = states_[++top_];
    now                 = before;
    now.captured        = kNoPiece;
    now.blockers[White] = now.blockers[Black] = kUnknown;
    now.clock           = before.clock + 1;
    now.from_null       = before.from_null + 1;
    now.key ^= kZobrist.black ^ ep_key(before.ep);
    now.ep = kNoSquare;
}

Key Position::key_after(Move move) const {
    const Square from = move.from(), to = move.to();
    const auto& keys = kZobrist.piece[board_[from]];
    Key key = state().key ^ kZobrist.black ^ ep_key(state().ep) ^ keys[from] ^ keys[to];
    if (const Piece taken = board_[to]; taken != kNoPiece) key ^= kZobrist.piece[taken][to];
    return key;
}

void Position::castle(Square king_at, Square rook_at, bool undo) {
    const Square king_to = castled_king(king_at, rook_at), rook_to = castled_rook(king_at, rook_at);
    // In Chess960 the two may share squares: lift both, then set both.
    const Piece king_piece = board_[undo ? king_to : king_at];
    const Piece rook_piece = board_[undo ? rook_to : rook_at];
    remove(undo ? king_to : king_at);
    remove(undo ? rook_to : rook_at);
    put(king_piece, undo ? king_at : king_to);
    put(rook_piece, undo ? rook_at : rook_to);
}

void Position::make(Move move, bool may_check) {
    push();
    State& now        = states_[top_];
    const Square from = move.from(), to = move.to();
    const Piece piece = board_[from];
    const Color us = side_, them = ~us;
    now.move = move;

    const auto kept = static_cast<std::uint8_t>(now.rights & kept_rights_[from] & kept_rights_[to]);
    if (kept != now.rights) {
        now.key ^= kZobrist.rights[now.rights] ^ kZobrist.rights[kept];
        now.rights = kept;
    }

    if (move.kind() == Move::Castling) {
        const Square king_to = castled_king(from, to), rook_to = castled_rook(from, to);
        const Key king_keys = kZobrist.piece[piece][from] ^ kZobrist.piece[piece][king_to];
        const Piece rook    = board_[to];
        now.key ^= king_keys ^ kZobrist.piece[rook][to] ^ kZobrist.piece[rook][rook_to];
        now.pawn_key ^= king_keys;
        castle(from, to, false);
    } else {
        const Square taken_at =
            move.kind() == Move::EnPassant ? make_square(file_of(to), rank_of(from)) : to;
        if (const Piece taken = board_[taken_at]; taken != kNoPiece) {
            now.captured = taken;
            now.clock    = 0;
            now.key ^= kZobrist.piece[taken][taken_at];
            if (type_of(taken) == Pawn) now.pawn_key ^= kZobrist.piece[taken][taken_at];
            remove(taken_at);
        }
        const Key moved = kZobrist.piece[piece][from] ^ kZobrist.piece[piece][to];
        now.key ^= moved;
        shift(from, to);
        if (type_of(piece) == Pawn) {
            now.clock = 0;
            now.pawn_key ^= moved;
            if (move.is_promotion()) {
                const Piece made = make_piece(us, move.promotion());
                remove(to);
                put(made, to);
                now.key ^= kZobrist.piece[piece][to] ^ kZobrist.piece[made][to];
                now.pawn_key ^= kZobrist.piece[piece][to];
            }
        } else if (type_of(piece) == King) {
            now.pawn_key ^= moved;
        }
    }

    side_ = them;
    fullmove_ += us == Black;
    now.checkers = may_check ? attackers(king(them), occupied()) & pieces(us) : 0;
    if (type_of(piece) == Pawn && (from ^ to) == 16) {
        now.ep = static_cast<std::uint8_t>(capturable_ep((from + to) / 2));
        now.key ^= ep_key(now.ep);
    }
}

void Position::unmake() {
    const State& now = states_[top_--];
    const Move move  = now.move;
    side_            = ~side_;
    fullmove_ -= side_ == Black;
    const Square from = move.from(), to = move.to();
    if (move.kind() == Move::Castling) {
        castle(from, to, true);
        return;
    }
    if (move.is_promotion()) {
        remove(to);
        put(make_piece(side_, Pawn), to);
    }
    shift(to, from);
    if (now.captured != kNoPiece)
        put(now.captured,
            move.kind() == Move::EnPassant ? make_square(file_of(to), rank_of(from)) : to);
}

void Position::make_null() {
    push();
    State& now    = states_[top_];
    now.move      = Move();
    now.from_null = 0;
    now.checkers  = 0;  // the side that passed had not left the other in check
    fullmove_ += side_ == Black;
    side_ = ~side_;
}

void Position::unmake_null() {
    --top_;
    side_ = ~side_;
    fullmove_ -= side_ == Black;
}

void Position::play(Move move) {
    make(move);
    // Room for a search is always left; what falls off the end is too old to be repeated.
    constexpr int kKept = 512;
    if (top_ >= kStates - 2 * kMaxPly) {
        std::copy(states_ + top_ - kKept, states_ + top_ + 1, states_);
        top_ = kKept;
    }
}

// En passant counts only if some pawn can take legally: then two positions with equal moves have
// equal keys, as the rule on repetition wants.
Square Position::capturable_ep(Square ep) const {
    const Color us        = side_;
    const Square taken_at = forward(~us, ep);
    Bitboard takers       = detail::pawn_table[~us][ep] & pieces(us, Pawn);
    while (takers) {
        const Square from       = pop(takers);
        const Bitboard occupied_after = (occupied() ^ bit(from) ^ bit(taken_at)) | bit(ep);
        const Bitboard enemies        = pieces(~us) ^ bit(taken_at);
        if (!(attackers(king(us), occupied_after) & enemies)) return ep;
    }
    return kNoSquare;
}

Bitboard Position::attackers(Square s, Bitboard occ) const {
    return (pawn_attacks(White, s) & pieces(Black, Pawn)) |
           (pawn_attacks(Black, s) & pieces(White, Pawn)) | (knight_attacks(s) & types_[Knight]) |
           (king_attacks(s) & types_[King]) | (rook_attacks(s, occ) & pieces(Rook, Queen)) |
           (bishop_attacks(s, occ) & pieces(Bishop, Queen));
}

bool Position::attacked(Square s, Color by, Bitboard occ) const {
    const Bitboard theirs = colors_[by];
    return (knight_attacks(s) & theirs & types_[Knight]) ||
           (pawn_attacks(~by, s) & theirs & types_[Pawn]) ||
           (rook_attacks(s, occ) & theirs & pieces(Rook, Queen)) ||
           (bishop_attacks(s, occ) & theirs & pieces(Bishop, Queen)) ||
           (king_attacks(s) & theirs & types_[King]);
}

Bitboard Position::find_blockers(Color c) const {
    const Square k   = king(c);
    Bitboard snipers = ((rook_attacks(k, 0) & pieces(Rook, Queen)) |
                        (bishop_attacks(k, 0) & pieces(Bishop, Queen))) &
                       colors_[~c];
    const Bitboard occ = occupied();
    Bitboard result    = 0;
    while (snipers) {
        const Bitboard screen = between(k, pop(snipers)) & occ;
        if (screen && !many(screen)) result |= screen;
    }
    return result;
}

int Position::plies_since_repeated() const {
    const State& now = states_[top_];
    const int reach  = std::min({now.clock, now.from_null, top_});
    for (int back = 4; back <= reach; back += 2)
        if (states_[top_ - back].key == now.key) return back;
    return 0;
}

int Position::repetitions() const {
    const State& now = states_[top_];
    const int reach  = std::min({now.clock, now.from_null, top_});
    int found        = 0;
    for (int back = 4; back <= reach; back += 2) found += states_[top_ - back].key == now.key;
    return found;
}

bool Position::stood_before(int plies) const {
    const State& now = states_[top_];
    const int reach  = std::min({now.clock, now.from_null, top_});
    for (int back = 4; back <= reach; back += 2)
        if (back >= plies && states_[top_ - back].key == now.key) return true;
    return false;
}

std::vector<Key> Position::earlier() const {
    const State& now = states_[top_];
    const int reach  = std::min({now.clock, now.from_null, top_});
    std::vector<Key> keys;
    for (int back = 1; back <= reach; ++back) keys.push_back(states_[top_ - back].key);
    return keys;
}

bool Position::insufficient_material(Color c) const {
    constexpr Bitboard kDark = 0xAA55AA55AA55AA55ULL;
    const Bitboard own       = colors_[c];
    if (own & (types_[Pawn] | types_[Rook] | types_[Queen])) return false;
    if (own & types_[Knight])
        return count(own) <= 2 && !(colors_[~c] & ~types_[King] & ~types_[Queen]);
    if (own & types_[Bishop]) {
        const bool one_shade = !(types_[Bishop] & kDark) || !(types_[Bishop] & ~kDark);
        return one_shade && !types_[Pawn] && !types_[Knight];
    }
    return true;
}

bool Position::insufficient_material() const {
    // Quick answer for nearly every position.
    if (types_[Pawn] | types_[Rook] | types_[Queen]) return false;
    return insufficient_material(White) && insufficient_material(Black);
}

Key Position::key_from_scratch() const {
    Key key = kZobrist.rights[state().rights] ^ ep_key(state().ep);
    for (Bitboard all = occupied(); all;) {
        const Square s = pop(all);
        key ^= kZobrist.piece[board_[s]][s];
    }
    return side_ == Black ? key ^ kZobrist.black : key;
}

Key Position::pawn_key_from_scratch() const {
    Key key = 0;
    for (Bitboard some = pieces(Pawn, King); some;) {
        const Square s = pop(some);
        key ^= kZobrist.piece[board_[s]][s];
    }
    return key;
}

bool Position::same_as(const Position& other) const {
    const State &a = state(), &b = other.state();
    return std::memcmp(board_, other.board_, sizeof board_) == 0 && side_ == other.side_ &&
           std::memcmp(colors_, other.colors_, sizeof colors_) == 0 &&
           std::memcmp(types_, other.types_, sizeof types_) == 0 && a.key == b.key &&
           a.pawn_key == b.pawn_key && a.checkers == b.checkers && a.ep == b.ep &&
           a.rights == b.rights && a.clock == b.clock && a.from_null == b.from_null &&
           fullmove_ == other.fullmove_ && top_ == other.top_;
}

}  // namespace provebest::chess
