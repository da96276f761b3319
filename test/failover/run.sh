#!/usr/bin/env bash
# Three hosts on this machine (network namespaces), with the configuration of deploy/ha, and every loss of docs/reliability.md under
# load. Installs Debian's packages where they are missing. Needs root. Arguments are those of vitest: npm run failover -- -t kill_primary
set -euo pipefail
cd "$(dirname "$0")/../.."
if ((EUID != 0)); then
  echo 'The failover kit creates network namespaces and disks: run it as root.' >&2
  exit 1
fi
missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need patroni patroni
need etcd etcd-server
need haproxy haproxy
need pgbackrest pgbackrest
need envsubst gettext-base
need curl curl
need ip iproute2
need mkfs.ext4 e2fsprogs
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
/usr/bin/python3 -c 'import etcd' 2>/dev/null || missing+=(python3-etcd)
if ((${#missing[@]} > 0)); then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -q -y --no-install-recommends "${missing[@]}"
fi
exec node_modules/.bin/node node_modules/vitest/vitest.mjs run --config test/failover/vitest.config.ts --root . "$@"
