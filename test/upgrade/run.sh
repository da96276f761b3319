#!/usr/bin/env bash
# Exchanges older versions for this one under load. Each folder of test/upgrade names the commit of its version, which is taken from the
# history of this repository, with its packages. Needs the whole history. Arguments are those of vitest.
set -euo pipefail
cd "$(dirname "$0")/../.."
NSIMBI_OLDER_VERSIONS=$(mktemp -d)
export NSIMBI_OLDER_VERSIONS
trap 'rm -rf "$NSIMBI_OLDER_VERSIONS"' EXIT
# The database of a test runs as another user, and finds its programs there.
chmod 755 "$NSIMBI_OLDER_VERSIONS"
for file in test/upgrade/*/commit; do
  commit=$(<"$file")
  if ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
    echo "The history here does not have $commit, which $file names: fetch all of it (git fetch --unshallow)." >&2
    exit 1
  fi
  folder=$NSIMBI_OLDER_VERSIONS/$(basename "$(dirname "$file")")
  mkdir "$folder"
  git archive "$commit" | tar -x -C "$folder"
  (cd "$folder" && npm ci --no-audit --no-fund)
done
node_modules/.bin/node node_modules/vitest/vitest.mjs run --config test/upgrade/vitest.config.ts --root . "$@"
