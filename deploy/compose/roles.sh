#!/usr/bin/env bash
# Runs once, in the new database of compose.yaml: the roles of docs/operations.md, "Your own PostgreSQL".
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=nsimbi \
  --set=serving="$NSIMBI_DATABASE_PASSWORD" --set=migrating="$NSIMBI_MIGRATOR_PASSWORD" <<'END'
CREATE ROLE nsimbi_owner NOLOGIN; CREATE ROLE nsimbi_service NOLOGIN; CREATE ROLE nsimbi_reader NOLOGIN;
CREATE ROLE nsimbi LOGIN PASSWORD :'serving'; CREATE ROLE nsimbi_migrator LOGIN PASSWORD :'migrating';
GRANT nsimbi_owner TO nsimbi_migrator; GRANT nsimbi_service TO nsimbi; GRANT nsimbi_reader TO nsimbi_service;
GRANT CREATE ON DATABASE nsimbi TO nsimbi_migrator, nsimbi_owner;
REVOKE TEMPORARY ON DATABASE nsimbi FROM PUBLIC; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
END
