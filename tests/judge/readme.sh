#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh SOURCE ASSAY PROGRAM: runs the program of judge/README.md, which must print the output that the text shows.
set -eu
source=$1 assay=$2 program=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
if ! "$assay" doctor >/dev/null 2>&1 && [ "${AS_TESTS_MUST_RUN-0}" != 1 ]; then
  echo "SKIPPED: this machine cannot open a sandbox; the program compiles"
  exit 77
fi
"$assay" new sum >/dev/null
awk '/^```$/ { if (inside) exit; if (after) { inside = 1; next } } /^This is a complete program/ { after = 1 } inside' \
  "$source/judge/README.md" >expected
[ -s expected ]
"$program" >printed
diff expected printed
