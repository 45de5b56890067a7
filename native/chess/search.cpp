#include "chess/search.hpp"

#include <algorithm>

#include "chess/exchange.hpp"
#include "chess/policies.hpp"

namespace provebest::chess {

namespace {

// Quiescence always ends at this depth; only long chains of checks reach it.
constexpr int kQuietPlies = 32;
// From this value on, the fifty-move clock is part of a position's key.
constexpr int kClockMatters = 60;
// Nodes between two samples of how full the table is; a multiple of those between two checks of
// the clock.
constexpr std::uint64_t kTableSampled = 1 << 18;
// From this depth on, a thread that shares its table remembers which positions it has searched.
constexpr int kRemembered = 3;
// Nodes between two checks of the clock; in a team few, because all wait for the last to end.
constexpr std::uint64_t kLookEvery = 1024, kTeamLooksEvery = 64;

constexpr Key clock_key(int clock) {
    Key x = static_cast<Key>(clock) * 0x9E3779B97F4A7C15ULL;
    x     = (x ^ x >> 29) * 0xBF58476D1CE4E5B9ULL;
    return x ^ x >> 32;
}

}  // namespace

Searcher::Searcher(std::size_t table_bytes, std::shared_ptr<const Correction> correction,
                   bool with_follow_history)
    : Searcher(std::make_shared<Table>(table_bytes), std::move(correction), with_follow_history) {}

Searcher::Searcher(std::shared_ptr<Table> table, std::shared_ptr<const Correction> correction,
                   bool with_follow_history)
    : owned_(std::move(table)),
      table_(*owned_),
      memory_(with_follow_history),
      evaluation_(std::move(correction)) {}

void Searcher::forget() {
    table_.forget();
    forget_own();
}

void Searcher::reset() {
    table_.clear();
    forget_own();
}

void Searcher::forget_own() {
    memory_.forget();
    if (visited_) visited_->clear();
}

void Searcher::next_move() { table_.age(); }

Key Searcher::table_key(const Position& position) {
    const Key key = position.key();
    return position.clock() < kClockMatters ? key : key ^ clock_key(position.clock());
}

std::vector<Move> Searcher::replies(Position position) const {
    std::vector<Move> line;
    std::vector<Key> seen;
    for (;;) {
        const Key key    = table_key(position);
        const auto entry = table_.find(key);
        if (std::ranges::find(seen, key) != seen.end()) break;
        seen.push_back(key);
        if (!entry || (entry->bound() != Bound::Lower && entry->bound() != Bound::Exact)) break;
        const Move move = Move::from_bits(entry->move);
        if (!is_legal(position, move)) break;
        line.push_back(move);
        position.play(move);
    }
    return line;
}

void Searcher::count_node() {
    if (++nodes_ >= next_look_) look_at_the_clock();
}

std::uint64_t Team::more_nodes(std::uint64_t visited_since) {
    visited_.fetch_add(visited_since, std::memory_order_relaxed);
    if (over_.load(std::memory_order_relaxed)) return 0;
    std::uint64_t left = nodes_left_.load(std::memory_order_relaxed);
    std::uint64_t given = 0;
    do given = std::min(left, kTeamLooksEvery);
    while (!nodes_left_.compare_exchange_weak(left, left - given, std::memory_order_relaxed));
    return given;
}

// The count of nodes at which to look again; the present one if there are no nodes left.
std::uint64_t Searcher::plan_next_look() {
    const std::uint64_t left = limits_.nodes - std::min(nodes_, limits_.nodes);
    const std::uint64_t more = limits_.team ? limits_.team->more_nodes(nodes_ - last_look_)
                                            : std::min(kLookEvery, left);
    last_look_ = nodes_;
    return nodes_ + more;
}

void Searcher::look_at_the_clock() {
    next_look_ = plan_next_look();
    if (next_look_ == nodes_) throw OutOfTime();
    if (limits_.so_far) {
        const Team* team = limits_.team;
        limits_.so_far->nodes.store(team ? team->visited() : nodes_, std::memory_order_relaxed);
        if (nodes_ % kTableSampled == 0)
            limits_.so_far->filled.store(table_.filled(), std::memory_order_relaxed);
    }
    if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) throw OutOfTime();
    if (limits_.hard.count() == 0 && !limits_.poll.stop) return;
    const auto now = std::chrono::steady_clock::now();
    if (limits_.hard.count() > 0 && now - start_ >= limits_.hard) throw OutOfTime();
    if (limits_.poll.stop && now >= next_poll_) {
        next_poll_ = now + kPollEvery;
        if (limits_.poll.stop(limits_.poll.context)) throw OutOfTime();
    }
}

void Searcher::make(Move move, int ply, bool may_check) {
    table_.prefetch(position_.key_after(move));
    count_node();
    frames_[ply].slot = Memory::slot(position_.at(move.from()), move.to());
    position_.make(move, may_check);
}

void Searcher::make_null(int ply) {
    count_node();
    frames_[ply].slot = -1;
    position_.make_null();
}

// Exact: returning to a position of the game, or to the root, is a draw; repetitions inside the probe
// are ignored. So a value depends on the position, not on the moves that led to it, and values from
// the table are exact.
template <class Policy>
bool Searcher::is_draw(int ply) const {
    if (position_.clock() >= 100) return !position_.checkers() || has_legal(position_);
    if (position_.insufficient_material()) return true;
    if constexpr (!Policy::prunes) return position_.stood_before(ply);
    // One repetition inside the search is enough; of positions before it, two are needed.
    const int back = position_.plies_since_repeated();
    return back > 0 && (back < ply || position_.repetitions() >= 2);
}

template <class Policy>
Value Searcher::quiescence(Value alpha, Value beta, int ply, int quiet_ply, Line& line) {
    line.size        = 0;
    selective_depth_ = std::max(selective_depth_, ply);
    if (ply > 0 && is_draw<Policy>(ply)) return kDraw;  // the root is never scored as a draw
    if (quiet_ply == 0) quiet_end_ = nodes_ + quiet_nodes(position_);
    if (quiet_ply >= kQuietPlies || ply >= 2 * kMaxPly - 2 || nodes_ >= quiet_end_)
        return static_eval(ply);

    // Exact: only at the first quiescence ply does the value depend on the position alone.
    const bool in_check = position_.checkers() != 0;
    const bool pv_node  = beta - alpha > 1;
    const bool use_table = Policy::prunes || quiet_ply == 0;
    const int depth      = quiet_ply == 0 ? 0 : -1;
    const Key key        = table_key();
    Move table_move;
    Value stand = -kInfinite;
    bool known  = false;
    if (use_table)
        if (const auto entry = table_.find(key)) {
            const Value value = from_table(entry->value, ply);
            const bool deep = Policy::prunes ? entry->depth >= depth : entry->depth == depth;
            if (deep && !pv_node &&
                (entry->bound() == Bound::Exact || (entry->bound() == Bound::Lower && value >= beta) ||
                 (entry->bound() == Bound::Upper && value <= alpha)))
                return value;
            table_move = Move::from_bits(entry->move);
            stand      = entry->eval;
            known      = !in_check && stand != -kInfinite;
        }

    const Value old_alpha = alpha;
    Value best            = -kInfinite;
    if (!in_check) {
        if (!known) stand = static_eval(ply);
        best = stand;
        if (best >= beta) {
            if (use_table && !known)
                table_.store(key, Move(), to_table(best, ply), stand, depth, Bound::Lower);
            return best;
        }
        alpha = std::max(alpha, best);
    } else {
        stand = -kInfinite;
    }

    Picker picker(position_, memory_, table_move, ply, -1, -1,
                  in_check         ? Picker::For::Evasions
                  : quiet_ply == 0 ? Picker::For::CapturesAndChecks
                                   : Picker::For::Captures);
    Move best_move;
    int tried = 0;
    Line rest;
    while (const Move move = picker.next()) {
        ++tried;
        if constexpr (Policy::prunes) {
            if (!in_check && !move.is_promotion() && position_.is_capture(move)) {
                // The captured piece cannot raise the score to alpha.
                const Piece taken  = position_.at(move.to());
                const Value hoped = stand + Policy::kDelta +
                                    (taken == kNoPiece ? kPrice[Pawn] : kPrice[type_of(taken)]);
                if (hoped <= alpha && !picker.gives_check(move)) {
                    best = std::max(best, hoped);
                    continue;
                }
            }
            if (in_check && tried > 1 && best > -kMateInMax && !position_.is_noisy(move)) continue;
        }
        make(move, ply);
        const Value value = -quiescence<Policy>(-beta, -alpha, ply + 1, quiet_ply + 1, rest);
        position_.unmake();
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = move;
                if (pv_node) line.begin_with(move, rest);
                if (value >= beta) break;
                alpha = value;
            }
        }
        if (nodes_ >= quiet_end_) return best;  // cut short: not worth remembering
    }
    if (in_check && tried == 0) return ply - kMate;
    if (use_table)
        table_.store(key, best_move, to_table(best, ply), stand, depth,
                     best >= beta                     ? Bound::Lower
                     : best > old_alpha && pv_node    ? Bound::Exact
                                                      : Bound::Upper);
    return best;
}

template <class Policy>
Value Searcher::node(Value alpha, Value beta, int depth, int ply, bool cut_node, Line& line) {
    if (depth <= 0) return quiescence<Policy>(alpha, beta, ply, 0, line);
    line.size           = 0;
    const bool pv_node  = beta - alpha > 1;
    const bool in_check = position_.checkers() != 0;
    selective_depth_    = std::max(selective_depth_, ply);

    // 1. The end of the game, or of the stack.
    if (is_draw<Policy>(ply)) return kDraw;
    if (ply >= kMaxPly - 1) return static_eval(ply);
    if constexpr (Policy::prunes) {
        // A shorter mate is known already.
        alpha = std::max(alpha, ply - kMate);
        beta  = std::min(beta, kMate - ply - 1);
        if (alpha >= beta) return alpha;
    }

    // 2. The table. Exact: only an entry of the same depth.
    Frame& frame        = frames_[ply];
    const Move excluded = frame.excluded;
    const Key key       = table_key();
    const auto found    = excluded ? std::nullopt : table_.find(key);
    const Entry entry   = found.value_or(Entry{});
    Move table_move     = found ? Move::from_bits(entry.move) : Move();
    const Value table_value = found ? from_table(entry.value, ply) : 0;
    if (found && !pv_node) {
        const bool deep = Policy::prunes ? entry.depth >= depth : entry.depth == depth;
        if (deep && (entry.bound() == Bound::Exact ||
                     (entry.bound() == Bound::Lower && table_value >= beta) ||
                     (entry.bound() == Bound::Upper && table_value <= alpha)))
            return table_value;
    }

    // What another thread found cuts and orders. But how deep this thread looks depends on what it has
    // searched itself: otherwise two threads would make more of the same depth than one does.
    const bool known = !visited_ || depth <= kRemembered || visited_->has(key);
    const bool follow = Policy::prunes && memory_.with_follow();
    const int slot1   = follow && ply >= 1 ? frames_[ply - 1].slot : -1;
    const int slot2   = follow && ply >= 2 ? frames_[ply - 2].slot : -1;
    Value eval      = -kInfinite;
    bool improving  = false;
    if constexpr (Policy::prunes) {
        if (!in_check) {
            eval       = found && entry.eval != -kInfinite ? Value{entry.eval} : static_eval(ply);
            frame.eval = eval;
            improving  = ply >= 2 && frames_[ply - 2].eval != -kInfinite && eval > frames_[ply - 2].eval;
            // The table's bound may be better than the evaluation.
            if (found && !is_mate(table_value) &&
                (entry.bound() == Bound::Exact ||
                 (entry.bound() == Bound::Lower && table_value > eval) ||
                 (entry.bound() == Bound::Upper && table_value < eval)))
                eval = table_value;
        } else {
            frame.eval = -kInfinite;
        }
        if (!pv_node && !in_check && !excluded && !is_mate(beta)) {
            // 3. So far ahead that the opponent cannot catch up in these few plies.
            if (depth <= Policy::kReverseFutilityDepth &&
                eval - Policy::kReverseFutility * (depth - improving) >= beta)
                return (eval + beta) / 2;
            // 4. So far behind that only captures can help: try only those.
            if (depth <= Policy::kRazorDepth && eval + Policy::kRazor * depth <= alpha) {
                const Value value = quiescence<Policy>(alpha, beta, ply, 0, line);
                if (value <= alpha) return value;
            }
            // 5. The opponent may move twice and still is worse off. In endings where passing may
            // be the best move, and deep in the tree, the claim is verified without null moves.
            if (depth >= 3 && eval >= beta && ply >= null_allowed_from_ &&
                position_.has_pieces(position_.side()) && position_.state().move) {
                const int reduced = depth - Policy::null_reduction(depth, eval - beta);
                Line ignored;
                make_null(ply);
                const Value value =
                    -node<Policy>(-beta, -beta + 1, reduced, ply + 1, !cut_node, ignored);
                position_.unmake_null();
                if (value >= beta) {
                    const Value claim = is_mate(value) ? beta : value;
                    const bool few    = !many(position_.pieces(position_.side()) &
                                              ~position_.pieces(Pawn) & ~position_.pieces(King));
                    if (depth < Policy::kNullVerifyDepth && !few) return claim;
                    const int before   = null_allowed_from_;
                    null_allowed_from_ = ply + std::max(1, 3 * reduced / 4);
                    const Value verified =
                        node<Policy>(beta - 1, beta, std::max(1, reduced), ply, false, ignored);
                    null_allowed_from_ = before;
                    if (verified >= beta) return claim;
                }
            }
        }
        // 6. Without a move from the table, the depth is reduced; the next visit has one.
        if ((!table_move || !known) && depth >= 4 && (pv_node || cut_node)) --depth;
    }

    Picker picker(position_, memory_, table_move, ply, slot1, slot2,
                  in_check ? Picker::For::Evasions : Picker::For::Search);
    const Value old_alpha = alpha;
    Value best            = -kInfinite;
    Move best_move;
    int number = 0, quiet_count = 0;
    Move quiets[64];
    Line rest;
    while (const Move move = picker.next()) {
        if (move == excluded) continue;
        ++number;
        const bool noisy       = position_.is_noisy(move);
        const bool gives_check = picker.gives_check(move);
        int extension = 0, reduction = 0;
        if constexpr (Policy::prunes) {
            const int history = noisy ? 0 : picker.history(move);
            // 7. Late and unpromising moves near the leaves are pruned.
            if (best > -kMateInMax && position_.has_pieces(position_.side())) {
                const int left = std::max(depth - Policy::reduction(depth, number), 1);
                if (!noisy && !gives_check) {
                    if (quiet_count >= Policy::quiets_to_try(depth, improving)) {
                        picker.only_checks();
                        continue;
                    }
                    if (!in_check && left <= Policy::kFutilityDepth &&
                        eval + Policy::kFutilityBase + Policy::kFutility * left <= alpha) {
                        picker.only_checks();  // the following moves are later still
                        continue;
                    }
                    if (left <= 4 && history < -4000 * left) continue;
                    if (left <= Policy::kExchangeDepth &&
                        !exchange_at_least(position_, move, -Policy::kQuietExchange * left))
                        continue;
                } else if (depth <= Policy::kExchangeDepth &&
                           !exchange_at_least(position_, move, -Policy::kNoisyExchange * depth)) {
                    continue;
                }
            }
            // 8. A move much better than all others, and safe checks, are extended.
            if (depth >= Policy::kSingularDepth && move == table_move && !excluded && found && known &&
                (entry.bound() == Bound::Lower || entry.bound() == Bound::Exact) && entry.depth >= depth - 3 && !is_mate(table_value)) {
                const Value bar = table_value - 2 * depth;
                Line ignored;
                frame.excluded = move;
                const Value others = node<Policy>(bar - 1, bar, (depth - 1) / 2, ply, cut_node, ignored);
                frame.excluded = Move();
                if (others < bar)
                    extension = 1;
                else if (bar >= beta)
                    return bar;
            } else if (gives_check && ply < kMaxPly / 2 && exchange_at_least(position_, move, 0)) {
                extension = 1;
            }
            // 9. Late moves are first searched at reduced depth.
            if (depth >= 3 && number > 1 + pv_node && (!noisy || number > 6)) {
                reduction = Policy::reduction(depth, number) - pv_node + !improving + cut_node -
                            history / 8192;
                if (gives_check || in_check) --reduction;
                if (noisy) reduction = reduction / 2;
                reduction = std::clamp(reduction, 0, depth - 2);
            }
        }
        if (!noisy && quiet_count < static_cast<int>(std::size(quiets))) quiets[quiet_count++] = move;

        // 10. The first move gets the whole window, the others must prove that they need it.
        const int next_depth = depth - 1 + extension;
        make(move, ply, gives_check);
        Value value = 0;
        bool full   = pv_node && number == 1;
        if (!full) {
            value = -node<Policy>(-alpha - 1, -alpha, next_depth - reduction, ply + 1,
                                  reduction > 0 || !cut_node, rest);
            if (value > alpha && reduction > 0)
                value = -node<Policy>(-alpha - 1, -alpha, next_depth, ply + 1, !cut_node, rest);
            full = pv_node && value > alpha;
        }
        if (full) value = -node<Policy>(-beta, -alpha, next_depth, ply + 1, false, rest);
        position_.unmake();

        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = move;
                if (pv_node) line.begin_with(move, rest);
                if (value >= beta) break;
                alpha = value;
            }
        }
    }

    // 11. No move: mate, stalemate, or nothing but the excluded one.
    if (number == 0) return excluded ? alpha : in_check ? ply - kMate : kDraw;
    if (best_move && !position_.is_noisy(best_move) && best >= beta)
        memory_.good_quiet(position_, best_move, ply, depth, slot1, slot2, quiets, quiet_count);
    if (excluded) return best;
    if (visited_ && depth >= kRemembered) visited_->add(key);
    table_.store(key, best_move, to_table(best, ply), !Policy::prunes || in_check ? -kInfinite : frame.eval,
                 depth,
                 best >= beta                  ? Bound::Lower
                 : best > old_alpha && pv_node ? Bound::Exact
                                               : Bound::Upper);
    return best;
}

template Value Searcher::node<Exact>(Value, Value, int, int, bool, Line&);
template Value Searcher::node<Selective>(Value, Value, int, int, bool, Line&);
template Value Searcher::quiescence<Exact>(Value, Value, int, int, Line&);

}  // namespace provebest::chess
