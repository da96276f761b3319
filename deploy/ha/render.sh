#!/usr/bin/env bash
# Writes the configuration of one host into a folder: bash deploy/ha/render.sh cluster.env db1 FOLDER
# The files contain passwords: only their owner can read them. Replaces ${HA_...} in the templates beside this script by the values of cluster.env, and HA_NAME and HA_ADDRESS by those of the
# host. Needs envsubst (Debian: gettext-base).
set -euo pipefail
if (($# != 3)); then
  echo 'usage: render.sh SETTINGS HOST FOLDER' >&2
  exit 2
fi
settings=$1 host=$2 folder=$3
templates=$(cd "$(dirname "$0")/templates" && pwd)

set -a
# shellcheck source=/dev/null
. "$settings"
set +a

export HA_NAME='' HA_ADDRESS=''
for number in 1 2 3; do
  name=HA_NAME$number address=HA_ADDRESS$number
  if [ "${!name:-}" = "$host" ]; then HA_NAME=${!name} HA_ADDRESS=${!address}; fi
done
if [ -z "$HA_NAME" ]; then
  echo "render.sh: $settings has no host $host" >&2
  exit 1
fi

umask 077
find "$templates" -type f -print0 | while IFS= read -r -d '' template; do
  target=$folder/${template#"$templates"/}
  mkdir -p "$(dirname "$target")"
  for variable in $(grep -oE '\$\{HA_[A-Z0-9_]+\}' "$template" | tr -d '${}' | sort -u); do
    if [ -z "${!variable:-}" ]; then
      echo "render.sh: $settings has no value for $variable" >&2
      exit 1
    fi
  done
  # Only these variables: the files have dollar signs of their own.
  envsubst "$(compgen -A variable HA_ | sed 's/.*/${&}/' | tr '\n' ' ')" <"$template" >"$target"
done
cp -r "$templates/../nsimbi-errors" "$folder/"
