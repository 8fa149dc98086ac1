#!/bin/sh
# Runs once, when the database is made: the role of the copy, and limits of time for the role of the pages, because
# behind PgBouncer no connection can bring its own. From its next start on the database waits with each commit until the
# copy has it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE app_copy REPLICATION LOGIN PASSWORD :'password';
ALTER ROLE app_web SET lock_timeout = '3s';
ALTER ROLE app_web SET statement_timeout = '10s';
ALTER ROLE app_web SET idle_in_transaction_session_timeout = '15s';
ALTER ROLE app_web SET jit = off;
ALTER SYSTEM SET client_connection_check_interval = '1s';
ALTER SYSTEM SET synchronous_standby_names = '*';
SQL
echo 'host replication app_copy all scram-sha-256' >> "$PGDATA/pg_hba.conf"
