#!/bin/sh
# Makes a virtual environment in which the package can be compiled. Debian's plain python3 comes
# without venv and without headers; as root they are installed, otherwise the user is told how.
set -eu
python=$1 venv=$2

lacks() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    "$python" - <<'CHECK' || echo python3-dev
import pathlib, sys, sysconfig
sys.exit(not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").exists())
CHECK
    command -v c++ >/dev/null 2>&1 || echo g++
}

if ! command -v "$python" >/dev/null 2>&1; then
    echo "provebest needs Python 3.11 or newer: install it, or name it with PYTHON=..." >&2
    exit 2
fi
missing=$(lacks | tr '\n' ' ')
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "installing $missing" >&2
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
    else
        echo "this machine lacks: $missing(on Debian: sudo apt-get install $missing)" >&2
        exit 2
    fi
fi
"$python" -m venv "$venv"
