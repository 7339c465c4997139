#!/bin/sh
# SPDX-License-Identifier: MIT
# postgres.sh start|stop FILE: a PostgreSQL server for the tests, in a temporary folder whose name is kept in FILE. It
# listens on a Unix socket in that folder only, and runs as an ordinary user, because it refuses to run as root.
# postgres.sh crash|restart FILE: ends it without a shutdown, as a power cut would; starts it again.
# ASSAY_TEST_POSTGRES_PARENT is where the temporary folder is made (/tmp).
# With ASSAY_TEST_POSTGRES_NETWORK=ADDRESS/BITS it also listens on TCP, for roles with a password from that network; a test
# sets this in a network namespace of its own only (rooms.py).
# With ASSAY_TEST_POSTGRES_CLOCK=FILE the server's clock differs from this machine's by what the file contains, such as "+1h".
set -eu
command=$1 file=$(realpath "$2")
bin=$(pg_config --bindir)
[ -x "$bin/initdb" ] || { echo "postgres.sh: $bin/initdb is missing; run tools/install-packages test" >&2; exit 1; }

folder=
[ -f "$file" ] && folder=$(cat "$file")
as_user=
if [ "$(id -u)" -eq 0 ]; then
  as_user="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi

as_clock=
if [ -n "${ASSAY_TEST_POSTGRES_CLOCK-}" ]; then
  library=$(find /usr/lib -name libfaketimeMT.so.1 | head -n 1)
  [ -n "$library" ] || { echo "postgres.sh: libfaketime is missing; run tools/install-packages test" >&2; exit 1; }
  as_clock="env LD_PRELOAD=$library FAKETIME_TIMESTAMP_FILE=$ASSAY_TEST_POSTGRES_CLOCK FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1"
fi

# A daemon with these descriptors open would block their readers.
control() { (cd / && $as_user $as_clock "$bin/pg_ctl" -D "$folder/data" -w "$@" </dev/null >>"$file.log" 2>&1); }

stop() {
  [ -n "$folder" ] && [ -d "$folder/data" ] || return 0
  [ ! -f "$folder/data/postmaster.pid" ] || control -m immediate stop || true
  rm -rf "$folder" "$file"
}

start() {
  stop
  addresses= hosts=
  if [ -n "${ASSAY_TEST_POSTGRES_NETWORK-}" ]; then
    addresses='*' hosts="host all all $ASSAY_TEST_POSTGRES_NETWORK scram-sha-256"
  fi
  folder=$(mktemp -d "${ASSAY_TEST_POSTGRES_PARENT:-/tmp}/assay-postgres.XXXXXX")
  echo "$folder" >"$file"
  : >"$file.log"
  [ -z "$as_user" ] || chown nobody:nogroup "$folder"
  (cd / && $as_user "$bin/initdb" -D "$folder/data" -U postgres --auth=trust --no-locale -E UTF8 --no-sync) >>"$file.log" 2>&1
  # The role `checked` needs a password; a test makes it.
  printf 'local all checked scram-sha-256\nlocal all all trust\n%s\n' "$hosts" | $as_user tee "$folder/data/pg_hba.conf" >/dev/null
  cat <<EOT | $as_user tee -a "$folder/data/postgresql.conf" >/dev/null
listen_addresses = '$addresses'
unix_socket_directories = '$folder'
unix_socket_permissions = 0700
EOT
  control -l "$folder/log" start
}

case $command in
start) start || { cat "$file.log" >&2; exit 1; } ;;
stop) stop ;;
crash) control -m immediate stop ;;
restart) control -l "$folder/log" start ;;
*) echo "postgres.sh: unknown command '$command'; use start, stop, crash or restart" >&2; exit 2 ;;
esac
