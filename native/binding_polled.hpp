// A long loop of the core that calls Python meanwhile: for Ctrl-C, and to ask whether to go on.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

#include "poll.hpp"

namespace provebest {

class Polled {
public:
    // `poll` may be None; the work ends if it returns something true, or raises.
    explicit Polled(const nanobind::object& poll) : poll_(poll) {}
    Polled(const Polled&)            = delete;
    Polled& operator=(const Polled&) = delete;

    Poll asked() { return {&Polled::stop, this}; }

    // Runs the work in this thread; other Python threads may run meanwhile.
    template <class Work>
    auto run(Work work) {
        const auto result = [&work] {
            const nanobind::gil_scoped_release release;
            return work();
        }();
        if (failure_) std::rethrow_exception(failure_);
        return result;
    }
    // Whether `poll` raised: what was found meanwhile means nothing then.
    bool failed() const { return failure_ != nullptr; }

private:
    static bool stop(void* self) { return static_cast<Polled*>(self)->is_over(); }

    bool is_over() {
        if (failure_) return true;
        const nanobind::gil_scoped_acquire acquire;
        try {
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
            if (poll_.is_none()) return false;
            const int truth = PyObject_IsTrue(poll_().ptr());
            if (truth < 0) throw nanobind::python_error();
            return truth != 0;
        } catch (...) {
            failure_ = std::current_exception();
            return true;
        }
    }

    const nanobind::object& poll_;
    std::exception_ptr failure_;
};

}  // namespace provebest
