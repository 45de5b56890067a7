// Converts numbers for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

namespace provebest {

// A doubled bound as a Python number: an int if it is whole.
inline nanobind::object halved(std::int64_t doubled) {
    return doubled % 2 == 0 ? nanobind::cast(doubled / 2)
                            : nanobind::cast(static_cast<double>(doubled) / 2);
}

}  // namespace provebest
