#include "chess/ordering.hpp"

#include <algorithm>
#include <cstdlib>

#include "chess/exchange.hpp"

namespace provebest::chess {

void Memory::forget() {
    std::memset(history_, 0, sizeof history_);
    std::fill(&killers_[0][0], &killers_[0][0] + 2 * 2 * kMaxPly, Move());
    std::fill(&answers_[0][0], &answers_[0][0] + 12 * 64, Move());
    if (follow_used_)
        for (std::size_t row = 0; row < kSlots; ++row) follow_[row].fill(0);
    follow_used_ = false;
}

void Memory::credit(std::int16_t& entry, int bonus) {
    // Moves toward the bonus's sign, and never past 16,384.
    entry = static_cast<std::int16_t>(entry + bonus - entry * std::abs(bonus) / 16384);
}

void Memory::credit_all(const Position& p, Move m, int slot1, int slot2, int bonus) {
    credit(history_[p.side()][m.from()][m.to()], bonus);
    const auto to = column(p.at(m.from()), m.to());
    if (slot1 >= 0) credit(follow_[static_cast<std::size_t>(slot1)][to], bonus);
    if (slot2 >= 0) credit(follow_[static_cast<std::size_t>(slot2)][to], bonus);
    follow_used_ = follow_used_ || slot1 >= 0 || slot2 >= 0;
}

void Memory::good_quiet(const Position& p, Move m, int ply, int depth, int slot1, int slot2,
                        const Move* tried, int tried_count) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != m) {
        killers[1] = killers[0];
        killers[0] = m;
    }
    if (const Move before = p.state().move; before && before.kind() != Move::Castling)
        answers_[p.at(before.to())][before.to()] = m;
    const int bonus = std::min(16 * depth * depth + 64 * depth, 2000);
    credit_all(p, m, slot1, slot2, bonus);
    for (int i = 0; i < tried_count; ++i)
        if (tried[i] != m) credit_all(p, tried[i], slot1, slot2, -bonus);
}

Picker::Picker(const Position& position, const Memory& memory, Move table_move, int ply, int slot1,
               int slot2, For purpose)
    : position_(position), memory_(memory), table_move_(table_move), slot1_(slot1), slot2_(slot2),
      purpose_(purpose) {
    if (!is_legal(position, table_move)) table_move_ = Move();
    if ((purpose == For::Captures || purpose == For::CapturesAndChecks) && table_move_ &&
        !(position.is_noisy(table_move_) && wanted(table_move_)))
        table_move_ = Move();
    if (purpose == For::Search) {
        killers_[0] = memory.killer(ply, 0);
        killers_[1] = memory.killer(ply, 1);
        if (const Move before = position.state().move; before && before.kind() != Move::Castling)
            answer_ = memory.answer(position.at(before.to()), before.to());
    }
}

int Picker::score(Move move, bool noisy) const {
    if (noisy) {
        const Piece taken = position_.at(move.to());
        const int victim  = move.kind() == Move::EnPassant ? kPrice[Pawn]
                            : taken == kNoPiece            ? 0
                                                           : kPrice[type_of(taken)];
        const int made    = move.is_promotion() ? kPrice[move.promotion()] - kPrice[Pawn] : 0;
        return 16 * (victim + made) - kPrice[type_of(position_.at(move.from()))] / 10;
    }
    const Piece piece = position_.at(move.from());
    return memory_.quiet(position_, move) + memory_.after(slot1_, piece, move.to()) +
           memory_.after(slot2_, piece, move.to());
}

template <Moves kind>
void Picker::make() {
    moves_.clear();
    generate<kind>(position_, moves_);
    score_all<kind>();
}

template <Moves kind>
void Picker::score_all() {
    left_ = at_ = 0;
    const int size = moves_.size();
    for (int place = 0; place < size; ++place) {
        const Move move  = moves_[place];
        const bool noisy = kind == Moves::Noisy || (kind == Moves::All && position_.is_noisy(move));
        const bool out   = move == table_move_;
        const int worth  = score(move, noisy) + (kind == Moves::All && noisy ? 1 << 20 : 0);
        keys_[place]     = out ? kOut : worth * kPlaces + (kPlaces - 1 - place);
        left_ += !out;
    }
    for (int place = size; place % kStride != 0; ++place) keys_[place] = kOut;
}

Move Picker::best() {
    int top = kOut;
    for (int i = 0; i < moves_.size(); i += kStride)
        for (int j = 0; j < kStride; ++j) top = std::max(top, keys_[i + j]);
    const int place = kPlaces - 1 - (top & (kPlaces - 1));
    last_score_     = (top - (top & (kPlaces - 1))) / kPlaces;
    keys_[place]    = kOut;
    --left_;
    return moves_[place];
}

Move Picker::check_among_the_rest() {
    const CheckSquares& squares = checks();
    for (; at_ < moves_.size(); ++at_) {
        const Move move = moves_[at_];
        if (keys_[at_] == kOut || !squares.gives_check(position_, move)) continue;
        last_score_ = score(move, false);
        ++at_;
        return move;
    }
    left_ = 0;
    return Move();
}

// In quiescence: no promotion but to a queen, no capture that loses material.
bool Picker::wanted(Move move) const {
    return (!move.is_promotion() || move.promotion() == Queen) &&
           exchange_at_least(position_, move, 0);
}

Move Picker::next() {
    switch (stage_) {
        case Stage::TableMove:
            stage_ = Stage::MakeNoisy;
            if (table_move_) return table_move_;
            [[fallthrough]];
        case Stage::MakeNoisy:
            if (purpose_ == For::Evasions) {
                make<Moves::All>();
                stage_ = Stage::Checks;
                return next();
            }
            make<Moves::Noisy>();
            stage_ = Stage::GoodNoisy;
            [[fallthrough]];
        case Stage::GoodNoisy:
            while (left_ > 0) {
                const Move move = best();
                if (purpose_ != For::Search) {
                    if (wanted(move)) return move;
                } else if (exchange_at_least(position_, move, 0)) {
                    return move;
                } else if (bad_ < static_cast<int>(std::size(bad_list_))) {
                    bad_list_[bad_++] = move.bits();
                } else {
                    return move;
                }
            }
            if (purpose_ == For::Captures) {
                stage_ = Stage::Done;
                return Move();
            }
            if (purpose_ == For::CapturesAndChecks) {
                stage_ = Stage::MakeChecks;
                return next();
            }
            stage_ = Stage::Killer1;
            [[fallthrough]];
        case Stage::Killer1:
        case Stage::Killer2:
        case Stage::Answer:
            while (stage_ != Stage::MakeQuiet) {
                const Move move = stage_ == Stage::Killer1   ? killers_[0]
                                  : stage_ == Stage::Killer2 ? killers_[1]
                                                             : answer_;
                const bool again = stage_ == Stage::Answer && (move == killers_[0] || move == killers_[1]);
                stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
                if (move && move != table_move_ && !again &&
                    !position_.is_noisy(move) && is_legal(position_, move))
                    return move;
            }
            [[fallthrough]];
        case Stage::MakeQuiet:
            make<Moves::Quiet>();
            stage_ = Stage::Quiet;
            [[fallthrough]];
        case Stage::Quiet:
            while (left_ > 0) {
                const Move move = only_checks_ ? check_among_the_rest() : best();
                if (move && move != killers_[0] && move != killers_[1] && move != answer_) return move;
            }
            stage_ = Stage::BadNoisy;
            at_    = 0;
            [[fallthrough]];
        case Stage::BadNoisy:
            if (at_ < bad_) return Move::from_bits(bad_list_[at_++]);
            stage_ = Stage::Done;
            return Move();
        case Stage::MakeChecks: {
            moves_.clear();
            generate_checks(position_, checks(), moves_);
            score_all<Moves::Quiet>();
            stage_ = Stage::Checks;
            [[fallthrough]];
        }
        case Stage::Checks:
            while (left_ > 0) {
                const Move move = best();
                if (purpose_ == For::Evasions || exchange_at_least(position_, move, 0)) return move;
            }
            stage_ = Stage::Done;
            [[fallthrough]];
        case Stage::Done: return Move();
    }
    return Move();
}

}  // namespace provebest::chess
