#!/bin/sh
# Writes PgBouncer's files out of the environment and becomes PgBouncer.
set -eu
umask 077
printf '"app_web" "%s"\n' "$APP_PASSWORD" > /tmp/users.txt
sed "s/\$DB_HOST/$DB_HOST/" /etc/pgbouncer/pgbouncer.ini > /tmp/pgbouncer.ini
exec pgbouncer /tmp/pgbouncer.ini
