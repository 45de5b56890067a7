#include "chess/fen.hpp"

#include "chess/reading.hpp"

namespace provebest::chess {

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
    const Reading reading = read_fen(text);
    Position position;
    for (Square s = 0; s < 64; ++s)
        if (const Piece piece = reading.board[static_cast<std::size_t>(s)]; piece != kNoPiece)
            position.put(piece, s);
    const auto [rights, ep] = judge(reading, position, rules);
    for (Bitboard rooks = rights; rooks;) {
        const Square rook = pop(rooks);
        const Color c     = rank_of(rook) == 0 ? White : Black;
        position.allow_castling(c, rook > position.king(c) ? KingSide : QueenSide, rook);
    }
    position.begin(reading.side, ep, reading.clock, reading.fullmove, rules.chess960);
    return position;
}

namespace {

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

}  // namespace provebest::chess
