#include "chess/fen.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "chess/moves.hpp"

namespace provebest::chess {

namespace {

constexpr std::string_view kPieceLetters = "PpNnBbRrQqKk";

struct Field {
    std::string_view text;
    std::size_t at = 0;
};

std::vector<Field> fields_of(std::string_view text) {
    constexpr std::string_view kBlank = " \t\n\v\f\r";
    std::vector<Field> fields;
    for (std::size_t at = text.find_first_not_of(kBlank); at != std::string_view::npos;) {
        const auto end = std::min(text.find_first_of(kBlank, at), text.size());
        fields.push_back({text.substr(at, end - at), at});
        at = text.find_first_not_of(kBlank, end);
    }
    return fields;
}

[[noreturn]] void refuse(FenFault fault, std::size_t at, const std::string& sentence) {
    throw FenError(sentence, {fault}, at);
}

std::string quoted(std::string_view text) { return std::string("'").append(text).append("'"); }

// What the text says, before it is asked whether that is a position.
struct Reading {
    std::array<Piece, 64> board;
    std::array<std::size_t, 64> places{};  // where in the text each piece stands
    Bitboard colors[2] = {};
    Bitboard types[6]  = {};
    Color side         = White;
    Bitboard rights    = 0;  // rook squares
    Square ep          = kNoSquare;
    int clock          = 0;
    int fullmove       = 1;
    std::size_t turn_at = 0, rights_at = 0, ep_at = 0;

    Bitboard of(Color c, PieceType t) const { return colors[c] & types[t]; }
    Bitboard occupied() const { return colors[White] | colors[Black]; }
};

void read_board(Field field, Reading& reading) {
    reading.board.fill(kNoPiece);
    const auto rows = static_cast<std::size_t>(std::ranges::count(field.text, '/')) + 1;
    if (rows != 8)
        refuse(FenFault::Rows, field.at,
               "the board has " + std::to_string(rows) + " rows where 8 are needed");
    int rank = 7, file = 0;
    bool after_digit = false, after_piece = false;
    const auto end_row = [&](std::size_t at) {
        if (file != 8)
            refuse(FenFault::Row, at,
                   "rank " + std::to_string(rank + 1) + " has " + std::to_string(file) +
                       " squares where 8 are needed");
    };
    for (std::size_t i = 0; i < field.text.size(); ++i) {
        const char c         = field.text[i];
        const std::size_t at = field.at + i;
        const auto letter    = kPieceLetters.find(c);
        if (c == '/') {
            end_row(at);
            --rank;
            file        = 0;
            after_digit = after_piece = false;
        } else if (c >= '1' && c <= '8') {
            if (after_digit)
                refuse(FenFault::Character, at, "two digits in a row on rank " +
                                                    std::to_string(rank + 1));
            file += c - '0';
            after_digit = true;
            after_piece = false;
        } else if (c == '~' && after_piece) {
            after_digit = after_piece = false;  // a promoted piece: of no weight in chess
        } else if (letter != std::string_view::npos) {
            if (file < 8) {
                const Square s     = make_square(file, rank);
                const auto piece   = static_cast<Piece>(letter);
                reading.board[static_cast<std::size_t>(s)]  = piece;
                reading.places[static_cast<std::size_t>(s)] = at;
                reading.colors[color_of(piece)] |= bit(s);
                reading.types[type_of(piece)] |= bit(s);
            }
            ++file;
            after_digit = false;
            after_piece = true;
        } else {
            refuse(FenFault::Character, at, quoted(field.text.substr(i, 1)) +
                                                " is no piece and no number of empty squares");
        }
    }
    end_row(field.at + field.text.size());
}

bool castling_text(std::string_view text) {
    if (text == "-") return true;
    std::size_t i   = 0;
    const auto take = [&](std::string_view letters) {
        const std::size_t from = i;
        while (i < text.size() && i - from < 2 && letters.find(text[i]) != std::string_view::npos) ++i;
    };
    take("KQABCDEFGH");
    take("kqabcdefgh");
    return i == text.size();
}

Bitboard read_rights(std::string_view text, const Reading& reading) {
    Bitboard rights = 0;
    if (text == "-") return rights;
    for (const char letter : text) {
        const Color c           = letter >= 'a' ? Black : White;
        const char wing         = static_cast<char>(c == Black ? letter : letter - 'A' + 'a');
        const Bitboard backrank = c == White ? kRank1 : kRank8;
        const Bitboard rooks    = reading.of(c, Rook) & backrank;
        const Bitboard kings    = reading.of(c, King);
        // The outermost rook on that side of the king; without one, the corner, which is refused later.
        const Square king = kings ? last(kings) : kNoSquare;
        if (wing == 'q')
            rights |= kings && rooks && first(rooks) < king ? bit(first(rooks)) : kFileA & backrank;
        else if (wing == 'k')
            rights |= kings && rooks && king < last(rooks) ? bit(last(rooks)) : kFileH & backrank;
        else
            rights |= file_bb(wing - 'a') & backrank;
    }
    return rights;
}

int read_number(Field field, FenFault fault, const char* what) {
    int number        = 0;
    const auto* begin = field.text.data();
    const auto* end   = begin + field.text.size();
    const auto [stop, error] = std::from_chars(begin, end, number);
    // A counter must be able to count on.
    if (error != std::errc() || stop != end || number < 0 || number > 1'000'000'000)
        refuse(fault, field.at, quoted(field.text) + " is no " + what);
    return number;
}

Square read_square(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return kNoSquare;
    return make_square(text[0] - 'a', text[1] - '1');
}

Reading read(std::string_view text) {
    const auto fields = fields_of(text);
    if (fields.empty()) refuse(FenFault::Empty, 0, "the FEN is empty");
    Reading reading;
    read_board(fields[0], reading);
    if (fields.size() > 1) {
        reading.turn_at = fields[1].at;
        if (fields[1].text != "w" && fields[1].text != "b")
            refuse(FenFault::Turn, fields[1].at,
                   quoted(fields[1].text) + " is neither 'w' nor 'b' for the side to move");
        reading.side = fields[1].text == "w" ? White : Black;
    }
    if (fields.size() > 2) {
        reading.rights_at = fields[2].at;
        if (!castling_text(fields[2].text))
            refuse(FenFault::CastlingText, fields[2].at,
                   quoted(fields[2].text) + " are no castling rights (for example KQkq or -)");
        reading.rights = read_rights(fields[2].text, reading);
    }
    if (fields.size() > 3 && fields[3].text != "-") {
        reading.ep_at = fields[3].at;
        reading.ep    = read_square(fields[3].text);
        if (reading.ep == kNoSquare)
            refuse(FenFault::EnPassantText, fields[3].at,
                   quoted(fields[3].text) + " is no en passant square (for example e3 or -)");
    }
    if (fields.size() > 4)
        reading.clock = read_number(fields[4], FenFault::Clock, "number of halfmoves");
    if (fields.size() > 5)
        reading.fullmove = std::max(1, read_number(fields[5], FenFault::MoveNumber, "move number"));
    if (fields.size() > 6)
        refuse(FenFault::TooManyFields, fields[6].at, "a FEN has six fields; this has more");
    return reading;
}

// The rook squares that really carry a right.
Bitboard clean_rights(const Reading& reading, bool chess960) {
    Bitboard clean = 0;
    for (const Color c : {White, Black}) {
        const Bitboard backrank = c == White ? kRank1 : kRank8;
        const Bitboard rooks    = reading.rights & reading.of(c, Rook) & backrank;
        const Bitboard king     = reading.of(c, King) & backrank;
        if (!rooks || !king) continue;
        if (!chess960) {
            if (king & file_bb(4)) clean |= rooks & (kFileA | kFileH);
            continue;
        }
        if (first(rooks) < last(king)) clean |= bit(first(rooks));
        if (last(rooks) > last(king)) clean |= bit(last(rooks));
    }
    return clean;
}

Square valid_ep(const Reading& reading) {
    const Square ep  = reading.ep;
    const Color them = ~reading.side;
    if (ep == kNoSquare || relative_rank(reading.side, ep) != 5) return kNoSquare;
    const Square pushed_to = forward(them, ep), pushed_from = forward(reading.side, ep);
    const bool sound = (reading.of(them, Pawn) & bit(pushed_to)) &&
                       !(reading.occupied() & (bit(ep) | bit(pushed_from)));
    return sound ? ep : kNoSquare;
}

class Judgement {
public:
    void add(FenFault fault, std::size_t at, const std::string& sentence) {
        faults_.push_back(fault);
        if (faults_.size() > 1) return;
        at_       = at;
        sentence_ = sentence;
    }
    void throw_if_any() const {
        if (!faults_.empty()) throw FenError(sentence_, faults_, at_);
    }

private:
    std::vector<FenFault> faults_;
    std::string sentence_;
    std::size_t at_ = 0;
};

void judge_material(const Reading& r, Judgement& judgement) {
    const auto place = [&r](Bitboard some) { return r.places[static_cast<std::size_t>(first(some))]; };
    if (!r.occupied()) judgement.add(FenFault::Empty, 0, "there is no piece on the board");
    if (!r.of(White, King)) judgement.add(FenFault::NoWhiteKing, 0, "there is no white king");
    if (!r.of(Black, King)) judgement.add(FenFault::NoBlackKing, 0, "there is no black king");
    if (count(r.types[King]) > 2)
        judgement.add(FenFault::TooManyKings, place(r.types[King]), "there are more than two kings");
    const auto too_many = [&](Bitboard some, int most, FenFault fault, const char* what) {
        if (count(some) > most)
            judgement.add(fault, place(some), "there are " + std::to_string(count(some)) + " " + what);
    };
    too_many(r.colors[White], 16, FenFault::TooManyWhitePieces, "white pieces; 16 at most");
    too_many(r.colors[Black], 16, FenFault::TooManyBlackPieces, "black pieces; 16 at most");
    too_many(r.of(White, Pawn), 8, FenFault::TooManyWhitePawns, "white pawns; 8 at most");
    too_many(r.of(Black, Pawn), 8, FenFault::TooManyBlackPawns, "black pawns; 8 at most");
    if (const Bitboard stray = r.types[Pawn] & (kRank1 | kRank8))
        judgement.add(FenFault::PawnsOnBackrank, place(stray),
                      "a pawn stands on " + square_name(first(stray)) + ", on the first or last rank");
}

void judge_capturable_king(const Reading& r, const Position& board, Judgement& judgement) {
    const Bitboard their_kings = r.of(~r.side, King);
    if (their_kings &&
        (board.attackers(last(their_kings), r.occupied()) & r.colors[r.side])) {
        judgement.add(FenFault::OppositeCheck, r.turn_at,
                      "the side to move could take the king on " + square_name(last(their_kings)));
    }
}

void judge_checks(const Reading& r, const Position& board, Square ep, Judgement& judgement) {
    const Bitboard own_kings = r.of(r.side, King);
    if (!own_kings) return;
    const Square king       = last(own_kings);
    const Bitboard enemies  = r.colors[~r.side];
    const Bitboard checkers = board.attackers(king, r.occupied()) & enemies;
    if (!checkers) return;
    const auto at = r.places[static_cast<std::size_t>(king)];
    if (count(checkers) > 2)
        judgement.add(FenFault::TooManyCheckers, at, "the king on " + square_name(king) +
                                                         " is in check from more than two pieces");
    bool impossible;
    if (ep != kNoSquare) {
        // The pawn that jumped gave the check itself, or uncovered it.
        const Square pushed_to = forward(~r.side, ep), pushed_from = forward(r.side, ep);
        const Bitboard before  = (r.occupied() & ~bit(pushed_to)) | bit(pushed_from);
        impossible = count(checkers) > 1 || (last(checkers) != pushed_to &&
                                             (board.attackers(king, before) & enemies));
    } else {
        impossible = count(checkers) > 2 ||
                     (many(checkers) && (line(first(checkers), last(checkers)) & own_kings));
    }
    if (impossible)
        judgement.add(FenFault::ImpossibleCheck, at,
                      "no last move can have given this check to the king on " + square_name(king));
}

std::string rights_text(const Position& position) {
    std::string text;
    for (const Color c : {White, Black})
        for (const Side side : {KingSide, QueenSide}) {
            if (!position.may_castle(c, side)) continue;
            const Square rook       = position.castling_rook(c, side);
            const Bitboard backrank = c == White ? kRank1 : kRank8;
            const Bitboard rooks    = position.pieces(c, Rook) & backrank;
            // A rook that is not the outermost on its side is named by its file.
            const bool outermost = side == KingSide ? last(rooks) == rook : first(rooks) == rook;
            const char letter    = !outermost ? static_cast<char>('a' + file_of(rook))
                                   : side == KingSide ? 'k'
                                                      : 'q';
            text += static_cast<char>(c == White ? letter - 'a' + 'A' : letter);
        }
    return text.empty() ? "-" : text;
}

}  // namespace

const char* name_of(FenFault fault) {
    switch (fault) {
        case FenFault::Empty: return "empty";
        case FenFault::Rows: return "rows";
        case FenFault::Row: return "row";
        case FenFault::Character: return "character";
        case FenFault::Turn: return "turn";
        case FenFault::CastlingText: return "castling_text";
        case FenFault::EnPassantText: return "en_passant_text";
        case FenFault::Clock: return "clock";
        case FenFault::MoveNumber: return "move_number";
        case FenFault::TooManyFields: return "too_many_fields";
        case FenFault::NoWhiteKing: return "no_white_king";
        case FenFault::NoBlackKing: return "no_black_king";
        case FenFault::TooManyKings: return "too_many_kings";
        case FenFault::TooManyWhitePawns: return "too_many_white_pawns";
        case FenFault::TooManyBlackPawns: return "too_many_black_pawns";
        case FenFault::PawnsOnBackrank: return "pawns_on_backrank";
        case FenFault::TooManyWhitePieces: return "too_many_white_pieces";
        case FenFault::TooManyBlackPieces: return "too_many_black_pieces";
        case FenFault::BadCastlingRights: return "bad_castling_rights";
        case FenFault::InvalidEpSquare: return "invalid_ep_square";
        case FenFault::OppositeCheck: return "opposite_check";
        case FenFault::TooManyCheckers: return "too_many_checkers";
        case FenFault::ImpossibleCheck: return "impossible_check";
    }
    return "unknown";
}

FenError::FenError(std::string sentence, std::vector<FenFault> faults, std::size_t at)
    : std::invalid_argument(std::move(sentence)), faults_(std::move(faults)), at_(at) {}

Position from_fen(std::string_view text, FenRules rules) {
    const Reading reading = read(text);
    Position position;
    for (Square s = 0; s < 64; ++s)
        if (const Piece piece = reading.board[static_cast<std::size_t>(s)]; piece != kNoPiece)
            position.put(piece, s);

    Judgement judgement;
    judge_material(reading, judgement);
    const Bitboard clean = clean_rights(reading, rules.chess960);
    if (clean != reading.rights)
        judgement.add(FenFault::BadCastlingRights, reading.rights_at,
                      "these castling rights need king and rook on their first squares");
    const Square ep = valid_ep(reading);
    if (ep != reading.ep)
        judgement.add(FenFault::InvalidEpSquare, reading.ep_at,
                      "no pawn can have just jumped over " + square_name(reading.ep));
    judge_capturable_king(reading, position, judgement);
    if (!rules.any_check) judge_checks(reading, position, ep, judgement);
    judgement.throw_if_any();

    for (Bitboard rights = clean; rights;) {
        const Square rook = pop(rights);
        const Color c     = rank_of(rook) == 0 ? White : Black;
        position.allow_castling(c, rook > position.king(c) ? KingSide : QueenSide, rook);
    }
    position.begin(reading.side, ep, reading.clock, reading.fullmove, rules.chess960);
    return position;
}

std::string to_fen(const Position& position) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const Piece piece = position.at(make_square(file, rank));
            if (piece == kNoPiece) {
                ++empty;
                continue;
            }
            if (empty) text += static_cast<char>('0' + empty);
            empty = 0;
            text += kPieceLetters[piece];
        }
        if (empty) text += static_cast<char>('0' + empty);
        if (rank) text += '/';
    }
    text += position.side() == White ? " w " : " b ";
    text += rights_text(position);
    text += ' ';
    text += position.ep() == kNoSquare ? "-" : square_name(position.ep());
    text += ' ' + std::to_string(position.clock()) + ' ' + std::to_string(position.fullmove());
    return text;
}

std::string square_name(Square s) {
    return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

std::string to_uci(const Position& position, Move move) {
    const Square to = move.kind() == Move::Castling && !position.chess960()
                          ? castled_king(move.from(), move.to())
                          : move.to();
    std::string text = square_name(move.from()) + square_name(to);
    if (move.is_promotion()) text += "pnbrqk"[move.promotion()];
    return text;
}

std::optional<Move> from_uci(const Position& position, std::string_view text) {
    if (text.size() < 4) return std::nullopt;
    MoveList moves;
    generate<Moves::All>(position, moves);
    for (const Move move : moves) {
        if (to_uci(position, move) == text) return move;
        if (move.kind() == Move::Castling && !position.chess960() &&
            square_name(move.from()) + square_name(move.to()) == text)
            return move;
    }
    return std::nullopt;
}

}  // namespace provebest::chess
