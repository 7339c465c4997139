#!/bin/sh
# SPDX-License-Identifier: MIT
# unit.sh SOURCE BUILD: the units of the worker and of contests are installed, start the command with options that it has, and leave it
# more time to stop than its grace time; systemd-analyze, where there is one, finds no fault in them. The unit of contests also for the
# options that its comment and docs/proxy name. systemd's number of exposure (0 to 10) of each unit is bounded.
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
folder=$work/prefix/lib/systemd/system
for name in assay-worker.service assay-serve@.service assay-web@.service; do
  cmp "$folder/$name" "$source/systemd/$name"
done
# The two that judge have the same restrictions.
walls() { sed -n '/^# Each run has a sandbox/,/^RemoveIPC/p; /^Delegate=/p; /^KillMode=/p; /^User=/p' "$1"; }
[ "$(walls "$folder/assay-worker.service")" = "$(walls "$folder/assay-serve@.service")" ] || { echo "the units are hardened differently"; exit 1; }
unit=$folder/assay-worker.service
value() { sed -n "s/^$1=\([0-9]*\)s\?$/\1/p" "$unit"; }
start=$(sed -n 's/^ExecStart=//p' "$unit")
grace=$(echo "$start" | sed -n 's/.*--grace \([0-9]*\)s.*/\1/p')
[ "$(value TimeoutStopSec)" -gt "$((grace + 60))" ] || { echo "TimeoutStopSec is too short for --grace ${grace}s"; exit 1; }
for option in $(echo "$start" | grep -o -- '--[a-z-]*'); do
  "$build/bin/assay" worker --help | grep -q -- "$option" || { echo "assay worker has no option $option"; exit 1; }
done
# An address without a server: invalid options would be reported first.
set +e
said=$("$build/bin/assay" worker --store 'postgresql://127.0.0.1:1/x' --grace "${grace}s" 2>&1)
set -e
case $said in *"cannot open the store"*|*"cannot judge safely"*) ;; *) echo "$said"; exit 1 ;; esac
for serve in "$folder"/assay-serve@.service "$folder"/assay-web@.service; do
  # GRACE_MS of cli/serve.c, and a minute.
  [ "$(sed -n 's/^TimeoutStopSec=\([0-9]*\)s$/\1/p' "$serve")" -ge 65 ] || { echo "TimeoutStopSec of $serve is too short"; exit 1; }
done
for option in $(grep -oh -- ' --[a-z-]*' "$folder"/assay-serve@.service "$folder"/assay-web@.service "$source"/docs/proxy/* | sort -u | grep -v -- '--home-dir\|--system'); do
  "$build/bin/assay" serve --help | grep -q -- "$option" || { echo "assay serve has no option $option"; exit 1; }
done
# The numbers times ten; the units say why those that judge are not lower.
exposure='assay-worker.service 54
assay-serve@.service 54
assay-web@.service 15'
echo "$exposure" | while read -r name most; do
  sed "s|^ExecStart=assay|ExecStart=$build/bin/assay|" "$folder/$name" >"$work/$name"
  said=$(systemd-analyze security --offline=yes --threshold="$most" "$work/$name" 2>&1) || { echo "$said" | tail -n 1; exit 1; }
done
said=$(systemd-analyze verify --man=no "$work/assay-worker.service" "$work/assay-serve@spring.service" "$work/assay-web@spring.service" 2>&1) || true
said=$(echo "$said" | grep 'assay-\(worker\|serve\|web\)' || true)
[ -z "$said" ] || { echo "$said"; exit 1; }
