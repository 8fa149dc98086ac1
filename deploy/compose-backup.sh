#!/bin/sh
# A dump every night at half past three, and at once where there is none; seven nights stay. One that was cut off never
# takes the place of a whole one. With `once` it makes one and ends (docs/operations.md, Backup).
set -eu
to="${BACKUPS:-/backups}"
dump() {
  file="$to/x610z-$(date +%u).dump"
  pg_dump --format=custom --file="$file.part" &&
    mv "$file.part" "$file" &&
    tar --create --file="$to/pictures.tar.part" --directory="${PICTURES:-/pictures}" . &&
    mv "$to/pictures.tar.part" "$to/pictures.tar"
}
if [ "${1:-}" = once ]; then
  dump
  exit
fi
while true; do
  if ls "$to"/x610z-?.dump > /dev/null 2>&1; then
    sleep "$((($(date --date='tomorrow 03:30' +%s) - $(date +%s)) % 86400))"
  fi
  until dump; do sleep 600; done
  sleep 60
done
