#!/bin/sh
# Builds the C++ core with its own tests, without Python, and runs them; ON adds the sanitizers. With
# the name of one test program, builds and runs only that.
set -eu
folder=$1 sanitize=$2 only=${3:-}
cmake -S . -B "$folder" -DPROVEBEST_NATIVE_TESTS=ON -DPROVEBEST_SANITIZE="$sanitize" \
    -DCMAKE_BUILD_TYPE=Release >/dev/null
if [ -n "$only" ]; then
    cmake --build "$folder" --target "$only" --parallel >/dev/null
    exec "$folder/$only"
fi
cmake --build "$folder" --parallel >/dev/null
ctest --test-dir "$folder" --output-on-failure
