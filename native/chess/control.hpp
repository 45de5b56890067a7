// The modern control over the compiled search: asks the questions of Choosing one after another.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "chess/choosing.hpp"
#include "chess/root_search.hpp"

namespace provebest::chess {

// A question that was answered, and its cost. The look that begins a search on a clock has none.
struct ProbeRecord {
    Question question;
    SetValue found;
    std::uint64_t nodes = 0;
};

class Control {
public:
    // `used`: nodes that were spent before. The root search must stay at its position, and outlive
    // the control.
    Control(RootSearch& root, Choosing choosing, std::uint64_t used);

    // Asks until the end, or until a question ends and `at_least` has passed or `questions` were
    // asked. `failed` says after a question whether its answer means nothing: that question is asked
    // again by the next call.
    void run(std::chrono::microseconds at_least, int questions, const std::function<bool()>& failed);
    void renew(const Budget& budget) { choosing_.renew(budget); }

    // Of the questions since the last call.
    std::vector<ProbeRecord> take_records();

    const RootSearch& root() const { return root_; }
    RootSearch& root() { return root_; }
    const Choosing& choosing() const { return choosing_; }
    bool stands_at_its_position() const { return root_.position().key() == key_; }
    int probes() const { return probes_; }
    int deepest() const { return deepest_; }  // plies of the longest variation
    std::uint64_t nodes() const { return used_ + root_.nodes() - before_; }

private:
    SetValue ask(const Question& question);
    SetValue probe(const Question& question);
    SetValue reaches(const Question& question);

    RootSearch& root_;
    Choosing choosing_;
    Key key_;
    std::uint64_t used_, before_;
    int probes_  = 0;
    int deepest_ = 0;
    std::vector<ProbeRecord> records_;
};

}  // namespace provebest::chess
