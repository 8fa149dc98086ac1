"""Tournaments on two databases: what goes on when one of them dies, and what knows only its half.

    python -m benchmarks.drills.two_databases    make two-databases

Two whole sites, each with a PostgreSQL and a page process of its own. An address below ``/t/SLUG/`` is asked where that
tournament lies, every other one at the first. People and sessions are written at the first, and PostgreSQL copies them
to the second by itself (logical replication). Players report without pause in three tournaments, two of which lie on
the first database. That one is killed and comes back. Nobody of the third may wait for it, and no acknowledged report
may be missing anywhere. Control: the second tournament on the first database stands still with its neighbour.
"""

import http.client
import time
from contextlib import ExitStack
from pathlib import Path

from benchmarks.drills import site
from benchmarks.drills.clusters import Machine, machines
from benchmarks.drills.nodes import until
from benchmarks.drills.traffic import Traffic
from benchmarks.kept import keep
from ledger.shapes import Json
from x610z_site.services.servers import free_port, private_redis

PLAYERS = 8
AWAY = 8.0
"""Seconds for which the first database is dead."""
MOST = 2.0
"""Seconds that a player on the other one may wait for an answer meanwhile, on a machine that does all of this."""
EVERYWHERE = "SELECT string_agg(tablename, ', ') FROM pg_tables WHERE tablename LIKE 'accounts_%'"


class Half:
    """A site on a database of its own."""

    def __init__(self, machine: Machine, folder: Path, redis: str) -> None:
        self.machine, self.port = machine, free_port()
        machine.make()
        machine.start()
        machine.one("ALTER SYSTEM SET wal_level = logical", "postgres")
        machine.stop()
        machine.start()
        machine.shell("createdb x610z")
        self.environment = site.environment(folder, machine.url("postgres"), redis)
        site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], self.environment)
        self.pages = site.pages(self.port, self.environment, folder / f"{self.port}.log")
        site.wait_for(self.port)

    def hall(self, *words: str) -> Json:
        """What a command of ``benchmarks.drills.hall`` prints about this database."""
        return site.state_of(words, self.environment)

    def people(self) -> int:
        """How many people it knows."""
        return int(self.machine.one("SELECT count(*) FROM accounts_user"))

    def asked(self, path: str, session: str = "") -> tuple[int, str]:
        """What its pages answer; 0 when there is no answer."""
        try:
            return site.ask(self.port, path, session=session)
        except (OSError, http.client.HTTPException):
            return 0, ""


def copy_people(one: Half, two: Half) -> float:
    """Let the second know everybody the first knows, now and from now on; seconds until it knew them."""
    tables = one.machine.one(EVERYWHERE)
    one.machine.one(f"CREATE PUBLICATION everybody FOR TABLE {tables}")
    two.machine.one(
        f"CREATE SUBSCRIPTION everybody CONNECTION 'host=127.0.0.1 port={one.machine.port} user=postgres dbname=x610z' "
        "PUBLICATION everybody"
    )
    return until(lambda: two.people() == one.people(), "people on both databases")


def played(half: Half, name: str, sessions: dict[str, str]) -> Json:
    """A tournament of these people on this half, with the session of each phone."""
    made = half.hall("build-of", name, *sessions)
    phones = [{**phone, "session": sessions[str(phone["user"])]} for phone in made["phones"]]
    return {"slug": made["slug"], "phones": phones, "half": half}


def drill() -> None:
    """Build both halves, play on them, kill one, look what each knows."""
    with ExitStack() as stack:
        made = stack.enter_context(machines("one", "two"))
        folder = stack.enter_context(site.folder())
        redis = stack.enter_context(private_redis()).rpartition("/")[0]
        one, two = (Half(made[name], folder, f"{redis}/{place}") for place, name in enumerate(("one", "two")))
        for half in (one, two):
            stack.callback(half.pages.stop)
        crowds = [one.hall("people", str(PLAYERS)) for _tournament in range(3)]
        copying = copy_people(one, two)
        halls = [
            played(half, name, crowd)
            for half, name, crowd in zip((one, one, two), ("Near", "Beside", "Far"), crowds, strict=True)
        ]
        before = two.people()
        one.hall("people", "1")
        new = until(lambda: two.people() == before + 1, "a new person on both")
        went_on, traffics, known = killed(one, two, halls)
        one.hall("people", "1")
        until(lambda: two.people() == before + 2, "a person who came after the first was back")
        lost = [
            len(set(traffic.acknowledged) - set(keys)) for traffic, keys in zip(traffics, known, strict=True)
        ]
        failed = [line for traffic in traffics for line in traffic.failed]
        near, beside, far = went_on
        assert not failed, failed[:5]
        assert not any(lost), f"acknowledged reports that are missing: {lost}"
        assert far and traffics[2].longest < MOST, (
            f"{far} reports, the longest wait {traffics[2].longest:.1f} s"
        )
        assert near == beside == 0, "a tournament on a dead database went on: this drill sees nothing"
        halves = what_each_knows(one, two, halls[2])
        for half in (one, two):
            site.run(["manage.py", "verify_ledger"], half.environment)
    keep(
        "two-databases",
        command="make two-databases",
        goals=(),
        figures={
            "tournaments, players of each, databases": f"3, {PLAYERS}, 2",
            "the first database dead for": f"{AWAY:.0f} s",
            "reports meanwhile, of the tournament on the other one": f"{far}, its longest wait "
            f"{traffics[2].longest:.1f} s",
            "reports acknowledged in all, lost, failed": f"{sum(len(one.acknowledged) for one in traffics)}, 0, 0",
            "people copied to the second: all, a new one, and again after the first was back": f"{copying:.1f} s, "
            f"{new:.1f} s, yes",
            **halves,
            "chains and tables of both": "whole and equal",
        },
        control=f"a tournament beside the first on the dead database: {beside} reports, its longest wait "
        f"{traffics[1].longest:.1f} s",
    )


def killed(one: Half, two: Half, halls: list[Json]) -> tuple[list[int], list[Traffic], list[list[str]]]:
    """Report in every tournament while the first database dies: how many of each were taken while it was dead."""
    with ExitStack() as stack:
        traffics = [
            stack.enter_context(
                Traffic(hall["slug"], hall["phones"][:-1], [hall["half"].port], threads=1, pause=0.1)
            )
            for hall in halls
        ]
        time.sleep(3)
        one.machine.kill()
        time.sleep(0.5)  # what was just on its way has arrived
        counts = [len(traffic.acknowledged) for traffic in traffics]
        time.sleep(AWAY)
        taken = [len(traffic.acknowledged) - count for traffic, count in zip(traffics, counts, strict=True)]
        away, _page = one.asked("/me/", halls[2]["phones"][0]["session"])
        assert away in (0, 503), f"who asks what lies on the dead database was answered {away}"
        one.machine.start()
        until(lambda: one.asked("/healthz/")[0] == 200, "the first database again")
        time.sleep(3)
        for traffic, count in zip(traffics[:2], counts[:2], strict=True):
            until(lambda traffic=traffic, count=count: len(traffic.acknowledged) > count + 2, "reports again")
    stored = [half.hall("state")["keys"] for half in (one, two)]
    return taken, traffics, [stored[0], stored[0], stored[1]]


def what_each_knows(one: Half, two: Half, far: Json) -> dict[str, str]:
    """What the two halves do not know of each other: named, so that it is no surprise."""
    session, address = far["phones"][0]["session"], f"/t/{far['slug']}/"
    answers = [half.asked(address)[0] for half in (one, two)]
    mine = [f"/t/{far['slug']}/" in half.asked("/me/", session)[1] for half in (one, two)]
    assert answers == [404, 200], answers
    assert mine == [False, True], mine
    return {
        "its page, asked at the first and at the second": "404, 200",
        "in the list of a player's own tournaments, at the first and at the second": "no, yes",
    }


if __name__ == "__main__":
    drill()
