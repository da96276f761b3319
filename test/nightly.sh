#!/usr/bin/env bash
# What takes too long for every change: all tests on both servers, every page of the dashboard in a browser (in one run: pages do
# not depend on the server's version), the faults with a long soak of both operators, a campaign of 20,000 operations, the
# installed package and the image, a restore to a point in time, and three hosts of which one is lost. Needs what .ci/run installs
# of Debian, and root; installs Patroni, etcd, HAProxy, pgBackRest and the generator of the Python types itself.
set -euo pipefail
cd "$(dirname "$0")/.."
generator=$(mktemp -d)
trap 'rm -rf "$generator"' EXIT
bash packages/sdk-python/install-generator.sh "$generator"
export PATH=$generator/bin:$PATH
export NSIMBI_TEST_SOAK_OPERATIONS=${NSIMBI_TEST_SOAK_OPERATIONS:-5000} NSIMBI_TEST_SOAK_SEEDS=${NSIMBI_TEST_SOAK_SEEDS:-1,2}
npm run check
NSIMBI_TEST_ALL_PAGES=1 npm test
bash test/with-installed-postgres.sh npm test
npm run faults
bash test/upgrade/run.sh
npm run campaign -- --operations "${NSIMBI_TEST_CAMPAIGN_OPERATIONS:-20000}" --seed "${NSIMBI_TEST_CAMPAIGN_SEED:-1}"
bash test/packaging/run.sh
bash test/packaging/containers.sh
bash test/restore/run.sh --transactions "${NSIMBI_TEST_RESTORE_TRANSACTIONS:-20000}"
npm run failover
