#!/usr/bin/env bash
# Runs a command with DATABASE_URL of a PostgreSQL server that is started for it from the installed programs (Debian's
# package postgresql), and stopped after it. As root the server runs as the user postgres, because it refuses to run as root.
# Like the embedded server of a test it writes nothing through to the disk, and is in memory where there is room: each test file
# copies a database of 600 files.
set -euo pipefail
# initdb and pg_ctl are not on the PATH: Debian keeps them in a folder for each version.
bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb | sort -V | head -n 1)")
memory_kib=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1 || echo 0)
if ((memory_kib >= 8 * 1024 * 1024)); then work=$(mktemp -d -p /dev/shm); else work=$(mktemp -d); fi
as_server() { (cd / && if ((EUID == 0)); then runuser -u postgres -- "$@"; else "$@"; fi); }
((EUID != 0)) || chown postgres: "$work"
stop() {
  as_server "$bin/pg_ctl" stop --silent --mode immediate --pgdata "$work/cluster" || true
  rm -rf "$work"
}
trap stop EXIT
port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
as_server "$bin/initdb" --pgdata "$work/cluster" --username postgres --encoding UTF8 --locale C --auth trust >/dev/null
as_server "$bin/pg_ctl" start --wait --silent --pgdata "$work/cluster" --log "$work/log" \
  --options "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$work -c max_connections=400 \
    -c fsync=off -c full_page_writes=off"
DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres" "$@"
