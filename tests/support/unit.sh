#!/bin/sh
# SPDX-License-Identifier: MIT
# unit.sh SOURCE BUILD: the unit of the worker is installed, starts the command with options that it has, and leaves it more time
# to stop than its grace time; systemd-analyze, where there is one, finds no fault in it.
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
unit=$work/prefix/lib/systemd/system/assay-worker.service
cmp "$unit" "$source/systemd/assay-worker.service"
value() { sed -n "s/^$1=\([0-9]*\)s\?$/\1/p" "$unit"; }
start=$(sed -n 's/^ExecStart=//p' "$unit")
grace=$(echo "$start" | sed -n 's/.*--grace \([0-9]*\)s.*/\1/p')
[ "$(value TimeoutStopSec)" -gt "$((grace + 60))" ] || { echo "TimeoutStopSec is too short for --grace ${grace}s"; exit 1; }
for option in $(echo "$start" | grep -o -- '--[a-z-]*'); do
  "$build/bin/assay" worker --help | grep -q -- "$option" || { echo "assay worker has no option $option"; exit 1; }
done
# An address that no server has: bad usage of the options would be told of first.
set +e
said=$("$build/bin/assay" worker --store 'postgresql://127.0.0.1:1/x' --grace "${grace}s" 2>&1)
set -e
case $said in *"cannot open the store"*|*"cannot judge safely"*) ;; *) echo "$said"; exit 1 ;; esac
if command -v systemd-analyze >/dev/null; then
  sed "s|^ExecStart=assay|ExecStart=$build/bin/assay|" "$unit" >"$work/assay-worker.service"
  said=$(systemd-analyze verify --man=no "$work/assay-worker.service" 2>&1) || true
  said=$(echo "$said" | grep assay-worker || true)
  [ -z "$said" ] || { echo "$said"; exit 1; }
fi
