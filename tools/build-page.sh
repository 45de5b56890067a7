#!/bin/sh
# Builds the page of `provebest serve` into src/provebest/web/static: checks the types, and bundles
# the page with what it uses from npm. Installs Debian's node and npm if they are missing.
set -eu
cd "$(dirname "$0")/../web"
if ! command -v npm >/dev/null; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "The page needs node and npm: apt-get install nodejs npm" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nodejs npm >/dev/null
fi
npm ci --no-fund --no-audit --silent
npm run --silent check
npm run --silent build
