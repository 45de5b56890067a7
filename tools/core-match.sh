#!/bin/sh
# Plays the current chess core against the core of another commit, with equal nodes per move:
#   sh tools/core-match.sh COMMIT PAIRS SEED NODES
# To compare only the weights: sh tools/core-match.sh COMMIT PAIRS SEED NODES native/chess/weights_data.inc
set -eu
commit=$1 pairs=$2 seed=$3 nodes=$4 only=${5:-}
folder=build/core-match
rm -rf "$folder" && mkdir -p "$folder/old" "$folder/new"
cp -R native "$folder/new/"
if [ -n "$only" ]; then
    cp -R native "$folder/old/"
    git show "$commit:$only" > "$folder/old/$only"
else
    git archive "$commit" native | tar -x -C "$folder/old"
fi
machine=$(uname -m)
flags="-std=c++20 -O3 -pthread $([ "$machine" = x86_64 ] && echo -march=x86-64-v2)"
for build in old new; do
    for file in "$folder/$build"/native/chess/*.cpp native/match/player.cpp; do
        # shellcheck disable=SC2086
        ${CXX:-c++} $flags -Dprovebest=provebest_$build -DMATCH_PLAYER=${build}_player \
            -I "$folder/$build/native" -c "$file" -o "$folder/$build/$(basename "$file" .cpp).o"
    done
done
# shellcheck disable=SC2086
${CXX:-c++} $flags native/match/match.cpp "$folder"/old/*.o "$folder"/new/*.o -o "$folder/match"
"$folder/match" "$pairs" "$seed" "$nodes"
