#!/usr/bin/env bash
# Installs Debian's Chromium where that is possible without asking anybody. Where it is not, it says
# so and ends well: the tests of pages are then skipped.
set -uo pipefail

for name in "${GROUPSPEC_CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && command -v "$name" >/dev/null; then
    echo "there is $(command -v "$name")"
    exit 0
  fi
done
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo 'no Chromium, and no apt-get or no right to install it: the tests of pages are skipped'
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
if { apt-get update && apt-get install --yes --no-install-recommends chromium; } >/dev/null 2>&1; then
  echo "installed $(command -v chromium)"
else
  echo 'apt-get cannot install chromium here: the tests of pages are skipped'
fi
