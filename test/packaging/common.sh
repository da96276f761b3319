# What the scripts of this folder share. Sourced in the checkout, after `work` names a temporary folder. A script that mounts
# something defines `unmount` for it.
service=
current=
node=$PWD/node_modules/.bin/node

cleanup() {
  local status=$?
  [ -z "$service" ] || kill -TERM "$service" 2>/dev/null || true
  [ -z "$service" ] || wait "$service" || true
  if declare -F unmount >/dev/null; then unmount; fi
  rm -rf "$work"
  ((status == 0)) || printf '\nFailed: %s\n' "$current"
}
trap cleanup EXIT

step() {
  current=$*
  printf '\n== %s\n' "$*"
}

free_port() {
  "$node" -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# Waits for the service at a port. Its log is printed when it does not become ready.
wait_until_ready() {
  curl --silent --fail --retry 120 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$1/readyz" >/dev/null \
    || { cat "$work/service.log"; return 1; }
}

# Pays the client with the phone 256772000001 with the first key of the data folder in $work, and expects the page of the dashboard.
pay() {
  local key paid page
  key=$("$node" -p 'require(process.argv[1]).api_key' "$work/data/credentials.json")
  paid=$(curl --silent --show-error --fail "http://127.0.0.1:$1/api/v1/wallet/send-money" \
    -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -H 'Idempotency-Key: order-1' \
    -d '{"recipient_phone":"256772000001","amount":25000,"description":"Order 1"}')
  echo "$paid"
  grep -q '"status":"completed"' <<<"$paid"
  page=$(curl --silent --show-error --fail "http://127.0.0.1:$1/")
  grep -q '<script' <<<"$page"
}
