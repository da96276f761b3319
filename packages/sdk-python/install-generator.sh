#!/usr/bin/env bash
# Installs the generator of the types, with the versions and hashes of requirements-generator.txt, into a folder. Its command is
# then in FOLDER/bin, without another Python beside it, so that folder can be the first one of the PATH.
#
#   bash packages/sdk-python/install-generator.sh FOLDER
#
# To change the versions, edit requirements-generator.in and run there
#   pip-compile --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links requirements-generator.in
set -euo pipefail
(($# == 1)) || { echo 'usage: install-generator.sh FOLDER' >&2; exit 2; }
mkdir -p "$1/bin"
folder=$(cd "$1" && pwd)
python3 -m venv "$folder/python"
"$folder/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --require-hashes --only-binary :all: \
  --requirement "$(dirname "${BASH_SOURCE[0]}")/requirements-generator.txt"
ln -sf "$folder/python/bin/datamodel-codegen" "$folder/bin/datamodel-codegen"
