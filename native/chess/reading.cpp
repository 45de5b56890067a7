#include "chess/reading.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace provebest::chess {

namespace {

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

void read_board(Field field, Reading& reading) {
    reading.board.fill(kNoPiece);
    const auto rows = static_cast<std::size_t>(std::ranges::count(field.text, '/')) + 1;
    if (rows != 8)
        refuse(FenFault::Rows, field.at,
               "the board has " + std::to_string(rows) + " rows; a board has 8");
    int rank = 7, file = 0;
    std::size_t row_at = field.at;
    bool after_digit = false, after_piece = false;
    const auto end_row = [&] {
        if (file != 8)
            refuse(FenFault::Row, row_at,
                   "rank " + std::to_string(rank + 1) + " has " + std::to_string(file) +
                       " squares; a rank has 8");
    };
    for (std::size_t i = 0; i < field.text.size(); ++i) {
        const char c         = field.text[i];
        const std::size_t at = field.at + i;
        const auto letter    = kPieceLetters.find(c);
        if (c == '/') {
            end_row();
            --rank;
            file        = 0;
            row_at      = at + 1;
            after_digit = after_piece = false;
        } else if (c >= '1' && c <= '8') {
            if (after_digit)
                refuse(FenFault::Character, at, "two digits in a row on rank " +
                                                    std::to_string(rank + 1));
            file += c - '0';
            after_digit = true;
            after_piece = false;
        } else if (c == '~' && after_piece) {
            after_digit = after_piece = false;  // marks a promoted piece: has no effect in chess
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
                                                " is neither a piece nor a number of empty squares");
        }
    }
    end_row();
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
        // The outermost rook on that side of the king; without one, the corner, which is refused
        // later. A right on the a-side is dropped in silence where a king has no rook at all: so
        // does python-chess.
        const Square king = kings ? last(kings) : kNoSquare;
        if (wing == 'q' && kings && !rooks) continue;
        if (wing == 'q')
            rights |= kings && first(rooks) < king ? bit(first(rooks)) : kFileA & backrank;
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
    // A counter must have room to count on.
    if (error != std::errc() || stop != end || number < 0 || number > 1'000'000'000)
        refuse(fault, field.at, quoted(field.text) + " is not a " + what);
    return number;
}

Square read_square(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return kNoSquare;
    return make_square(text[0] - 'a', text[1] - '1');
}

}  // namespace

Reading read_fen(std::string_view text) {
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
                   quoted(fields[2].text) + " is not a list of castling rights (such as KQkq or -)");
        reading.rights = read_rights(fields[2].text, reading);
    }
    if (fields.size() > 3 && fields[3].text != "-") {
        reading.ep_at = fields[3].at;
        reading.ep    = read_square(fields[3].text);
        if (reading.ep == kNoSquare)
            refuse(FenFault::EnPassantText, fields[3].at,
                   quoted(fields[3].text) + " is not an en passant square (such as e3 or -)");
    }
    if (fields.size() > 4)
        reading.clock = read_number(fields[4], FenFault::Clock, "number of halfmoves");
    if (fields.size() > 5)
        reading.fullmove = std::max(1, read_number(fields[5], FenFault::MoveNumber, "move number"));
    if (fields.size() > 6)
        refuse(FenFault::TooManyFields, fields[6].at, "a FEN has six fields; this text has more");
    return reading;
}

}  // namespace provebest::chess
