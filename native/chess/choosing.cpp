#include "chess/choosing.hpp"

#include <algorithm>
#include <limits>

namespace provebest::chess {

Choosing::Choosing(const ChoosingNumbers& numbers, std::vector<Candidate> moves,
                   std::vector<Move> only, bool unseen, Budget budget)
    : numbers_(numbers),
      candidates_(std::move(moves)),
      only_(std::move(only)),
      unseen_(unseen),
      budget_(budget),
      depth_(numbers.first_depth) {
    if (unseen_) return;
    const auto best = std::ranges::max_element(candidates_, {}, &Candidate::real);  // of equals the first
    best_           = static_cast<std::size_t>(best - candidates_.begin());
    value_          = best->real;
}

void Choosing::begin(std::uint64_t nodes) {
    nodes_ = nodes;
    if (unseen_)
        question_ = {Purpose::Root, only_, numbers_.first_depth, std::nullopt};
    else
        select();
}

void Choosing::answer(const SetValue& found, std::uint64_t nodes) {
    nodes_ = nodes;
    switch (question_.purpose) {
        case Purpose::Root:  // [MC-4] SELECT's first probe takes the place of a first look
            take(found, found.depth);
            if (candidates_.size() == 1) return end_with(End::OnlyMove);
            return select();
        case Purpose::Select:
            if (found.depth == 0) return end_with(End::Limit);  // cut off before anything was known
            take_all(found);
            if (value_ >= numbers_.win) return end_with(End::Wins);  // [MC-7]
            if (!found.finished) return end_with(End::Limit);
            return may_stop();
        case Purpose::Rivals:  // [MC-5]
            if (found.value < *question_.bound || found.depth < depth_)
                return found.finished ? verify() : next_depth();
            deeper_look_ = found;
            chosen_      = found.best;
            unchanged_   = 0;
            take(found, depth_, true);
            sight_ = Sight{.depth = depth_, .unchanged = 0, .share = std::nullopt,
                           .points = numbers_.law.points(found.value)};
            refute();
            return next_depth();
        case Purpose::Verify:  // [MC-6]
            if (!found.finished) return next_depth();
            if (found.value < least_) {
                refute();
                return next_depth();
            }
            sight_ = sight_->with(Attack::Held);
            return end_with(End::Settled);
    }
}

// SELECT deepens one search over all moves until there is a reason to stop [MC-1].
void Choosing::select() {
    if (!budget_.begins(nodes_) || depth_ > numbers_.deepest) return end_with(End::Limit);
    question_ = {Purpose::Select, only_, depth_, std::nullopt};
}

void Choosing::next_depth() {
    ++depth_;
    select();
}

// Makes the best of a probe the choice, known to this depth.
void Choosing::take(const SetValue& found, int depth, bool is_bound) {
    const auto best = std::ranges::find(candidates_, found.best, &Candidate::move);
    best_           = static_cast<std::size_t>(best - candidates_.begin());
    value_          = found.value;
    known_to_       = depth;
    best->real      = found.value;
    best->at_most   = std::numeric_limits<double>::infinity();
    if (!found.line.empty()) best->line = found.line;
    ++best->effort;
    best->is_bound = is_bound;
}

// Takes the search of all moves as the choice, unless a deeper look says otherwise [MC-1].
void Choosing::take_all(const SetValue& found) {
    const bool look_stands = deeper_look_ && deeper_look_->depth >= depth_ &&
                             deeper_look_->value > found.value;
    const SetValue& choice = look_stands ? *deeper_look_ : found;
    take(choice, found.depth, look_stands);
    if (!found.finished && choice.best == chosen_) return;  // nothing new is known of it
    unchanged_ = choice.best == chosen_ ? unchanged_ + 1 : 0;
    chosen_    = choice.best;
    if (found.finished) bound_others(found);
    sight_ = Sight{.depth     = found.depth,
                   .unchanged = unchanged_,
                   .share     = look_stands ? std::nullopt : found.share,
                   .points    = numbers_.law.points(choice.value)};
}

// What a finished search of all moves says of the others: none is above its best.
void Choosing::bound_others(const SetValue& found) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (i == best_) continue;
        const auto own =
            std::ranges::find(found.at_most, candidates_[i].move, &std::pair<Move, double>::first);
        candidates_[i].at_most =
            std::min(own == found.at_most.end() ? found.value : own->second, value_);
    }
}

// Ends if the law says so; in an analysis the choice is attacked first.
void Choosing::may_stop() {
    if (!is_enough(sight_->with(Attack::Held))) return next_depth();
    if (numbers_.price.time_price == 0) return attack();
    // [MC-4] An attack takes about as long as all before it, so it costs more than it wins.
    if (!is_enough(*sight_)) return next_depth();
    end_with(End::TimeIsWorthMore);
}

bool Choosing::is_enough(const Sight& sight) const {
    return numbers_.price.is_enough(numbers_.law, sight, budget_.spent(nodes_));
}

// [MC-5] The rivals, deeper, must not beat the choice by half of the tolerance.
void Choosing::attack() {
    attacks_.clear();
    const Law& law      = numbers_.law;
    const double here   = law.points(value_);
    const double better = law.value(here + numbers_.tolerance / 2);
    least_              = law.value(here - numbers_.tolerance);
    if (!(better < numbers_.win)) return verify();
    attacks_.push_back(Purpose::Rivals);
    question_ = {Purpose::Rivals, {}, depth_ + numbers_.deeper, better};
    for (const Candidate& each : candidates_)
        if (each.move != candidates_[best_].move) question_.set.push_back(each.move);
    if (question_.set.empty()) question_.set = only_;
}

// [MC-6] VERIFY: alone, as deep, the choice must not lose the tolerance.
void Choosing::verify() {
    if (least_ > -numbers_.win) {
        attacks_.push_back(Purpose::Verify);
        question_ = {Purpose::Verify, {choice().move}, depth_ + numbers_.deeper, least_};
        return;
    }
    sight_ = sight_->with(Attack::Held);
    end_with(End::Settled);
}

void Choosing::refute() {
    ++refutations_;
    if (sight_) sight_ = sight_->with(Attack::Refuted);
}

}  // namespace provebest::chess
