"""The packet of evidence of a stored log: the same verdict elsewhere, nothing registered in it, for judges alone."""

import base64
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

from rules_engine.packet import verify_packet
from tests.patience import HANG
from tests.tournaments.gamelogs.test_logs import Table, table
from tests.tournaments.gamelogs.test_viewer import faulty, opened
from tests.tournaments.hall import logged
from tests.tournaments.recordings.table import Table as Recorded
from tournaments.entries.models import Entry
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.gamelogs.viewer import verdict_context, verdict_words
from tournaments.judging.packet_views import packet_of

__all__ = ["table"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def address(table: Table, log: GameLog, kind: str) -> str:
    return f"/t/{table.tournament.slug}/judge/logs/{log.pk}/packet.{kind}"


def test_the_packet_holds_elsewhere_with_the_stored_verdict(table: Table, tmp_path: Path) -> None:
    log = faulty(table)
    answer = table.judge.get(address(table, log, "json"))
    file = tmp_path / "packet.json"
    file.write_bytes(answer.content)
    command = [sys.executable, "-m", "rules_engine", "verify-packet", str(file)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PATH": ""}, timeout=HANG
    )
    assert done.returncode == 0 and done.stdout.rstrip().endswith(log.verdict)
    assert json.loads(answer.content)["about"]["stored_verdict"] == log.verdict
    assert table.judge.get(address(table, log, "json")).content == answer.content


def test_the_packet_of_a_recorded_game_says_what_the_stored_verdict_says() -> None:
    """A line that broke a rule stands in it, the game went on, and its result is in the stored report."""
    recorded = Recorded(template="constructed-quick")
    recorded.begin()
    wrong = {"kind": "act", "do": "move", "seat": 0, "card": "#0", "path": ["0,0", "3,3"]}
    assert recorded.phones[0].write(wrong, unchecked=True)[0]["status"] == "deviation"
    recorded.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    recorded.end()
    log = recorded.fresh().log
    assert log is not None
    replay_log(log.pk)
    log.refresh_from_db()
    made = packet_of(log)
    assert (made["report"]["verdict"], made["report"]["result"]) == (log.verdict, log.report["result"])
    assert log.report["result"]["winners"] == [0]
    assert all(check.ok for check in verify_packet(made))


def test_no_registered_list_changes_a_byte_of_it(table: Table) -> None:
    log = table.checked(logged(table.match))
    before = table.judge.get(address(table, log, "json")).content
    for entry in Entry.objects.filter(tournament=table.tournament):
        if entry.registration is not None and entry.registration.current is not None:
            revision = entry.registration.current
            type(revision).objects.filter(pk=revision.pk).update(main={"D1.1/008/100-U": 3})
    assert table.judge.get(address(table, log, "json")).content == before


def test_on_paper_it_has_the_board_and_ends_with_how_to_check_it(table: Table) -> None:
    log = faulty(table)
    pdf = table.judge.get(address(table, log, "pdf")).content
    assert pdf.startswith(b"%PDF") and b"/Subtype /Image" in pdf and len(pdf) > 20_000


def test_on_paper_the_board_covers_no_letter_of_the_line_above_it(table: Table) -> None:
    pdf = table.judge.get(address(table, faulty(table), "pdf")).content
    page = next(page for page in drawn_pages(pdf) if b" Tm" in page)
    above, _picture, _below = page.partition(b" Do")
    tall, foot = map(float, re.findall(rb"([\d.]+) [\d.]+ ([\d.]+) cm", above)[-1])
    lines = [float(y) for y in re.findall(rb"1 0 0 1 [\d.]+ ([\d.]+) Tm", above)]
    below_the_line = 0.25 * 10  # how far letters of ten points reach under it
    assert lines and foot + tall <= min(lines) - below_the_line


def test_a_game_in_which_nothing_is_wrong_has_no_empty_part_on_paper(table: Table) -> None:
    text = printed(table.judge.get(address(table, table.checked(logged(table.match)), "pdf")).content)
    assert "The last lines" in text and "What was legal at this moment" not in text


def drawn_pages(pdf: bytes) -> Iterator[bytes]:
    """What is drawn on each page of a PDF of ours, as its streams say it."""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        if stream.strip().endswith(b"~>"):  # else a font or a picture
            yield zlib.decompress(base64.a85decode(b"<~" + stream.strip(), adobe=True))


def printed(pdf: bytes) -> str:
    """The Western words of a PDF of ours in the order in which they are drawn, out of its own streams."""
    words, western = [], True
    for page in drawn_pages(pdf):
        for font, text in re.findall(rb"/(F\S+) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\) Tj", page):
            western = b"+" not in font if font else western
            if not font and western:
                plain = re.sub(rb"\\(\d{3}|.)", lambda found: _sign(found[1]), text)
                words.append(plain.decode("cp1252", "replace"))
    return plain_words(" ".join(words))


def _sign(escaped: bytes) -> bytes:
    return bytes([int(escaped, 8)]) if len(escaped) == 3 else escaped


def plain_words(text: str) -> str:
    """A text without the signs that no Western font has, its lines put together."""
    return " ".join(text.encode("cp1252", "ignore").decode("cp1252").split())


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_words_on_paper_are_the_facts_of_the_verdict(table: Table, language: str) -> None:
    """Part by part, what is read out of the file is what the verdict says, and nothing else."""
    log = faulty(table)
    table.judge.cookies["django_language"] = language
    text = printed(table.judge.get(address(table, log, "pdf")).content)
    made = json.loads(table.judge.get(address(table, log, "json")).content)
    with override(language):
        verdict = verdict_context(log, opened(log))
        headings = [
            gettext("What the rules engine found"),
            gettext("The lines up to there"),
            gettext("What was legal at this moment"),
            gettext("Evidence of class %(number)s") % {"number": made["about"]["evidence_class"]},
            gettext("Hashes"),
            gettext("Check it yourself"),
        ]
        said = gettext("Line %(number)s says: %(said)s.") % {
            "number": verdict["step"],
            "said": verdict["said"],
        }
        found = [verdict_words(log.verdict), verdict["text"], verdict["rule_words"], said]
    head = text.partition(plain_words(headings[0]))[0]  # it stands again on top of every page
    assert log.match.tournament.name in head
    text = head + text.replace(head, "")
    parts = [part.strip() for part in re.split("|".join(map(re.escape, map(plain_words, headings))), text)]
    assert len(parts) == len(headings) + 1, text
    assert parts[1] == plain_words(" ".join(found))
    assert made["report"]["finding"]["rule"].split("#")[0] in parts[1]
    assert parts[2].endswith(plain_words(verdict["said"]))
    assert parts[3] == plain_words(" ".join(verdict["alternatives"]))
    for digest in (made["sha256"], log.sha256, made["pool"]["sha256"], made["report"]["digest"]):
        assert digest in parts[5].replace(" ", "")


def test_players_and_strangers_get_none(table: Table) -> None:
    log = table.checked(logged(table.match))
    for kind in ("json", "pdf"):
        assert table.player.get(address(table, log, kind)).status_code == 404
