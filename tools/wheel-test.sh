#!/bin/sh
# Packs the sources, builds a wheel from them without network, tags it for any recent Linux,
# installs it without a compiler and tests it outside the checkout, as a user would who has only
# the wheel. If there is a Python 3.12 or later, its wheel is built and tested too.
set -eu
checkout=$(pwd)
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
step() { printf -- '-- %s\n' "$*"; }

# The commands that the tests call; none of them is a compiler.
mkdir "$away/commands"
for command in sh env cat sleep true chromium; do
    for folder in /usr/bin /bin; do
        if [ -x "$folder/$command" ]; then ln -sf "$folder/$command" "$away/commands/$command"; fi
    done
done

# `offline COMMAND` runs the command without network, if the system allows that.
offline() { if unshare -rn true 2>/dev/null; then unshare -rn "$@"; else "$@"; fi; }

# Installs everything that a build needs. Only this step uses the network.
prepare() { # PYTHON VENV
    sh tools/make-venv.sh "$1" "$2"
    requires=$("$2/bin/python" -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
    printf '%s\nninja\nbuild\nauditwheel; sys_platform == "linux"\npatchelf; sys_platform == "linux"\n' \
        "$requires" >"$away/requires"
    command -v cmake >/dev/null || echo cmake >>"$away/requires"
    "$2/bin/pip" install -q -r "$away/requires"
}

# Builds a wheel from the packed sources and prints its path.
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

# Installs a wheel into an empty environment without a compiler, and solves a puzzle.
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

# Prints a Python of this minor version with venv and headers, if there is one.
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
step "pack the sources, and build a wheel from them without network"
prepare "$python" "$away/build"
"$away/build/bin/python" -m build --sdist --no-isolation --outdir "$away/sources" . >/dev/null
wheel=$(build "$away/build" "$away/own")
"$away/build/bin/python" tools/check_packages.py "$away"/sources/provebest-*.tar.gz "$wheel"

step "build the checkout twice at the same time, with an environment for each"
cp -r "$away/build" "$away/build-too"
building=
for one in build build-too; do
    (
        PATH="$away/$one/bin:$PATH" # ninja
        exec "$away/$one/bin/python" -m pip wheel -q --no-deps --no-build-isolation --no-index \
            --wheel-dir "$away/wheel-of-$one" .
    ) &
    building="$building $!"
    sleep 5 # the second begins while the first compiles
done
for one in $building; do wait "$one"; done

step "install the wheel without a compiler, and test it outside the checkout"
cp -r "$checkout/tests" "$away/tests"
cp "$checkout/pyproject.toml" "$away/pyproject.toml" # only for pytest's settings
install "$python" "$away/venv" "$wheel"
"$away/venv/bin/pip" install -q "$wheel[test]"
# `make test` runs all tests. These check that the wheel is complete: the compiled core, the data
# files and every subpackage that a command uses.
(cd "$away" && PATH="$away/venv/bin:$away/commands" python -m pytest -q -n auto tests/vocabulary \
    tests/problems tests/games tests/chess tests/cli/test_analyse.py tests/cli/test_puzzle.py \
    tests/cli/test_tour.py)

# One wheel serves Python 3.12 and all later ones: it is built with the oldest and tested with the newest.
oldest= newest=
for minor in 12 13 14 15 16; do
    found=$(find_python "$minor")
    if [ -n "$found" ]; then oldest=${oldest:-$found} newest=$found; fi
done
if [ -z "$oldest" ]; then
    step "there is no Python 3.12 or later here, so its wheel is not built"
    exit 0
fi
step "wheel for Python 3.12 and later: built with $("$oldest" -V), tested with $("$newest" -V)"
prepare "$oldest" "$away/build-stable"
wheel=$(build "$away/build-stable" "$away/stable")
"$away/build-stable/bin/python" tools/check_packages.py "$wheel"
install "$newest" "$away/venv-newest" "$wheel"
"$away/venv-newest/bin/pip" install -q "$wheel[test]"
(cd "$away" && PATH="$away/venv-newest/bin:$away/commands" python -m pytest -q -n auto \
    tests/vocabulary tests/problems tests/games tests/chess/probes)
