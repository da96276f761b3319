#!/usr/bin/env bash
# Builds the package, installs it without a registry into an empty folder, starts the service from there, and makes a payment;
# tests the alerting rules and the dashboard for Grafana with promtool; checks the systemd units, and the examples of nginx and Caddy,
# with their own programs; and the OpenAPI document with Redocly, Spectral, and newman by a Postman collection that is made
# from it; these come from the registry.
# On Debian, after npm ci. Debian's packages are unpacked into a temporary folder and not installed, because installing them would
# start servers.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
source test/packaging/common.sh

step 'Unpack promtool, nginx and Caddy'
mkdir "$work/debian"
apt-get update -q
(cd "$work/debian" && apt-get download -q prometheus nginx caddy && for package in *.deb; do dpkg-deb -x "$package" .; done)

step 'The alerting rules'
"$work/debian/usr/bin/promtool" check rules deploy/monitoring/alerts.yaml
"$work/debian/usr/bin/promtool" test rules deploy/monitoring/alerts.test.yaml

step 'The expressions of the dashboard for Grafana'
"$node" -e '
  const { panels } = JSON.parse(require("node:fs").readFileSync("deploy/monitoring/grafana-dashboard.json", "utf8"));
  const rules = panels.flatMap(({ targets = [] }) => targets).map(({ expr }, at) => ({
    record: `chart:${at}`, expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"),
  }));
  console.log(JSON.stringify({ groups: [{ name: "charts", rules }] }));' >"$work/charts.yaml"
"$work/debian/usr/bin/promtool" check rules --lint=none "$work/charts.yaml"

step 'The systemd units'
command -v systemd-analyze >/dev/null || apt-get install -q -y --no-install-recommends systemd
for unit in nsimbi nsimbi-audit; do
  # The threshold is in tenths.
  systemd-analyze security --offline=true --no-pager --threshold=20 "deploy/systemd/$unit.service" | tail -n 1
done
# The programs need not be installed here; everything else that systemd does not understand is an error.
mkdir "$work/units"
for unit in deploy/systemd/*.* deploy/ha/systemd/*; do
  sed 's#/usr/local/bin/nsimbi#/bin/true#; s#/opt/patroni/bin/patroni#/bin/true#' "$unit" >"$work/units/$(basename "$unit")"
done
found=$(systemd-analyze verify --man=no "$work"/units/* 2>&1 | grep -F "$work" || true)
[ -z "$found" ] || { echo "$found"; exit 1; }

step 'The examples of nginx and Caddy'
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=pay.example.ug -keyout "$work/privkey.pem" -out "$work/fullchain.pem" 2>/dev/null
sed "s#/etc/ssl/nsimbi/#$work/#" deploy/nginx/nsimbi.conf >"$work/site.conf"
cat >"$work/nginx.conf" <<END
error_log /dev/stderr; pid $work/nginx.pid; events {}
http {
  access_log off;
  client_body_temp_path $work/body; proxy_temp_path $work/proxy; fastcgi_temp_path $work/fastcgi;
  uwsgi_temp_path $work/uwsgi; scgi_temp_path $work/scgi;
  include $work/site.conf;
}
END
"$work/debian/usr/sbin/nginx" -t -c "$work/nginx.conf"
XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work "$work/debian/usr/bin/caddy" validate --adapter caddyfile --config deploy/caddy/Caddyfile

step 'npm run package'
tarball=$(npm run --silent package | tail -n 1)
ls -lh "$tarball"

step 'npm install -g without a registry'
# Nothing listens on port 9. The scripts of packages are not needed.
npm install --global --offline --ignore-scripts --registry http://127.0.0.1:9 --prefix "$work/global" "$tarball"
export PATH="$work/global/bin:$(dirname "$node"):$PATH"
cd "$work"
[ "$(nsimbi --version)" = "$("$node" -p "require('$OLDPWD/package.json').version")" ]
[ -z "$(find "$work/global/lib/node_modules/nsimbi/src" -name '*.ts' -print -quit)" ]

step 'The guides are in the package'
cat >"$work/guides.mjs" <<END
  const { readGuides } = await import('$work/global/lib/node_modules/nsimbi/src/http/guides/read-guides.js');
  console.log((await readGuides()).map(({ title }) => title).join(', '));
END
"$node" "$work/guides.mjs"

step 'The thread that reads workbooks starts from the package'
cat >"$work/workbook.mjs" <<END
  const { workbookAsCsv } = await import('$work/global/lib/node_modules/nsimbi/src/workbook/workbook.js');
  const file = Buffer.from('504b0304'.padEnd(200, '0'), 'hex');
  const error = await workbookAsCsv(file).then(() => null, (thrown) => thrown);
  if (error?.name !== 'WorkbookUnreadable') throw error ?? new Error('a file that is no workbook was read');
END
"$node" "$work/workbook.mjs"

step 'A payment'
mkdir "$work/secrets"
echo 'a-token-that-reads-metrics' >"$work/secrets/NSIMBI_METRICS_TOKEN"
export NSIMBI_DATA_DIR=$work/data NSIMBI_SECRETS_DIR=$work/secrets NSIMBI_TRUST_PROXY=127.0.0.1
port=$(free_port)
PORT=$port nsimbi start >"$work/service.log" 2>&1 &
service=$!
wait_until_ready "$port"
nsimbi client create --name 'Corner Shop' --phone 256772000001 --json
pay "$port"
# The token of the file reads the metrics as a proxy forwards them.
metrics=$(curl --silent --show-error --fail -H 'X-Forwarded-For: 192.0.2.1' -H 'Authorization: Bearer a-token-that-reads-metrics' \
  "http://127.0.0.1:$port/metrics")
grep -q '^nsimbi_ledger_queue_commands' <<<"$metrics"
nsimbi audit

step 'The page that verifies receipts is in the package'
curl --silent --show-error --fail "http://127.0.0.1:$port/verify" >"$work/verify.html"
grep -q 'id="trusted-keys"' "$work/verify.html"

step 'The OpenAPI document has no warnings'
curl --silent --show-error --fail "http://127.0.0.1:$port/openapi.json" >"$work/openapi.json"
echo 'extends: ["spectral:oas"]' >"$work/spectral.yaml"
npx --yes @redocly/cli@2.77.0 lint --max-problems 20 "$work/openapi.json" 2>&1 | tee "$work/redocly.log"
! grep -q 'Warning was generated' "$work/redocly.log"
npx --yes @stoplight/spectral-cli@6.16.3 lint --fail-severity=hint --ruleset "$work/spectral.yaml" "$work/openapi.json"

step 'A Postman collection from the document, run by newman'
# As docs/api.md says, with the examples of the document as values.
npx --yes openapi-to-postmanv2@6.3.3 -s "$work/openapi.json" -o "$work/postman.json" \
  -O folderStrategy=Tags,parametersResolution=Example,enableOptionalParameters=false >/dev/null
"$node" "$OLDPWD/test/packaging/postman-checks.ts" "$work/postman.json" "$work/prepared.json"
npx --yes newman@6.2.2 run "$work/prepared.json" --env-var "baseUrl=http://127.0.0.1:$port" \
  --env-var "bearerToken=$("$node" -p 'require(process.argv[1]).api_key' "$work/data/credentials.json")"

kill -TERM "$service" && wait "$service"
service=
printf '\nThe package works.\n'
