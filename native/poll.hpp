// How whoever waits for a long loop can end it: the loop asks from time to time.
#pragma once

#include <chrono>
#include <cstdint>

namespace provebest {

constexpr auto kPollEvery = std::chrono::milliseconds(10);

// Called by the working thread this often: whether its work should stop.
struct Poll {
    bool (*stop)(void*) = nullptr;
    void* context       = nullptr;
};

// Thrown out of work that was told to stop.
struct Stopped {};

// Keeps the time between two polls of one loop.
class Polling {
public:
    // `every`: the clock is looked at after so many pieces of work.
    Polling(Poll poll, std::uint64_t every) : poll_(poll), every_(every) {}

    // Call it for each piece of work.
    bool stops() {
        if (--left_ != 0) return false;
        left_ = every_;
        return poll_.stop && is_told_to_stop();
    }

private:
    bool is_told_to_stop() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        next_ = now + kPollEvery;
        return poll_.stop(poll_.context);
    }

    Poll poll_;
    std::uint64_t every_, left_ = every_;
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + kPollEvery;
};

}  // namespace provebest
