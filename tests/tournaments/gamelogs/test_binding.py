"""A log belongs to its match: the event's law judges it, whatever the file says, and judges read what differs."""

import json
from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client
from django.utils import translation

from ledger.models import LedgerRow
from tests.tournaments.gamelogs.test_logs import Table
from tests.tournaments.hall import approved_tournament, logged, logged_between, publish, staff_actor
from tournaments.events.law import law_of, pinned
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import ConfirmedLine, GameLog
from tournaments.gamelogs.services import MAX_LOGS
from tournaments.gamelogs.tasks import replay_log
from tournaments.gamelogs.terms import terms_of
from tournaments.gamelogs.viewer import binding_rows, headline
from tournaments.recordings.results import proposal_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.words import names_by_key

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A match of organized play."""
    monkeypatch.setattr("tests.tournaments.gamelogs.test_logs.running_tournament", approved_tournament)
    return Table()


def lines_of(data: bytes) -> list[dict[str, Any]]:
    """The lines of a log without the hash at its end."""
    rows = [json.loads(line) for line in data.splitlines()]
    return [{key: value for key, value in row.items() if key != "sha256"} for row in rows]


def written(rows: list[dict[str, Any]], **header: Any) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in [rows[0] | header, *rows[1:]])


def own_page(table: Table) -> str:
    return str(table.player.get(table.url).content.decode())


HEADERS: dict[str, dict[str, Any]] = {
    "casual_header": {"organized_play": False},
    "ruleset_differs": {"ruleset": "x610z/2010-02", "rulings": ""},
    "ruling_differs": {"choices": {"H3": "substitution"}, "rulings": ""},
    "rulings_differ": {"rulings": "sha256:" + "0" * 64},
    "game_number_differs": {"game_no": 2},
    "pool_differs": {"pool": "sha256:" + "0" * 64},
    "board_differs": {"board": "act-9"},
    "play_differs": {"play": "limited"},
    "time_limit_differs": {"time_limit": False},
    "concession_differs": {"concede_after": 1},
    "mode_differs": {"mode": "multi"},
}
"""What a sender may write into the first line of a log, by the finding that it is."""


def hostile(table: Table) -> Iterator[tuple[str, int, bytes]]:
    """Logs that choose their own law or people: the finding that each must be, its line, and the file."""
    own = logged(table.match)
    rows = lines_of(own)
    keys = [row["player"] for row in rows if row["kind"] == "seat"]
    for code, header in HEADERS.items():
        yield code, 1, written(rows, **header)
    for line, named in ((2, ("Ada", keys[1])), (3, (keys[0], "")), (2, ("E98", keys[1])), (2, ("A", "B"))):
        seats = [row | {"player": named[row["seat"]]} if row["kind"] == "seat" else row for row in rows]
        yield "player_differs", line, written(seats)
    yield (
        "player_twice",
        3,
        written([row | {"player": keys[0]} if row["kind"] == "seat" else row for row in rows]),
    )
    yield "seats_differ", 4, logged_between((*keys, "E98"))
    begun = next(index for index, row in enumerate(rows) if row["kind"] == "act") + 1
    for do in ({"do": "fix", "change": [["damage", "#1", 12]]}, {"do": "ruling"}):
        line = {"kind": "judge", "n": 2, "by": "J-1", "text": "Fell over", **do}
        later = [row | {"n": row["n"] + 1} if "n" in row else row for row in rows[begun:]]
        yield "correction_not_confirmed", begun + 1, written([*rows[:begun], line, *later])
    agree = {"kind": "agree", "n": 2, "seats": [0, 1], "change": [["damage", "#1", 12]], "text": "Fell over"}
    both = [rows[0] | {"format": "gamelog/2"}, *rows[1:begun], agree, {"kind": "end", "n": 3}]
    yield "agreement_not_confirmed", begun + 1, written(both)


def test_no_headline_says_legal_over_a_log_that_chooses_its_own_law_or_people(table: Table) -> None:
    """Each is a finding at its own line, in plain words in both languages, on the pages of judge and sender alike."""
    seen = []
    for several in batched(hostile(table), MAX_LOGS):
        with transaction.atomic():
            logs = [(table.checked(data), line) for _code, line, data in several]
            for (code, line, _data), (log, _line) in zip(several, logs, strict=True):
                found = [one for one in log.report["binding"] if one["code"] == code]
                assert [one["line"] for one in found][:1] == [line], (code, log.report["binding"])
                assert not any(words in headline(log) for words in CALLED_LEGAL), code
                assert code not in "".join(sentences(log, line).values())
                seen.append(code)
            told_on_every_page(table, logs)
            assert proposal_of(table.match) is None, "nothing that was handed in proposes a result"
            transaction.set_rollback(True)
    assert {*HEADERS, "player_differs", "player_twice", "seats_differ"} <= set(seen) and len(seen) == 20


LINE = {"en": "Line", "nl": "Regel"}
CALLED_LEGAL = ("Legal from the first line", "Legal as far as", "No contradiction found")


def batched(several: Iterator[Any], most: int) -> Iterator[list[Any]]:
    """As many at a time as one player may hand in of a game."""
    while found := [*islice(several, most)]:
        yield found


def sentences(log: GameLog, line: int) -> dict[str, str]:
    """What is said of a line of a log, by language: at least five words."""
    names, found = names_by_key(log.match.tournament), {}
    for language in LINE:
        with translation.override(language):
            found[language] = next(row["text"] for row in binding_rows(log, names) if row["line"] == line)
        assert len(found[language].split()) > 4
    return found


def told_on_every_page(table: Table, logs: list[tuple[GameLog, int]]) -> None:
    """Judge and sender read of every one of these logs what differs, at its line, and nobody reads that it is legal.

    The page of the sender and the list of the judge have all the logs on them; the judge's page of each log is looked
    at in one language, the next one in the other.
    """
    slug = table.tournament.slug
    shown = [in_language(table.judge, f"/t/{slug}/judge/", "en")]
    for language, word in LINE.items():
        page = in_language(table.player, table.url, language)
        shown.append(page)
        for log, line in logs:
            assert escape(sentences(log, line)[language]) in page and f"{word} {line}" in page
    for place, (log, line) in enumerate(logs):
        language = [*LINE][place % 2]
        page = in_language(table.judge, f"/t/{slug}/judge/logs/{log.pk}/", language)
        assert escape(sentences(log, line)[language]) in page and f"{LINE[language]} {line}" in page
        with translation.override(language):
            assert translation.gettext("Where the log differs from this tournament") in page
            assert not any(translation.gettext(words) in page for words in WHOLE)
    assert not any(words in page for page in shown for words in CALLED_LEGAL)


WHOLE = ("Legal from the first line to the last", "No contradiction found; some facts are hidden")


def in_language(client: Client, url: str, language: str) -> str:
    """A page as somebody with this language gets it."""
    client.cookies["django_language"] = language
    page = client.get(url).content.decode()
    client.cookies["django_language"] = "en"
    return str(page)


def test_only_judges_of_this_event_confirm_a_correction_and_none_who_plays_in_it(table: Table) -> None:
    data, line = forged(table)
    log = table.checked(data)
    url = f"/t/{table.tournament.slug}/judge/logs/{log.pk}/confirm/"
    elsewhere = Client()
    elsewhere.force_login(staff_actor(approved_tournament(4), "head_judge").user)
    playing = Client()
    playing.force_login(staff_actor(table.tournament, "judge", table.match.seats.all()[1].entry.user).user)
    desk = Client()
    desk.force_login(staff_actor(table.tournament, "scorekeeper").user)
    for client in (Client(), table.player, elsewhere, playing, desk):
        assert client.post(url, {"line": line}).status_code in (302, 404)
        assert not ConfirmedLine.objects.exists()
    assert GameLog.objects.get(pk=log.pk).verdict == "other_terms"


def test_a_game_of_other_people_is_not_this_match(table: Table) -> None:
    for players in (("Ada", "Bob"), ("E98", "E99"), ("A", "B", "C", "D")):
        log = table.checked(logged_between(players))
        assert log.verdict == "other_terms", players
        page = table.page(log)
        assert "The log differs from what this tournament says" in page and "Legal from" not in page


def test_giving_up_in_the_first_round_is_refused_whatever_the_file_calls_the_game(table: Table) -> None:
    rows = lines_of(logged(table.match))
    begin = next(index for index, row in enumerate(rows) if row["kind"] == "act")
    concede = {"kind": "act", "n": 2, "do": "concede", "seat": rows[begin]["seat"]}
    end = {"kind": "end", "n": 3, "claim": {"winners": [1 - rows[begin]["seat"]]}}
    log = table.checked(written([*rows[: begin + 1], concede, end], organized_play=False))
    assert log.verdict == "violation" and log.report["finding"]["rule"] == "106.3#3"
    page = table.page(log)
    assert "belongs to Organized Play" in page and "106.3" in page


def forged(table: Table) -> tuple[bytes, int]:
    """A log whose sender lets a judge decide the game, and the line of it."""
    rows = lines_of(logged(table.match))
    begin = next(index for index, row in enumerate(rows) if row["kind"] == "act")
    judge = {
        "kind": "judge",
        "n": 2,
        "do": "fix",
        "by": "J-1",
        "change": [["damage", "#1", 12]],
        "text": "Fell over",
    }
    end = {"kind": "end", "n": 3, "claim": {"winners": [0]}}
    return written([*rows[: begin + 1], judge, end]), begin + 2


def test_a_correction_counts_when_a_judge_of_this_event_confirms_it_and_not_before(table: Table) -> None:
    data, line = forged(table)
    log = table.checked(data)
    assert log.verdict == "other_terms" and log.report["result"] is None
    page = table.page(log)
    assert "Fell over" in page and "A judge of this tournament made this correction" in page
    url = f"/t/{table.tournament.slug}/judge/logs/{log.pk}/confirm/"
    assert table.player.post(url, {"line": line}).status_code == 404
    assert table.judge.post(url, {"line": line + 1}).status_code == 302
    assert not ConfirmedLine.objects.exists(), "only a line that waits can be confirmed"
    assert table.judge.post(url, {"line": line}).status_code == 302
    log.refresh_from_db()
    assert log.state == GameLog.State.QUEUED
    replay_log(log.pk)
    log.refresh_from_db()
    assert log.verdict in ("ok", "unverifiable") and log.report["result"]["winners"] == [0]
    assert "A judge of this tournament made this correction" not in table.page(log)
    row = LedgerRow.objects.get(action="log.confirm", data__line=line)
    assert row.data["log"] == log.pk and row.actor_id is not None


def test_the_law_is_pinned_when_the_round_is_published(table: Table) -> None:
    round_ = Round.objects.get(pk=table.match.round_id)
    was = law_of(table.tournament)
    assert pinned(round_.law, table.tournament) == was and was.organized_play
    policy = msgspec.structs.replace(table.tournament.policy, rulings={"H3": "substitution"}, concede_after=3)
    Tournament.objects.filter(pk=table.tournament.pk).update(policy=policy, approval="none")
    log = table.checked(logged(table.match))
    assert log.verdict in ("ok", "unverifiable")
    terms = terms_of(GameLog.objects.get(pk=log.pk))
    assert (terms.choices, terms.concede_after, terms.organized_play) == ({}, 15, True)


def test_an_event_with_its_own_rulings_judges_by_them_and_shows_them() -> None:
    tournament = approved_tournament(4, changes={"rulings": {"H3": "substitution"}, "concede_after": 3})
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    log = GameLog(match=match, game_number=1)
    log.pk = 0
    terms = terms_of(log)
    assert terms.choices == {"H3": "substitution"} and terms.concede_after == 3
    organizer = staff_actor(tournament, "head_judge").user
    client = Client()
    client.force_login(organizer)
    page = client.get(f"/t/{tournament.slug}/desk/matches/{match.pk}/").content.decode()
    assert "Ruling H3" in page and "after 3 full rounds" in page


def test_a_game_played_with_another_deck_is_a_finding_about_the_deck_for_judges_alone(table: Table) -> None:
    log = table.checked(logged(table.match))
    assert log.verdict in ("ok", "unverifiable"), "the game itself was played by the rules"
    page = table.page(log)
    assert "not as registered" in page and "which is not on the registered list" in page
    assert "cannot be read" not in page and "Legal from the first line" not in page
    listing = table.judge.get(f"/t/{table.tournament.slug}/judge/").content.decode()
    assert "different deck from the one registered" in listing
    assert "registered" not in own_page(table)


def test_the_page_names_its_class_of_evidence_and_what_paper_cannot_show(table: Table) -> None:
    data = logged(table.match)
    log = table.checked(data)
    assert "Evidence of class 3" in table.page(
        log
    ) and "cannot show that the top card was drawn" in table.page(log)
    opponent = Client()
    opponent.force_login(table.match.seats.all()[1].entry.user)
    assert table.send(data, opponent).status_code == 302
    assert "Evidence of class 2" in table.page(log)


def test_in_a_dispute_the_player_finds_the_way_to_hand_in_the_log(table: Table) -> None:
    Match.objects.filter(pk=table.match.pk).update(state=Match.State.DISPUTED)
    page = table.player.get(f"/t/{table.tournament.slug}/me/").content.decode()
    assert "a judge comes to you" in page and table.url in page
    assert table.send(logged(table.match)).status_code == 302


def test_the_public_interface_tells_of_no_report_in_progress_and_no_lot_while_the_event_runs(
    table: Table,
) -> None:
    slug = table.tournament.slug
    for state in (Match.State.REPORTED, Match.State.DISPUTED):
        Match.objects.filter(pk=table.match.pk).update(state=state)
        Tournament.objects.filter(pk=table.tournament.pk).update(name=f"Cup {state}")
        rows = Client().get(f"/api/v1/tournaments/{slug}/rounds/1/").json()["matches"]
        assert {row["state"] for row in rows} == {"open"}
    for client in (Client(), table.judge):
        answer = client.get(f"/t/{slug}/results/json/")
        assert answer.status_code == 200 and '"lot"' not in answer.content.decode()
    Tournament.objects.filter(pk=table.tournament.pk).update(state="finished")
    assert '"lot"' in Client().get(f"/t/{slug}/results/json/").content.decode()
