#include "chess/crew.hpp"

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include <chrono>
#include <utility>

namespace provebest::chess {

namespace {

constexpr auto kAwake = std::chrono::milliseconds(2);

// Returns when `changing` is no longer `old`: spins for a while, then sleeps.
template <class T>
void await_change(const std::atomic<T>& changing, T old) {
    const auto until = std::chrono::steady_clock::now() + kAwake;
    while (changing.load(std::memory_order_acquire) == old) {
        if (std::chrono::steady_clock::now() < until)
            std::this_thread::yield();  // lets other threads run
        else
            changing.wait(old, std::memory_order_acquire);
    }
}

#if defined(_WIN32)
long this_process() { return 1; }  // there is no fork on this system
#else
long this_process() { return getpid(); }
#endif

}  // namespace

Crew::Crew(int helpers) {
    try {
        for (int i = 1; i <= helpers; ++i)
            helpers_.emplace_back([this, i] { help(static_cast<std::size_t>(i)); });
    } catch (...) {  // no more threads: those that run must end before the crew
        end();
        throw;
    }
}

Crew::~Crew() { end(); }

void Crew::end() {
    ending_.store(true);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
}

void Crew::run(const std::function<void(std::size_t)>& work) {
    work_ = &work;
    busy_.store(static_cast<int>(helpers_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
    do_work(0);
    for (int left = busy_.load(std::memory_order_acquire); left > 0;
         left     = busy_.load(std::memory_order_acquire))
        await_change(busy_, left);
    if (failed_.exchange(false)) std::rethrow_exception(std::exchange(failure_, nullptr));
}

// What it throws waits for the end of the batch: until then the others use what the caller has.
void Crew::do_work(std::size_t number) {
    try {
        (*work_)(number);
    } catch (...) {
        if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
}

void Crew::help(std::size_t number) {
    for (std::uint32_t round = 0;; ++round) {
        await_change(round_, round);
        if (ending_.load()) return;
        do_work(number);
        busy_.fetch_sub(1, std::memory_order_release);
        busy_.notify_one();
    }
}

void CrewOfProcess::forget_a_parents_crew() {
    if (process_ != this_process()) static_cast<void>(crew_.release());  // its threads do not exist here
}

void CrewOfProcess::run(const std::function<void(std::size_t)>& work) {
    forget_a_parents_crew();
    if (!crew_) {
        crew_    = std::make_unique<Crew>(helpers_);
        process_ = this_process();
    }
    crew_->run(work);
}

}  // namespace provebest::chess
