// Claims that hold or not, counted: what a test program of the core tells when it ends.
#pragma once

#include <cstdio>
#include <string>

inline int passed = 0;
inline int failed = 0;

inline void check(bool holds, const std::string& claim) {
    if (holds) {
        ++passed;
    } else {
        ++failed;
        std::fprintf(stderr, "FAILED: %s\n", claim.c_str());
    }
}

// The exit code of a program that has made all its checks.
inline int told() {
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
