"""A phone makes the page of a game itself: the file that it gets answers alone, and what the server would answer."""

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html import unescape
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client

from tests.pages import flat
from tests.tournaments.recordings.zx_table import ZxTable
from x610z_site.offline.bundle import bundle_of

pytestmark = pytest.mark.django_db

Body = dict[str, Any]
LINES = 30
"""So many lines of a game are written; before every so many of them the pages are compared, and before these."""
EVERY = 7
COMPARED = (1, 2, 3, 9)
MOST_SENT = 1_000_000
"""So many bytes of our own may a phone have to fetch before it goes on by itself."""
TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken" value="[^"]*">')
ASKED = """
import sys
sys.path[:0] = sys.argv[1:]
from tournaments.recordings.page_worker import answer
for line in sys.stdin:
    print(answer(line), flush=True)
"""


class Worker:
    """The engine as a phone runs it: the file that it was sent and msgspec, nothing else of this machine."""

    def __init__(self, folder: Path) -> None:
        archive = zipfile.ZipFile(io.BytesIO(bundle_of("zx").data))
        archive.extractall(folder / "engine")
        (folder / "wheels").mkdir()
        (folder / "wheels" / "msgspec").symlink_to(Path(msgspec.__file__).parent)
        command = [sys.executable, "-I", "-S", "-c", ASKED, str(folder / "engine"), str(folder / "wheels")]
        self.running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question: Any) -> Body:
        assert self.running.stdin is not None and self.running.stdout is not None
        self.running.stdin.write(json.dumps(question) + "\n")
        self.running.stdin.flush()
        return dict(json.loads(self.running.stdout.readline()))


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    made = Worker(tmp_path)
    yield made
    made.running.kill()
    made.running.communicate()


class Phone:
    """One player's phone: what the server told it once, and the pages of both."""

    def __init__(self, worker: Worker, client: Client, url: str, language: str) -> None:
        self.worker, self.client, self.url, self.language = worker, client, url, language
        self.client.cookies["django_language"] = language
        told = re.search(r'data-told="([^"]*)"', self.there(""))
        assert told is not None
        offline = client.get(f"{url}offline.json").json()
        pool = client.get(offline["pool"]["url"]).content.decode()
        more = {"pool": pool, "lang": language, "told": json.loads(unescape(told[1]))}
        assert worker.ask(**{**offline, **more, "do": "open"}) == {}

    def there(self, place: str) -> str:
        answer = self.client.get(f"{self.url}?{place}")
        assert answer.status_code == 200
        return TOKEN.sub("", answer.content.decode())

    def state(self) -> Body:
        return dict(self.client.get(f"{self.url}state.json?screen=no").json())

    def here(self, place: str) -> Body:
        state = self.state()
        return self.worker.ask(do="page", entries=state.pop("entries"), state=state, place=place)

    def same(self, place: str = "") -> Body:
        """The page of both at one address, which are the same; the screen of this phone."""
        found, there = self.here(place), self.there(place)
        assert 'id="table"' in found["html"]
        assert TOKEN.sub("", flat(found["html"]).strip()) in there, place
        whole = self.client.get(f"{self.url}state.json").json()["screen"]
        assert found["screen"] == whole
        assert found["screen"]["log_sha256"] == self.state()["log_sha256"]
        return dict(found["screen"])

    def tap(self, body: Any, **said: Any) -> Body:
        form = {"base": 0, "body": json.dumps(body), **said}
        return self.worker.ask(do="tap", entries=self.state()["entries"], said=_encoded(form))


def _encoded(form: Body) -> str:
    from urllib.parse import urlencode

    return urlencode(form, doseq=True)


def places(screen: Body) -> set[str]:
    """Some addresses that a page leads to: one of every kind of source, and a search."""
    sources = [row["source"] for row in screen["actions"]]
    sources += [f"card:{card['card']}" for card in screen["castable"][:2]]
    kinds = {one[:5]: one for one in sources if one not in ("game", "hand", "turn")}
    return {_encoded({"pick": one}) for one in kinds.values()} | {"find=ra"}


def test_a_phone_makes_the_page_that_the_server_makes(worker: Worker) -> None:
    table = ZxTable()
    asked: set[str] = set()
    languages = cycle(("en", "nl", "nl", "en"))
    for number, body in enumerate(table.game.bodies[:LINES]):
        if number % EVERY == 0 or number in COMPARED:
            for client in table.clients:
                phone = Phone(worker, client, table.url, next(languages))
                screen = phone.same()
                asked.add(screen["asked"]["kind"])
                for place in sorted(places(screen)):
                    phone.same(place)
        acks = table.phone(body).write(body)
        assert acks[0]["status"] == "ok", acks
    assert asked == {"lay", "first", "begin", "turn", "window"}, asked


def test_what_a_tap_says_is_the_line_that_the_server_would_write(worker: Worker) -> None:
    """Every line of a game, as forms say it, is the entry that the game has; with less it asks for what is missing."""
    table = ZxTable()
    needs = 0
    for body in table.game.bodies[:LINES]:
        if body["kind"] == "act":
            phone = Phone(worker, table.phone(body).client, table.url, "en")
            said = {name: value for name, value in body.items() if name != "hand"}
            found = phone.tap(said)
            assert found["problem"] is None, (said, found)
            assert {**found["entry"]["body"], "hand": 0} == {**body, "hand": 0}
            bare = {name: value for name, value in said.items() if name not in ("answers", "shown")}
            asks = phone.tap(bare)["problem"]
            if asks is not None:
                needs += 1
                line = json.dumps(phone.tap(bare)["entry"]["body"], separators=(",", ":"))
                phone.same(_encoded({"line": line}))
        table.phone(body).write(body)
    assert needs >= 3


def test_a_tap_that_is_no_line_is_told_in_words_and_an_illegal_one_by_its_rule(worker: Worker) -> None:
    table = ZxTable()
    table.record(20)
    phone = Phone(worker, table.clients[0], table.url, "en")
    line = {"kind": "act", "do": "next", "seat": 0}
    assert phone.tap(line, written="no such card") == {"text": "No card is called that.", "line": line}
    assert phone.tap({"kind": "judge"}) == {"text": "", "line": None}
    wrong = phone.tap({"kind": "act", "do": "play", "seat": 0, "card": "B01-001", "square": "9,9"})
    assert wrong["problem"]["verdict"] != "need" and wrong["problem"]["text"]


def test_the_file_of_one_game_has_no_other_and_no_database(tmp_path: Path) -> None:
    archive = zipfile.ZipFile(io.BytesIO(bundle_of("zx").data))
    names = archive.namelist()
    pages = [archive.read(name).decode() for name in names if name.startswith("templates/recordings/")]
    parts = {part for page in pages for part in re.findall(r'{% include "([^"]+)"', page)}
    assert len(parts) >= 6 and not {f"templates/{part}" for part in parts} - set(names)
    assert len(names) == len(set(names)) and "rules_engine/zx/session.py" in names
    unwanted = ("rules_engine/x610z/", "django/db/models", "django/contrib", "tournaments/recordings/models")
    assert not [name for name in names if name.startswith(unwanted)]
    plain = zipfile.ZipFile(io.BytesIO(bundle_of("x610z").data)).namelist()
    assert not [name for name in plain if not name.startswith("rules_engine/")]
    assert len(bundle_of("zx").squeezed) < MOST_SENT
