#!/bin/sh
# Runs once, when the database is made: a role for pages, workers and relay beside the owner, who only migrates.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$APP_PASSWORD" <<'SQL'
CREATE ROLE app_web LOGIN PASSWORD :'password';
SQL
