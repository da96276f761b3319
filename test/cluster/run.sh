#!/usr/bin/env bash
# A history store on plain PostgreSQL and on a Citus cluster of a coordinator and two workers, all on this machine: moves partitions
# during payments, kills a server, runs the tests of the history store on both, and prints what it measured. Needs root, because
# PostgreSQL runs as the user postgres. npm run cluster -- --transactions 1000000
set -euo pipefail
cd "$(dirname "$0")/../.."
if ((EUID != 0)); then
  echo 'The servers run as the user postgres: run it as root.' >&2
  exit 1
fi
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -q -y --no-install-recommends postgresql
fi
if ! ls /usr/lib/postgresql/*/lib/citus.so >/dev/null 2>&1; then
  cat >&2 <<'TEXT'
Citus is not installed for the PostgreSQL of this machine. Debian has no package of it. Either add the repository of its publisher
(https://docs.citusdata.com, "Multi-Node Citus"), or build a release of github.com/citusdata/citus against the installed server:
  apt-get install postgresql-server-dev-15 build-essential flex libcurl4-openssl-dev liblz4-dev libzstd-dev libssl-dev libxml2-dev \
    libxslt1-dev libkrb5-dev libpam0g-dev libreadline-dev libselinux1-dev zlib1g-dev
  ./configure PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config --without-libcurl && make && make install
Citus 12.1 builds against PostgreSQL 15; Citus 14 needs PostgreSQL 16 or newer.
TEXT
  exit 1
fi
exec node_modules/.bin/node test/cluster/run.ts "$@"
