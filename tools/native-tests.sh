#!/bin/sh
# Builds the C++ core with its own tests, without Python, and runs them; ON adds the sanitizers.
set -eu
folder=$1 sanitize=$2
cmake -S . -B "$folder" -DPROVEBEST_NATIVE_TESTS=ON -DPROVEBEST_SANITIZE="$sanitize" \
    -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$folder" --parallel >/dev/null
ctest --test-dir "$folder" --output-on-failure
