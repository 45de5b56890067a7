#!/bin/sh
# Makes a virtual environment in which the package can be compiled. Debian's python3 has neither
# venv nor headers: root installs them here, other users get a message that says how.
set -eu
python=$1 venv=$2

missing_packages() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    "$python" - <<'CHECK' || echo python3-dev
import pathlib, sys, sysconfig
sys.exit(not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").exists())
CHECK
    command -v c++ >/dev/null 2>&1 || echo g++
}

if ! command -v "$python" >/dev/null 2>&1; then
    echo "provebest needs Python 3.11 or newer; install it, or set PYTHON to its path" >&2
    exit 2
fi
missing=$(missing_packages | tr '\n' ' ')
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "installing $missing" >&2
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
    else
        echo "missing packages: $missing(on Debian: sudo apt-get install $missing)" >&2
        exit 2
    fi
fi
"$python" -m venv "$venv"
