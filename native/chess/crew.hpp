// Threads that help with one batch of work after another. Between two batches of an analysis there
// are only a few milliseconds, and starting or waking a thread costs a good part of a batch: so a
// helper stays awake for a while, and then sleeps.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace provebest::chess {

class Crew {
public:
    explicit Crew(int helpers);
    ~Crew();
    Crew(const Crew&)            = delete;
    Crew& operator=(const Crew&) = delete;

    // Runs `work(0)` in this thread and `work(i)` in each helper; returns when all have returned, and
    // passes on an exception of one of them.
    void run(const std::function<void(std::size_t)>& work);

private:
    void help(std::size_t number);
    void do_work(std::size_t number);
    void end();  // wakes the helpers for the last time and waits until they are gone

    const std::function<void(std::size_t)>* work_ = nullptr;
    alignas(64) std::atomic<std::uint32_t> round_{0};  // increases by one for each batch
    alignas(64) std::atomic<int> busy_{0};             // helpers that have not finished this batch
    std::atomic<bool> ending_{false};
    std::atomic<bool> failed_{false};
    std::exception_ptr failure_;  // the first one of this batch
    std::vector<std::thread> helpers_;  // no jthread: not every standard library has it yet
};

// A crew that starts when it is first needed, in the process that needs it: threads do not survive a
// fork.
class CrewOfProcess {
public:
    explicit CrewOfProcess(int helpers) : helpers_(helpers) {}
    ~CrewOfProcess() { forget_a_parents_crew(); }
    CrewOfProcess(const CrewOfProcess&)            = delete;
    CrewOfProcess& operator=(const CrewOfProcess&) = delete;

    void run(const std::function<void(std::size_t)>& work);

private:
    void forget_a_parents_crew();

    int helpers_;
    std::unique_ptr<Crew> crew_;
    long process_ = 0;
};

}  // namespace provebest::chess
