#!/usr/bin/env bash
# Builds the image of the Containerfile with buildah, starts the service from it as its user on a read-only root, and makes a payment;
# checks the manifests for Kubernetes and CloudNativePG, and compose.yaml, against their schemas. As root on Debian, after npm ci.
#
# The base image is made here, of Debian's packages and the Node that npm ci installed, because a registry of images may be out of
# reach; --build-arg NODE_IMAGE names it.
set -euo pipefail
cd "$(dirname "$0")/../.."

export DEBIAN_FRONTEND=noninteractive
missing=()
for program in buildah mmdebstrap curl; do command -v "$program" >/dev/null || missing+=("$program"); done
python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
if ((${#missing[@]} > 0)); then apt-get update -q && apt-get install -q -y --no-install-recommends "${missing[@]}"; fi

work=$(mktemp -d)
mounted=
container=
source test/packaging/common.sh
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
images=(buildah --root "$work/images" --runroot "$work/run")
unmount() {
  [ -z "$mounted" ] || umount --recursive "$mounted" || true
  [ -z "$container" ] || "${images[@]}" rm "$container" >/dev/null || true
}

step 'The manifests for Kubernetes and the file for Compose, by their schemas'
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet kubernetes-validate==1.34.1 check-jsonschema==0.39.0 PyYAML==6.0.4
"$work/python/bin/kubernetes-validate" --strict deploy/kubernetes/migrate.yaml deploy/kubernetes/service.yaml
# The oldest version that docs/kubernetes.md names, and the newest one.
for version in v1.26.0 v1.29.0; do
  curl --fail --silent --show-error --output "$work/cloudnative-pg.zip" \
    "https://proxy.golang.org/github.com/cloudnative-pg/cloudnative-pg/@v/$version.zip"
  "$work/python/bin/python" test/packaging/custom-resource-schema.py "$work/cloudnative-pg.zip" \
    config/crd/bases/postgresql.cnpg.io_clusters.yaml >"$work/cluster.json"
  "$work/python/bin/check-jsonschema" --schemafile "$work/cluster.json" deploy/kubernetes/database.yaml
done
"$work/python/bin/check-jsonschema" --builtin-schema vendor.compose-spec compose.yaml

step 'A base image with Node'
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$work/base.tar"
base=$("${images[@]}" from scratch)
"${images[@]}" add --quiet "$base" "$work/base.tar" / >/dev/null
"${images[@]}" copy --quiet "$base" node_modules/node/bin/node /usr/local/bin/node >/dev/null
npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
"${images[@]}" copy --quiet "$base" "$npm_folder" /usr/local/lib/node_modules/npm >/dev/null
"${images[@]}" run "$base" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
# The certificates that this machine trusts, where its registry has one of its own.
"${images[@]}" copy --quiet "$base" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt >/dev/null
[ -z "${NODE_EXTRA_CA_CERTS-}" ] || "${images[@]}" config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$base"
"${images[@]}" commit --quiet --rm "$base" node-base >/dev/null

step 'buildah build'
secret=()
[ ! -f "$HOME/.npmrc" ] || secret=(--secret "id=npmrc,src=$HOME/.npmrc")
"${images[@]}" build --quiet --format docker --build-arg NODE_IMAGE=localhost/node-base "${secret[@]}" -f Containerfile -t nsimbi .
"${images[@]}" inspect --type image nsimbi >"$work/image.json"
"$node" -p 'JSON.stringify(require(process.argv[1]).Docker.config)' "$work/image.json" >"$work/config.json"
"$node" -e '
  const config = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
  const expected = { User: "10001:10001", Entrypoint: "nsimbi", Cmd: "start" };
  for (const [name, value] of Object.entries(expected)) {
    if (String(config[name]) !== value) throw new Error(`${name} is ${config[name]}`);
  }
  if (config.Healthcheck === undefined) throw new Error("there is no health check");
  const version = config.Labels["org.opencontainers.image.version"];
  if (version !== require("./package.json").version) throw new Error(`the label says version ${version}`);' "$work/config.json"

step 'A payment, on a read-only root'
container=$("${images[@]}" from nsimbi)
mounted=$work/root
mkdir "$mounted"
mount --bind "$("${images[@]}" mount "$container")" "$mounted"
mount -o remount,bind,ro "$mounted"
[ -z "$(find "$mounted/opt/nsimbi" -name vitest -print -quit)" ] || { echo 'the image has development dependencies'; exit 1; }
mount -t proc proc "$mounted/proc"
mount --rbind /dev "$mounted/dev"
mount -t tmpfs tmpfs "$mounted/tmp"
mkdir "$work/data" && chown 10001:10001 "$work/data" && chmod 700 "$work/data"
mount --bind "$work/data" "$mounted/var/lib/nsimbi"
port=$(free_port)
# The environment, user and folder of the image, without capabilities, as `docker run --read-only --tmpfs /tmp --cap-drop ALL` has them.
mapfile -t environment < <("$node" -p 'require(process.argv[1]).Env.join("\n")' "$work/config.json")
inside() {
  exec chroot "$mounted" /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups --bounding-set=-all --no-new-privs \
    /usr/bin/env --chdir=/var/lib/nsimbi --ignore-environment "${environment[@]}" "PORT=$port" "$@"
}
(inside nsimbi start) >"$work/service.log" 2>&1 &
service=$!
wait_until_ready "$port"
mapfile -t health < <("$node" -p 'require(process.argv[1]).Healthcheck.Test.slice(1).join("\n")' "$work/config.json")
(inside "${health[@]}")
(inside touch /opt/nsimbi/written) 2>/dev/null && { echo 'the root is not read-only'; exit 1; }
(inside nsimbi client create --name 'Corner Shop' --phone 256772000001 --json)
pay "$port"
(inside nsimbi audit)
kill -TERM "$service" && wait "$service"
service=
printf '\nThe image works.\n'
