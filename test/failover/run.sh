#!/usr/bin/env bash
# Three hosts on this machine (network namespaces), with the configuration of deploy/ha, and every loss of docs/reliability.md under
# load. Installs Debian's packages where they are missing, and Patroni in /opt/patroni as docs/high-availability.md does. Needs root. Arguments are those of vitest: npm run failover -- -t kill_primary
set -euo pipefail
cd "$(dirname "$0")/../.."
if ((EUID != 0)); then
  echo 'The failover kit creates network namespaces and disks: run it as root.' >&2
  exit 1
fi
missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need etcd etcd-server
need haproxy haproxy
need pgbackrest pgbackrest
need envsubst gettext-base
need curl curl
need ip iproute2
need mkfs.ext4 e2fsprogs
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
for module in dateutil etcd psycopg2; do
  /usr/bin/python3 -c "import $module" 2>/dev/null || missing+=("python3-$module")
done
/usr/bin/python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
if ((${#missing[@]} > 0)); then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -q -y --no-install-recommends "${missing[@]}"
fi
patroni=$(sed -n "s/.*pip install '\(patroni.*\)'/\1/p" docs/high-availability.md)
if [ "$(/opt/patroni/bin/patroni --version 2>/dev/null)" != "patroni ${patroni##*==}" ]; then
  /usr/bin/python3 -m venv --system-site-packages /opt/patroni
  /opt/patroni/bin/pip install --quiet "$patroni"
fi
exec node_modules/.bin/node node_modules/vitest/vitest.mjs run --config test/failover/vitest.config.ts --root . "$@"
