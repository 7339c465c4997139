#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh SOURCE BUILD CC [FLAG...]: installs the libraries into an empty folder, extracts the program from
# sandbox/README.md, compiles it like a reader, and runs it.
set -eu
source=$1 build=$2 cc=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/sandbox/README.md" >"$work/example.c"
pc=$(dirname "$(find "$work/prefix" -name assay-sandbox.pc)")
# shellcheck disable=SC2046
"$cc" -Wall -Wextra -Werror "$@" -o "$work/example" "$work/example.c" \
  $(PKG_CONFIG_PATH=$pc pkg-config --define-prefix --cflags --libs assay-sandbox)
if ! "$work/prefix/bin/assay" doctor >/dev/null 2>&1 && [ "${AS_TESTS_MUST_RUN-0}" != 1 ]; then
  echo "SKIPPED: this machine cannot open a sandbox; the example compiles"
  exit 77
fi
printed=$("$work/example")
printf '%s\n' "$printed"
case $printed in
  "exit 1: "*"No such file or directory: '/etc/passwd'") ;;
  *) exit 1 ;;
esac
