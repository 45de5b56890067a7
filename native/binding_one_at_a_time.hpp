// Objects of the core are for one thread at a time, and Python's threads may share them: whoever calls
// an object that is in use gets an exception. Only calls during which other threads may run, and what
// they would disturb, need it.
#pragma once

#include <mutex>
#include <set>
#include <stdexcept>

namespace provebest {

// Marks an object as in use, as long as it lives.
class InUse {
public:
    explicit InUse(const void* object) : object_(object) {
        const std::lock_guard lock(mutex_);
        if (!objects_.insert(object).second)
            throw std::runtime_error(
                "this object is in use by another call, perhaps of another thread: use an object of its "
                "own for each thread");
    }
    ~InUse() {
        const std::lock_guard lock(mutex_);
        objects_.erase(object_);
    }
    InUse(const InUse&)            = delete;
    InUse& operator=(const InUse&) = delete;

private:
    inline static std::mutex mutex_;
    inline static std::set<const void*> objects_;
    const void* object_;
};

// The same function or method, for one call at a time of each object.
template <class Object, class Result, class... Words>
auto one_at_a_time(Result (*function)(Object&, Words...)) {
    return [function](Object& self, Words... words) -> Result {
        const InUse use(&self);
        return function(self, static_cast<Words&&>(words)...);
    };
}
template <class Object, class Result, class... Words>
auto one_at_a_time(Result (Object::*method)(Words...)) {
    return [method](Object& self, Words... words) -> Result {
        const InUse use(&self);
        return (self.*method)(static_cast<Words&&>(words)...);
    };
}
template <class Object, class Result, class... Words>
auto one_at_a_time(Result (Object::*method)(Words...) const) {
    return [method](const Object& self, Words... words) -> Result {
        const InUse use(&self);
        return (self.*method)(static_cast<Words&&>(words)...);
    };
}

}  // namespace provebest
