#!/bin/sh
# Builds a wheel, installs it into an empty environment and tests it from outside the checkout, as
# somebody would who has only the wheel.
set -eu
checkout=$(pwd)
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
sh tools/make-venv.sh "${PYTHON:-python3}" "$away/venv"
"$away/venv/bin/pip" wheel -q --no-deps --wheel-dir "$away/dist" "$checkout"
wheel=$(ls "$away"/dist/provebest-*.whl)
"$away/venv/bin/pip" install -q "$wheel"
cp -r "$checkout/tests" "$away/tests"
cp "$checkout/pyproject.toml" "$away/pyproject.toml" # for pytest's settings alone
cd "$away"
"$away/venv/bin/provebest" puzzle 216408753 --json >/dev/null # before anything else is installed
"$away/venv/bin/pip" install -q "$wheel[test]"
# `make test` runs everything over an installed package; here it is whether the wheel holds all of it:
# the compiled core, the data files and every room that a command reaches.
"$away/venv/bin/python" -m pytest -q -n auto tests/vocabulary tests/problems tests/games \
    tests/chess tests/cli/test_analyse.py tests/cli/test_puzzle.py tests/cli/test_tour.py
