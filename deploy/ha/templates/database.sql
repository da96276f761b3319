-- The database, and the users with which Nsimbi serves and migrates. Run once on the primary, as postgres.
CREATE ROLE nsimbi_owner NOLOGIN;
CREATE ROLE nsimbi_service NOLOGIN;
CREATE ROLE nsimbi_reader NOLOGIN;
CREATE ROLE nsimbi LOGIN PASSWORD '${HA_NSIMBI_PASSWORD}';
CREATE ROLE nsimbi_migrator LOGIN PASSWORD '${HA_MIGRATOR_PASSWORD}';
GRANT nsimbi_owner TO nsimbi_migrator;
GRANT nsimbi_service TO nsimbi;
GRANT nsimbi_reader TO nsimbi_service;
CREATE DATABASE nsimbi;
GRANT CREATE ON DATABASE nsimbi TO nsimbi_migrator, nsimbi_owner;
REVOKE TEMPORARY ON DATABASE nsimbi FROM PUBLIC;
\connect nsimbi
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
