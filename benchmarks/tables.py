"""Every table of a hall records its game, and one device floods: how long a line waits, on the site as it runs.

    python -m benchmarks.tables [--tables 226] [--seconds 60] [--workers 2] [--short]    make tables

The site runs as production does (`benchmarks/proxied`). Every table has two phones and a game sixty lines old with
registered lists, and says a line every twelve seconds. When each line is due is fixed before anything begins, so a line
that waits for the one before it counts its waiting: nobody at a table is slowed down by a slow server. When a line is
acknowledged the other phone asks for it, as the stream would tell it to, and every phone asks by itself twice a minute,
as the page does. Then the same once more while one device of another table sends a batch of five hundred notes every
second, which its limits must answer. An error is any answer but the expected one, and a line that is not in the journal
afterwards. The yardstick in the same run is the empty answer of `/healthz/` at moments fixed in the same way. The
control: lines under the number of an earlier line must count as errors.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

from benchmarks.drills import site
from benchmarks.kept import keep
from benchmarks.proxied.running import Helper, processors, whole_site
from benchmarks.round_command import build
from benchmarks.storm import percent, signed_in, unpacked

SLUG = "bench-round-command"
EVERY, POLL = 12.0, 32.0
"""Seconds between two lines of one table, and between two questions that a phone asks by itself."""
BEFORE = 60
TOKEN = "a" * 32
PATIENCE = 60.0
FLOOD = 500
Json = dict[str, Any]


# --- the hall: a process with the site's code --------------------------------------------------------------


def hall(tables: int) -> None:
    """Build the tables and print what their phones need; when told to, what the journals hold."""
    import django

    django.setup()

    from ledger.commands import Actor
    from tournaments.events.models import Staff, Tournament
    from tournaments.recordings.models import Recording
    from tournaments.rounds.models import Match
    from tournaments.rounds.pairing_services import round_draft, round_publish

    tournament = Tournament.objects.get(pk=build(2 * tables))
    Staff.objects.create(tournament=tournament, user=tournament.created_by, role="organizer")
    actor = Actor(tournament.created_by, "organizer")
    draft = round_draft(actor=actor, tournament=tournament, number=3)
    round_publish(actor=actor, tournament=tournament, round_id=draft["round"], start_clock=True)
    matches = Match.objects.filter(round_id=draft["round"]).select_related("round").order_by("table")
    print(json.dumps([_table(tournament, match) for match in matches]), flush=True)
    while sys.stdin.readline():
        heads = Recording.objects.order_by("pk").values_list("pk", "head")
        print(json.dumps(dict(heads)), flush=True)


def _table(tournament: Any, match: Any) -> Json:
    """A table whose game is some lines old: its address, its phones, and the lines that are to come."""
    from ledger.commands import Actor
    from tests.tournaments.recordings.table import paper_game, writer_of
    from tournaments.recordings.device_services import recording_device
    from tournaments.recordings.journal_services import recording_open, recording_write
    from tournaments.recordings.opening import seated
    from tournaments.recordings.selectors import secret_hash

    match.tournament = match.round.tournament = tournament
    players = seated(match)
    for entry in players:
        _register(entry)
    actors = [Actor(entry.user, "recorder") for entry in players]
    made = recording_open(actor=actors[0], tournament=tournament, match_id=match.pk, game_number=1)
    recording = {"tournament": tournament, "recording_id": made["recording"]}
    phones = []
    for actor in actors:
        name = str(uuid4())
        secret = secret_hash(TOKEN)
        device = recording_device(actor=actor, secret_sha256=secret, session=name, **recording)["device"]
        cookie = f"__Host-session={signed_in(actor.user, name)}; __Host-csrf={TOKEN}"
        cookie += f"; __Secure-recorder={device}.{TOKEN}"
        phones.append({"device": device, "cookie": cookie, "sent": 0})
    seed = next(seed for seed in (3, 53, 103, 153) if len(paper_game(seed)) >= 150)
    lines, entries = paper_game(seed), []
    for line in lines[:BEFORE]:  # as one phone without network writes them for both
        phones[0]["sent"] += 1
        entry = {"device_seq": phones[0]["sent"], "base": 0, "kind": "line", "body": line, "client_at": ""}
        entries.append(entry | {"offline": True, "unchecked": False, "rides": False, "after": None})
    acks = recording_write(actor=actors[0], device_id=phones[0]["device"], entries=entries, **recording)[
        "acks"
    ]
    assert {ack["status"] for ack in acks} == {"ok"}, acks[-1]
    coming = [[writer_of(line), line] for line in lines[BEFORE:]]
    return {"recording": made["recording"], "phones": phones, "lines": coming, "head": BEFORE}


def _register(entry: Any) -> None:
    from decks.registration.models import DeckRevision, Registration
    from tests.tournaments.recordings.table import registered

    registration = Registration.objects.create(owner=entry.user, pool_key="demo", state="locked")
    hashes = {"sha256": "0" * 64, "pool_sha256": "0" * 64}
    more = {"number": 1, "main": registered(), "at": entry.entered_at, "by": entry.user}
    registration.current = DeckRevision.objects.create(registration=registration, **more, **hashes)
    registration.save(update_fields=["current"])
    entry.registration = registration
    entry.save(update_fields=["registration"])


# --- the phones: a process of their own --------------------------------------------------------------------


class Hall:
    """The phones of all tables, and how long each of their questions took from the moment it was due."""

    def __init__(self, port: int) -> None:
        """Nothing was asked yet."""
        self.port = port
        self.took: dict[str, list[float]] = {"line": [], "heard": [], "poll": [], "idle": []}
        self.errors: Counter[str] = Counter()
        self.flood: Counter[str] = Counter()

    async def ask(self, path: str, cookie: str = "", body: Json | None = None) -> tuple[int, str]:
        """Status and text of one request on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = json.dumps(body, separators=(",", ":")).encode() if body is not None else b""
        lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"Host: {site.HOST}", "Connection: close"]
        lines += ["Accept-Encoding: gzip", f"Cookie: {cookie}"]
        if body is not None:
            lines += [f"Origin: https://{site.HOST}", f"X-CSRFToken: {TOKEN}"]
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        headers, text = unpacked(answer)
        return int(headers.split(" ", 2)[1]), text

    async def measured(self, what: str, due: float, path: str, phone: Json, body: Json | None = None) -> Json:
        """One question, timed from when it was due; {} when it went wrong."""
        try:
            status, text = await self.ask(path, phone.get("cookie", ""), body)
        except (OSError, ValueError, IndexError, TimeoutError) as error:
            self.errors[f"{what}: {type(error).__name__}"] += 1
            return {}
        self.took[what].append(time.perf_counter() - due)
        if status != 200:
            self.errors[f"{what}: {status}"] += 1
            return {}
        return dict(json.loads(text)) if what != "idle" else {}

    async def table(self, table: Json, dues: list[float]) -> None:
        """The lines of one table, each as soon as it is due and the one before it was answered."""
        address = f"/t/{SLUG}/recordings/{table['recording']}/"
        for due in dues:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            seat, line = table["lines"].pop(0)
            phone, head = table["phones"][seat], table["head"]
            phone["sent"] += 1
            entry = {"device_seq": phone["sent"], "base": head, "kind": "line", "body": line, "client_at": ""}
            batch = {"device": phone["device"], "entries": [entry]}
            said = await self.measured("line", due, f"{address}entries.json?since={head}", phone, batch)
            if not said or [ack["status"] for ack in said["acks"]] != ["ok"]:
                self.errors["line not taken"] += 1
                return
            table["head"] += 1
            now, other = time.perf_counter(), table["phones"][1 - seat]
            heard = await self.measured("heard", now, f"{address}state.json?since={head}", other)
            if heard.get("head", {}).get("seq") != table["head"]:
                self.errors["line not heard"] += 1

    async def polls(self, table: Json, phone: Json, dues: list[float]) -> None:
        """What a phone asks by itself."""
        for due in dues:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            address = f"/t/{SLUG}/recordings/{table['recording']}/state.json"
            await self.measured("poll", due, address, phone)

    async def idle(self, dues: list[float]) -> None:
        """The yardstick."""
        for due in dues:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.measured("idle", due, "/healthz/", {})

    async def flooded(self, table: Json, begin: float, seconds: float) -> None:
        """One device that sends five hundred notes a second, each batch whether or not the last was answered."""
        phone, address = table["phones"][0], f"/t/{SLUG}/recordings/{table['recording']}/entries.json"

        async def batch(due: float) -> None:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            note = {"kind": "note", "text": "x" * 200}
            first = phone["sent"]
            entries = [
                {"device_seq": first + number, "base": table["head"], "kind": "line", "body": note}
                for number in range(1, FLOOD + 1)
            ]
            said = {"device": phone["device"], "entries": entries}
            status, text = await self.ask(f"{address}?since={10**6}", phone["cookie"], said)
            answer = json.loads(text)
            acks = answer.get("acks", [])
            phone["sent"] += sum(ack["seq"] is not None for ack in acks)
            last = acks[-1].get("error") if acks else answer.get("error")
            self.flood[f"{status} {last or 'taken'}"] += 1

        await asyncio.gather(*[batch(begin + second) for second in range(int(seconds))])

    async def phase(self, tables: list[Json], seconds: float, flood: Json | None) -> None:
        """So many seconds of all tables."""
        chance, begin = random.Random(7), time.perf_counter() + 1.0

        def dues(every: float) -> list[float]:
            first = chance.uniform(0, every)
            return [begin + first + every * n for n in range(int((seconds - first) // every) + 1)]

        work = [self.table(table, dues(EVERY)) for table in tables]
        work += [self.polls(table, phone, dues(POLL)) for table in tables for phone in table["phones"]]
        work.append(self.idle(dues(0.5)))
        if flood is not None:
            work.append(self.flooded(flood, begin, seconds))
        await asyncio.gather(*work)


async def phones(port: int, seconds: float) -> None:
    """Both halves and the control; prints what was seen."""
    tables = json.loads(sys.stdin.readline())
    flooder, *tables = tables
    warm = Hall(port)
    await warm.phase(tables, EVERY, None)  # the day did not begin with this minute
    calm, beside = Hall(port), Hall(port)
    await calm.phase(tables, seconds, None)
    print(json.dumps(True), flush=True)
    await beside.phase(tables, seconds, flooder)
    again = Hall(port)
    for table in tables[:20]:
        for phone in table["phones"]:
            phone["sent"] = 0
        await again.table(table, [time.perf_counter()])
    said = [{"took": one.took, "errors": one.errors, "flood": one.flood} for one in (calm, beside)]
    wrong = warm.errors.total() + calm.errors.total() + beside.errors.total()
    heads = {str(table["recording"]): table["head"] for table in tables}
    print(
        json.dumps(
            {"halves": said, "errors": wrong, "heads": heads, "noticed": again.errors["line not taken"]}
        )
    )


# --- the run -----------------------------------------------------------------------------------------------


def day(tables: int, seconds: float, workers: int) -> Json:
    """Start everything and let the tables play; what they saw, and what the journals hold."""
    with ExitStack() as stack:
        running = stack.enter_context(whole_site(workers=workers))
        boss = Helper(["benchmarks.tables", "--as-hall", str(tables + 1)], running.environment)
        stack.callback(boss.end)
        built = boss.line()
        asker = Helper(["benchmarks.tables", "--as-phones", str(running.port), "--seconds", str(seconds)])
        stack.callback(asker.end)
        used = processors(running.pages.process.pid)
        asker.say(built)
        asker.line()
        calm = processors(running.pages.process.pid) - used
        said: Json = asker.line()
        boss.say(True)
        journals = boss.line()
        lost = {pk: head for pk, head in said["heads"].items() if journals[pk] != head}
        return said | {"lost": len(lost), "processor": calm, "flooded": journals[str(built[0]["recording"])]}


def spread(values: list[float]) -> str:
    """Median, 95th and 99th percentile of some times."""
    return ", ".join(f"{percent(values, share):.0f}" for share in (50, 95, 99)) + f" ms ({len(values)})"


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=226)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--short", action="store_true", help="four tables for thirteen seconds")
    parser.add_argument("--as-hall", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--as-phones", type=int, default=0, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.as_hall:
        hall(told.as_hall)
        return 0
    if told.as_phones:
        asyncio.run(phones(told.as_phones, told.seconds))
        return 0
    tables, seconds = (4, 13.0) if told.short else (told.tables, told.seconds)
    said = day(tables, seconds, told.workers)
    calm, beside = said["halves"]
    asked = sum(len(values) for values in calm["took"].values())
    keep(
        "tables",
        command="make tables",
        goals=("R12", "T7"),
        figures={
            "tables that record, seconds": f"{tables}, {seconds:.0f} and once more",
            "errors, lines lost": f"{said['errors']}, {said['lost']} "
            f"{({**calm['errors'], **beside['errors']}) or ''}".strip(),
            "a line from when it is due until it is acknowledged: median, p95, p99": spread(
                calm["took"]["line"]
            ),
            "the other phone hears it: median, p95, p99": spread(calm["took"]["heard"]),
            "a phone asks by itself: median, p95, p99": spread(calm["took"]["poll"]),
            "yardstick, an empty answer: median, p95, p99": spread(calm["took"]["idle"]),
            "while one device sends 500 notes a second: a line": spread(beside["took"]["line"]),
            "while one device sends 500 notes a second: an empty answer": spread(beside["took"]["idle"]),
            "what that device was answered": ", ".join(
                f"{n} x {what}" for what, n in beside["flood"].items()
            ),
            "entries of it that are kept": str(said["flooded"]),
            "processor of the pages for one request": f"{1000 * said['processor'] / max(asked, 1):.1f} ms",
            "load of the machine": f"{os.getloadavg()[0]:.0f}",
        },
        control=f"lines under an earlier number counted as errors at {said['noticed']} of {min(20, tables)} tables",
    )
    return int(bool(said["errors"] or said["lost"]) or said["noticed"] != min(20, tables))


if __name__ == "__main__":
    sys.exit(main())
