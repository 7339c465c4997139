#!/bin/sh
# SPDX-License-Identifier: MIT
# man.sh BUILD: `man assay` finds the manual in the build folder and where it is installed, by PATH alone.
set -eu
build=$1
if ! command -v man >/dev/null; then
  [ "${AS_TESTS_MUST_RUN-0}" != 1 ] || exit 1
  echo "SKIPPED: there is no man: sudo apt-get install man-db"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
for prefix in "$build" "$work/prefix"; do
  found=$(env -u MANPATH PATH="$prefix/bin:$PATH" man -w assay)
  page=$(readlink -f "$prefix/share/man/man1/assay.1")
  [ "$(readlink -f "$found")" = "$page" ] || { echo "found $found"; exit 1; }
  env -u MANPATH PATH="$prefix/bin:$PATH" MANPAGER=cat man assay | grep -q 'assay judge'
done
