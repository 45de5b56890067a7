#!/bin/sh
# Packs the sources, builds a wheel from them without network, has it marked for any recent Linux,
# installs it where no compiler is found and tests it from outside the checkout, as somebody would
# who has only the wheel. Where there is a Python from 3.12 on, so is the wheel for those.
set -eu
checkout=$(pwd)
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
step() { printf -- '-- %s\n' "$*"; }

# The commands that the tests themselves call; no compiler is among them.
mkdir "$away/commands"
for command in sh env cat sleep true chromium; do
    for folder in /usr/bin /bin; do
        if [ -x "$folder/$command" ]; then ln -sf "$folder/$command" "$away/commands/$command"; fi
    done
done

# `offline COMMAND` runs it without network, where the system lets us say so.
offline() { if unshare -rn true 2>/dev/null; then unshare -rn "$@"; else "$@"; fi; }

# What is needed to build, once, with network; then nothing more is asked for.
prepare() { # PYTHON VENV
    sh tools/make-venv.sh "$1" "$2"
    requires=$("$2/bin/python" -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
    printf '%s\nninja\nbuild\nauditwheel; sys_platform == "linux"\npatchelf; sys_platform == "linux"\n' \
        "$requires" >"$away/requires"
    command -v cmake >/dev/null || echo cmake >>"$away/requires"
    "$2/bin/pip" install -q -r "$away/requires"
}

# A wheel from the packed sources; its path is the answer.
build() { # VENV FOLDER
    export PATH="$1/bin:$PATH"
    offline "$1/bin/pip" wheel -q --no-deps --no-build-isolation --no-index --wheel-dir "$2/raw" \
        "$away"/sources/provebest-*.tar.gz >&2
    if [ "$(uname -s)" = Linux ]; then
        "$1/bin/auditwheel" repair --wheel-dir "$2" "$2"/raw/provebest-*.whl >&2
    else
        mv "$2"/raw/provebest-*.whl "$2"
    fi
    ls "$2"/provebest-*.whl
}

# Installs a wheel into an empty environment where there is no compiler, and solves a puzzle.
install() { # PYTHON VENV WHEEL
    "$1" -m venv "$2"
    (
        PATH="$2/bin:$away/commands"
        for compiler in c++ g++ cc gcc clang cmake make ninja; do
            ! command -v "$compiler" || exit 1
        done
        cd "$away"
        pip install -q "$3"
        provebest puzzle 216408753 --json >/dev/null # before anything else is installed
    )
}

# A Python of this minor version that runs and can make an environment to compile in, if there is one.
find_python() { # MINOR
    for python in "python3.$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3."$1".*/bin/python3; do
        if "$python" -c 'import ensurepip, pathlib, sys, sysconfig, venv
sys.exit(not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").exists())' 2>/dev/null; then
            echo "$python"
            return
        fi
    done
}

python=${PYTHON:-python3}
step "sources, and a wheel from them without network"
prepare "$python" "$away/build"
"$away/build/bin/python" -m build --sdist --no-isolation --outdir "$away/sources" . >/dev/null
wheel=$(build "$away/build" "$away/own")
"$away/build/bin/python" tools/check_packages.py "$away"/sources/provebest-*.tar.gz "$wheel"

step "installed without a compiler, tested outside the checkout"
cp -r "$checkout/tests" "$away/tests"
cp "$checkout/pyproject.toml" "$away/pyproject.toml" # for pytest's settings alone
install "$python" "$away/venv" "$wheel"
"$away/venv/bin/pip" install -q "$wheel[test]"
# `make test` runs everything over an installed package; here it is whether the wheel holds all of it:
# the compiled core, the data files and every room that a command reaches. What needs the studies,
# which are in the checkout alone, is left out.
(cd "$away" && PATH="$away/venv/bin:$away/commands" python -m pytest -q -n auto tests/vocabulary \
    tests/problems tests/games tests/chess tests/cli/test_analyse.py tests/cli/test_puzzle.py \
    tests/cli/test_tour.py --ignore tests/chess/probes/test_evaluation.py)

# One wheel serves 3.12 and all later Pythons: it is built with the oldest and tested with the newest.
oldest= newest=
for minor in 12 13 14 15 16; do
    found=$(find_python "$minor")
    if [ -n "$found" ]; then oldest=${oldest:-$found} newest=$found; fi
done
if [ -z "$oldest" ]; then
    step "no Python from 3.12 on is here: the wheel for those was not built"
    exit 0
fi
step "the wheel for 3.12 and later: built with $("$oldest" -V), tested with $("$newest" -V)"
prepare "$oldest" "$away/build-stable"
wheel=$(build "$away/build-stable" "$away/stable")
"$away/build-stable/bin/python" tools/check_packages.py "$wheel"
install "$newest" "$away/venv-newest" "$wheel"
"$away/venv-newest/bin/pip" install -q "$wheel[test]"
(cd "$away" && PATH="$away/venv-newest/bin:$away/commands" python -m pytest -q -n auto \
    tests/vocabulary tests/problems tests/games tests/chess/probes \
    --ignore tests/chess/probes/test_evaluation.py)
