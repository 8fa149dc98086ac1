"""Many people write in the chain of everybody at once: whether one waits for the other.

    python -m benchmarks.writers [--writers 8] [--seconds 5] [--commit 5]

A private PostgreSQL in which a commit takes so many milliseconds more, as it does where it waits for a copy on another
machine; what it locked stays locked meanwhile. So many people each write one short command after the other, for so many
seconds: every person in the part of the chain that is theirs. The yardstick is one writer alone. The control is one
person who writes as often at once from everywhere: they share a part, and one waits for the other, as everybody did
before the chain was parted.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from benchmarks.drills import site
from benchmarks.kept import keep
from x610z_site.services.servers import private_postgres

SLOW = """
CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep({seconds}); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON ledger_ledgerrow
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow_commit();
"""


def measure(writers: int, seconds: float, commit: float) -> dict[str, float]:
    """Commands a second: of one writer alone, of so many people, and of one person in as many places."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.db import connection

    from ledger.commands import Actor, Command, command
    from ledger.selectors import parts_of, verify_chain

    @command("bench.write")
    def write(cmd: Command, *, number: int) -> None:
        cmd.record(number=number)

    def go_on(actor: Actor, until: float) -> int:
        done = 0
        try:
            while time.monotonic() < until:
                write(actor=actor, number=done)
                done += 1
        finally:
            connection.close()
        return done

    def rate(actors: list[Actor]) -> float:
        until = time.monotonic() + seconds
        with ThreadPoolExecutor(len(actors)) as pool:
            return sum(pool.map(lambda actor: go_on(actor, until), actors)) / seconds

    call_command("migrate", verbosity=0, no_copy=True)
    with connection.cursor() as cursor:
        cursor.execute(SLOW.format(seconds=commit))
    people = get_user_model().objects
    actors = [Actor(people.create_user(f"writer-{number}"), "player") for number in range(writers)]
    said = {"alone": rate(actors[:1]), "people": rate(actors), "one person": rate(actors[:1] * writers)}
    if broken := [key for key in parts_of("site") if verify_chain(key)]:
        raise RuntimeError(f"broken chains: {broken}")
    return said


def main() -> int:
    """The command of the first lines; an error when people wait for each other, or when the control does not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--commit", type=float, default=5, help="milliseconds that a commit takes more")
    told = parser.parse_args()
    with site.folder() as folder, private_postgres() as url:
        os.environ.update(site.environment(folder, url, ""))
        said = measure(told.writers, told.seconds, told.commit / 1000)
    most = 1000 / told.commit
    keep(
        "writers",
        command="python -m benchmarks.writers",
        goals=(),
        figures={
            "writers, a commit takes more": f"{told.writers}, {told.commit:g} ms",
            "one chain can have at most": f"{most:.0f} a second",
            "one writer alone (yardstick)": f"{said['alone']:.0f} a second",
            "as many people at once": f"{said['people']:.0f} a second",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"one person in as many places at once writes {said['one person']:.0f} a second",
    )
    return int(said["people"] < 1.3 * said["one person"] or said["one person"] > most)


if __name__ == "__main__":
    sys.exit(main())
