"""A newsletter through a mail server of this machine while its workers are killed: ``make newsletter``.

    python -m benchmarks.drills.newsletter [--addresses 10000]     the drill and its control, on a PostgreSQL of its own
    python -m benchmarks.drills.newsletter build 300               subscriptions, and a piece of news on its way to them
    python -m benchmarks.drills.newsletter state                   what is stored of that, as JSON
    python -m benchmarks.drills.newsletter hurry                   what waits, waits no longer
    python -m benchmarks.drills.newsletter alone 1                 sends an issue without asking who has it

Real workers and a real relay; the workers are killed at once (-9) at a quarter, half and three quarters. Some addresses
are refused for good, some for now, some come back later and are piped into ``manage.py take_bounce``. What the mail
server took is held against the list. Control: two workers that do not ask who has the issue send most of it twice.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

from benchmarks.drills import site
from benchmarks.kept import keep
from x610z_site.services.servers import free_port

KILLS = 3
GONE, LATER, BACK, MOST_BACK = 50, 50, 100, 20
"""One address in so many is refused for good, for now, or comes back; and so many come back at the most."""
FROM = "news@play.example"
RETURNED = """From: <>
To: {to}
Subject: Undelivered mail
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.post.example

Final-Recipient: rfc822; {address}
Action: failed
Status: {status}

--b--
"""


# --- commands on the database of the environment ----------------------------------------------------------------


def build(count: int) -> dict[str, Any]:
    """So many addresses whose owners confirmed, and a piece of news that goes out to them from this moment on."""
    from django.utils import timezone

    from community.newsletter.models import Issue, Subscription
    from ledger.commands import Actor
    from tests.community.wanted import office, piece, publish

    now, names = timezone.now(), list[str]()
    for number in range(count):
        kind = "gone" if number % GONE == 7 else "later" if number % LATER == 11 else "well"
        if number % BACK == 13 and number // BACK < MOST_BACK:
            kind = "back"
        names.append(f"{kind}-{number}@post.example")
    said = {"language": "en", "asked_at": now, "confirmed_at": now, "state": Subscription.State.ACTIVE}
    rows = [Subscription(address=name, folded=name, **said) for name in names]
    Subscription.objects.bulk_create(rows, batch_size=1000)
    actor = Actor(office(), "office")
    news = publish(actor, piece(actor, by_mail=True))
    return {"issue": Issue.objects.get(news=news).pk, "addresses": names}


def state() -> dict[str, Any]:
    """What is stored: the addresses that are left, what became of the copies, whether the issue is over."""
    from community.newsletter.models import Copy, Issue, Subscription

    issue = Issue.objects.order_by("-pk").first()
    copies = Copy.objects.filter(issue=issue)
    return {
        "done": issue is not None and issue.done_at is not None,
        "left": list(Subscription.objects.values_list("address", flat=True)),
        "waiting": copies.filter(sent_at=None, given_up=False).count(),
        "given_up": copies.filter(given_up=True).count(),
    }


def hurry() -> None:
    """As if hours had gone by: nobody has the issue, and what waits is due."""
    from django.utils import timezone

    from community.newsletter.models import Copy, Issue
    from ledger.models import OutboxMessage

    now = timezone.now()
    Copy.objects.filter(sent_at=None).update(next_at=None)
    Issue.objects.filter(done_at=None).update(lease_until=now - timedelta(hours=1))
    OutboxMessage.objects.filter(sent_at=None).update(due_at=now)


def alone(number: int) -> None:
    """Send an issue as a worker would that does not ask who has it."""
    from community.newsletter import sending_services
    from community.newsletter.models import Issue

    def taken(pk: int) -> Issue | None:
        return Issue.objects.select_related("news__organization").filter(pk=pk, done_at=None).first()

    sending_services._taken = taken
    sending_services.newsletter_send(number)


# --- the mail server --------------------------------------------------------------------------------------------


@dataclass
class Post:
    """What the mail server took, in order: for whom, under which name, and where it comes back to."""

    took: list[tuple[str, str, str]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Refuse some for good and some the first time."""
        self.asked[address] += 1
        if address.startswith("gone-"):
            return "550 5.1.1 no such box"
        if address.startswith("later-") and self.asked[address] == 1:
            return "451 4.7.1 come again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """Take it."""
        name = re.search(rb"(?im)^message-id:\s*(\S+)", envelope.content)
        self.took += [
            (one, name[1].decode() if name else "", envelope.mail_from) for one in envelope.rcpt_tos
        ]
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[Post, int]]:
    """A mail server on this machine, and its port."""
    from aiosmtpd.controller import Controller

    post, port = Post(), free_port()
    controller = Controller(post, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield post, port
    finally:
        controller.stop()


# --- the drill --------------------------------------------------------------------------------------------------


def environment_of(folder: Path, database: str, redis: str, port: int) -> dict[str, str]:
    """What a site finds whose mail goes to that server."""
    return site.environment(
        folder,
        database,
        redis,
        EMAIL_URL=f"smtp://127.0.0.1:{port}",
        SITE_URL=f"https://{site.HOST}",
        MAIL_FROM=FROM,
        NEWSLETTER_BOUNCES=f"back@{site.HOST}",
    )


def ask(environment: Mapping[str, str], *words: str) -> Any:
    """What a command of this module prints on the database of an environment."""
    said = site.run(["-m", "benchmarks.drills.newsletter", *words], environment)
    return json.loads(said) if said.strip() else None


class Workers:
    """A relay and two workers; the workers can be killed and are started again, as a service manager does."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, environment
        relay = {**environment, "X610Z_ROLE": "relay"}
        self.relay = site.Process(["manage.py", "relay"], relay, folder / "relay.log")
        self.running = [self._start(name) for name in ("a", "b")]

    def _start(self, name: str) -> site.Process:
        words = ["-m", "celery", "-A", "x610z_site.celery", "worker", "-Q", "outgoing", "--concurrency", "1"]
        words += ["-n", f"{name}@letters", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
        log = self.folder / f"worker-{name}.log"
        return site.Process(words, {**self.environment, "X610Z_ROLE": "worker"}, log)

    def kill(self) -> None:
        """Both at once: whoever has the issue dies in the middle of a letter, or between two."""
        for one in self.running:
            one.kill()
        self.running = [self._start(name) for name in ("a", "b")]

    def stop(self) -> None:
        """End all."""
        for one in (self.relay, *self.running):
            one.stop()

    def said(self) -> str:
        """The ends of what they wrote."""
        return "\n".join(path.read_text()[-1500:] for path in sorted(self.folder.glob("*.log")))


def drill(
    folder: Path, environment: Mapping[str, str], post: Post, count: int, *, patient: bool
) -> dict[str, str]:
    """The whole drill; its figures. ``patient``: waits until a dead worker's time is over, else as if it were."""
    made = ask(environment, "build", str(count))
    workers, begun, stood = Workers(folder, environment), time.monotonic(), list[float]()
    try:
        for quarter in range(1, KILLS + 1):
            _wait_for(post, count * quarter // (KILLS + 1), workers)
            workers.kill()
            stands, since = len(post.took), time.monotonic()
            if not patient:
                ask(environment, "hurry")
            _wait_for(post, stands + 1, workers)
            stood.append(time.monotonic() - since)
        while not ask(environment, "state")["done"]:
            assert time.monotonic() - begun < 3600, f"{len(post.took)} of {count}\n{workers.said()}"
            if len(post.took) >= count - 2 * count // GONE:
                ask(environment, "hurry")  # those refused for now: minutes later
            time.sleep(2)
    finally:
        workers.stop()
    took = time.monotonic() - begun
    doubled = compared(post, made["addresses"])
    assert len(stood) == KILLS and doubled <= KILLS, f"killed {len(stood)} times, {doubled} sent twice"
    back = _bounce(environment, post)
    left = set(ask(environment, "state")["left"])
    stay = {one for one in made["addresses"] if not one.startswith(("gone-", "back-"))}
    assert left == stay, f"{len(left ^ stay)} subscriptions that should not be there, or should"
    return {
        "addresses, of them refused for good, for now, and coming back": (
            f"{count}, {count - len({one for one, _name, _back in post.took})}, "
            f"{len([one for one in post.asked if one.startswith('later-')])}, {back}"
        ),
        "workers killed (-9)": f"{KILLS} times, two each time",
        "who got it, by the name of the letter": f"{len(post.took) - doubled}, each once",
        "letters that the mail server took twice, under one Message-ID": f"{doubled}, at most one for each kill",
        "who should have got it and did not": "0",
        "addresses forgotten: refused, come back": f"{len(set(made['addresses']) - left)}",
        "from the first letter to the last": f"{took:.0f} s",
        "until letters went out again after each kill": ", ".join(f"{one:.0f}" for one in stood) + " s",
    }


def _wait_for(post: Post, number: int, workers: Workers) -> None:
    """Watch closely until so many letters were taken: a kill comes while they go out, not between two turns."""
    end = time.monotonic() + 5 * site.HANG
    while len(post.took) < number:
        assert time.monotonic() < end, f"{len(post.took)} of {number}\n{workers.said()}"
        time.sleep(0.001)


def compared(post: Post, addresses: list[str]) -> int:
    """Hold what was taken against the list; how many letters came twice. Raises AssertionError for anything else."""
    got = Counter(one for one, _name, _back in post.took)
    wanted = {one for one in addresses if not one.startswith("gone-")}
    assert got.keys() == wanted, (
        f"{len(wanted - got.keys())} got nothing, {len(got.keys() - wanted)} too much"
    )
    names: dict[str, set[str]] = {}
    for one, name, _back in post.took:
        names.setdefault(one, set()).add(name)
    assert all(len(found) == 1 and "" not in found for found in names.values()), "one letter with two names"
    assert len({*map(min, names.values())}) == len(names), "two letters with one name"
    return sum(got.values()) - len(got)


def _bounce(environment: Mapping[str, str], post: Post) -> int:
    """Pipe back what came for the addresses that bounce, as the mail server of the operator does; how many."""
    came = {one: back for one, _name, back in post.took if one.startswith("back-")}
    for address, to in came.items():
        said = RETURNED.format(to=to, address=address, status="5.1.1")
        command = [sys.executable, "manage.py", "take_bounce"]
        subprocess.run(command, env=dict(environment), cwd=site.ROOT, input=said.encode(), check=True)
    return len(came)


def control(environment: Mapping[str, str], post: Post, count: int) -> int:
    """Two workers at once that do not ask who has the issue: how many letters the mail server took twice."""
    number = str(ask(environment, "build", str(count))["issue"])
    words = [sys.executable, "-m", "benchmarks.drills.newsletter", "alone", number]
    both = [subprocess.Popen(words, env=dict(environment), cwd=site.ROOT) for _one in range(2)]
    for one in both:
        one.wait(site.HANG)
    got = Counter(one for one, _name, _back in post.took)
    return sum(got.values()) - len(got)


def main(count: int) -> None:
    """The drill and its control, each on a database of its own."""
    from benchmarks.drills.clusters import machines
    from benchmarks.drills.nodes import Redis

    with ExitStack() as stack:
        made = stack.enter_context(machines("one", "two"))
        folder = stack.enter_context(site.folder())
        redis = Redis()
        stack.callback(redis.kill)
        lost = 0
        for name, machine in made.items():
            machine.make()
            machine.start()
            machine.shell("createdb x610z")
            post, port = stack.enter_context(mail_server())
            environment = environment_of(folder, machine.url("postgres"), redis.url, port)
            site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], environment)
            if name == "one":
                figures = drill(folder, environment, post, count, patient=True)
            else:
                lost = control(environment, post, 300)
    assert lost > KILLS, "two workers at once doubled nothing: this drill sees nothing"
    words = f"two workers that do not ask who has the issue: {lost} of 300 letters sent twice, noticed"
    keep("newsletter", command="make newsletter", goals=("R27",), figures=figures, control=words)


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in ("build", "state", "hurry", "alone"):
        django.setup()
        numbers = [int(word) for word in sys.argv[2:]]
        answer = {"build": build, "state": state, "hurry": hurry, "alone": alone}[sys.argv[1]](*numbers)
        print(json.dumps(answer) if answer is not None else "")
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--addresses", type=int, default=10_000)
        main(parser.parse_args().addresses)
