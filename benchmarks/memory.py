"""What one reported result costs in memory: Redis (pieces of pages, jobs, live updates) and the processes of the site.

    python -m benchmarks.memory [--players 452] [--results 200] [--short]    make memory

The site with production settings behind the proxy of ``deploy/``. After every result somebody opens the pages that it
changes, in both languages, and both players look at theirs: more than a hall would, for it makes a piece of every
version. Redis says itself how much it uses; of processes the anonymous memory counts. The first third of the results
only fills caches that are filled once; the slope over the rest is what a result costs. The control: in a second run of
results a key of 10 kB is kept for each, which must be found in the slope.
"""

import argparse
import asyncio
import json
import os
import sys
from contextlib import ExitStack
from typing import Any

import redis

from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, Running, children, whole_site
from benchmarks.round_command import build
from benchmarks.soak import anonymous, steps
from benchmarks.storm import SLUG, fetched, signed_in

PLANTED = 10_000
PARTS = (
    "standings/part/en/",
    "standings/part/nl/",
    "tables/part/en/",
    "tables/part/nl/",
    "standings/",
    "tables/",
)


def reporters(players: int) -> None:
    """Publish a third round and print how many results it has; then report one for each line that comes."""
    import django

    django.setup()
    from ledger.commands import Actor
    from ledger.selectors import live_version
    from tournaments.events.models import Staff, Tournament
    from tournaments.rounds.models import Match
    from tournaments.rounds.pairing_services import round_draft, round_publish
    from tournaments.rounds.services import result_report

    tournament = Tournament.objects.get(pk=build(players))
    Staff.objects.create(tournament=tournament, user=tournament.created_by, role="organizer")
    boss = Actor(tournament.created_by, "organizer")
    round_publish(
        actor=boss,
        tournament=tournament,
        round_id=round_draft(actor=boss, tournament=tournament, number=3)["round"],
    )
    matches = list(Match.objects.filter(round__number=3, kind="played").order_by("table"))
    print(json.dumps(len(matches)), flush=True)
    for match, _line in zip(matches, iter(sys.stdin.readline, ""), strict=False):
        users = [seat.entry.user for seat in match.seats.select_related("entry__user").order_by("position")]
        for user in users:
            said = (2, match.pk % 2, 0)
            result_report(actor=Actor(user, "player"), tournament=tournament, match_id=match.pk, said=said)
        sessions = [signed_in(user) for user in users]
        print(json.dumps([live_version(tournament.chain_key), sessions]), flush=True)


async def looked_at(port: int, version: int, sessions: list[str]) -> int:
    """Everybody's pages of a version, and the two players' own; how many were no page."""
    asked = [(f"{part}?v={version}" if "part" in part else part, "") for part in PARTS]
    asked += [("me/", session) for session in sessions]
    found = await asyncio.gather(*(fetched(port, f"/t/{SLUG}/{path}", session=key) for path, key in asked))
    return sum(status != 200 for status, _headers, _body, _took in found)


def run(players: int, results: int) -> dict[str, Any]:
    """Results one after the other, half of them with a planted key; bytes for each, by place, and what went wrong."""
    with ExitStack() as stack:
        site: Running = stack.enter_context(whole_site(workers=1))
        boss = Helper(["benchmarks.memory", "--as-reporters", str(players)], site.environment)
        stack.callback(boss.end)
        count = min(results, boss.line())
        client = redis.Redis.from_url(site.redis)
        pids = {
            "pages": children(site.pages.process.pid)[0],
            "live": site.live,
            "relay": site.processes["relay"],
        }
        seen: dict[str, list[tuple[float, float]]] = {name: [] for name in ("Redis", "Redis, planted", *pids)}
        wrong = 0
        for number in range(count):
            boss.say(number)
            version, sessions = boss.line()
            wrong += asyncio.run(looked_at(site.port, version, sessions))
            planted = number >= 2 * count // 3
            if planted:
                client.set(f"planted:{number}", os.urandom(PLANTED))
            seen["Redis, planted" if planted else "Redis"].append(
                (number, float(client.info("memory")["used_memory"]))
            )
            for name, pid in pids.items():
                seen[name].append((number, 1024 * anonymous(pid)))
        return {
            "count": count,
            "wrong": wrong,
            "kinds": _kinds(client),
            "used": seen["Redis"][-1][1],
            "of Redis": steps(seen["Redis"][count // 3 :]),
            "planted": steps(seen["Redis, planted"]),
            **{name: steps(seen[name][count // 3 :]) for name in pids},
        }


def _kinds(client: Any) -> dict[str, int]:
    """Bytes in Redis by the first word of the keys, the largest first."""
    found: dict[str, int] = {}
    for key in client.scan_iter(count=1000):
        word = key.decode("utf-8", "replace").lstrip(":1").split(":")[0].split(".")[0][:20]
        found[word] = found.get(word, 0) + int(client.memory_usage(key) or 0)
    return dict(sorted(found.items(), key=lambda pair: -pair[1])[:4])


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=452)
    parser.add_argument("--results", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="16 players, eight results")
    parser.add_argument("--as-reporters", type=int, default=0, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_reporters:
        reporters(told.as_reporters)
        return 0
    players, results = (32, 16) if told.short else (told.players, told.results)
    found = run(players, results)
    control = found["planted"] - found["of Redis"]
    keep(
        "memory",
        command="make memory"
        if (players, results) == (452, 200)
        else f"python -m benchmarks.memory --players {players} --results {results}",
        goals=("R7",),
        figures={
            "players, results": f"{players}, {found['count']}",
            "pages that failed": str(found["wrong"]),
            "Redis, for each result": f"{found['of Redis'] / 1000:.1f} kB",
            "for a round of so many players": f"{found['of Redis'] * players / 2 / 1e6:.1f} MB of 256 MB",
            "Redis in all, before the control": f"{found['used'] / 1e6:.1f} MB",
            "most of it": ", ".join(f"{word} {size / 1e6:.1f} MB" for word, size in found["kinds"].items()),
            **{
                f"{name}, for each result": f"{found[name] / 1000:.1f} kB"
                for name in ("pages", "live", "relay")
            },
        },
        control=f"a key of {PLANTED // 1000} kB kept for each result adds {control / 1000:.1f} kB to the slope",
    )
    return int(bool(found["wrong"]) or not (told.short or 0.8 * PLANTED < control < 1.6 * PLANTED))


if __name__ == "__main__":
    sys.exit(main())
