#!/usr/bin/env bash
# Executes the commands of docs/restore.md on a database of its own and compares the restored wallets with the log of the clients:
# bash test/restore/run.sh --transactions 20000. Installs pgBackRest and PostgreSQL of Debian where they are missing. Needs root.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ((EUID != 0)); then
  echo 'The drill runs PostgreSQL as the user postgres: run it as root.' >&2
  exit 1
fi
missing=()
command -v pgbackrest >/dev/null || missing+=(pgbackrest)
command -v envsubst >/dev/null || missing+=(gettext-base)
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
if ((${#missing[@]} > 0)); then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -q -y --no-install-recommends "${missing[@]}"
fi
exec node_modules/.bin/node test/restore/drill.ts "$@"
