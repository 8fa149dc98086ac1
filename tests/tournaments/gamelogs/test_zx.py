"""A Z/X match: its logs are judged by the event as any other, and judges look at the nine Squares."""

import json
import re
from functools import cache
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from msgspec.structs import replace

from decks.registration.models import DeckRevision
from rules_engine.kernel.seen import objects_in
from rules_engine.packet import verify_packet
from rules_engine.zx.cards import load_pool
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.pictures.board import board_layers
from rules_engine.zx.random_games import record_zx_game
from tests.tournaments.gamelogs.test_logs import Table
from tests.tournaments.hall import logged, running_tournament
from tournaments.events.law import law_of, pinned
from tournaments.gamelogs.child import Replayer
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.opened_game import open_game
from tournaments.gamelogs.replay import check, compare, source_of
from tournaments.gamelogs.tasks import replay_log
from tournaments.gamelogs.viewer import headline

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
POOL = load_pool("zx-texts")
Rows = list[dict[str, Any]]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A Z/X match whose players have registered the decks of :func:`log_of`."""

    def zx_tournament(players: int) -> Any:
        return running_tournament(players, template="zx-community")

    monkeypatch.setattr("tests.tournaments.gamelogs.test_logs.running_tournament", zx_tournament)
    made = Table()
    for seat, (main, dynamis) in zip(made.match.seats.all(), lists_of(keys_of(made)), strict=True):
        DeckRevision.objects.filter(registration__entry=seat.entry).update(main=main, sideboard=dynamis)
    return made


def keys_of(table: Table) -> tuple[str, ...]:
    return tuple(seat.entry.key for seat in table.match.seats.select_related("entry").order_by("position"))


@cache
def log_of(keys: tuple[str, ...]) -> bytes:
    """A legal game between these players by the law of a Z/X event."""
    return record_zx_game(
        "table", pool=POOL, players=keys, play="constructed", choices={"Z25": "abilities"}
    ).finish()


def rows_of(log: bytes) -> Rows:
    """The lines of a log without the hash at its end."""
    return [
        {key: value for key, value in json.loads(line).items() if key != "sha256"}
        for line in log.splitlines()
    ]


def written(rows: Rows, **header: Any) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in [rows[0] | header, *rows[1:]])


def lists_of(keys: tuple[str, ...]) -> list[tuple[dict[str, int], dict[str, int]]]:
    """Deck and Dynamis of each seat in copies by number."""
    found = []
    rows = rows_of(log_of(keys))
    for seat in (0, 1):
        own = next(row for row in rows if row["kind"] == "seat" and row["seat"] == seat)
        deck = next(row["value"] for row in rows if row.get("of") == "deck" and row["seat"] == seat)
        deck = [*deck, *(own[name] for name in ("start_card", "gate_card", "start_resource") if name in own)]
        dynamis = own.get("dynamis", [])
        found.append(({one: deck.count(one) for one in deck}, {one: dynamis.count(one) for one in dynamis}))
    return found


def underpaid(log: bytes) -> tuple[bytes, int]:
    """The log with one play paid with a card too few, and its line."""
    rows = rows_of(log)
    at = next(
        index for index, row in enumerate(rows) if row.get("do") == "play" and len(row.get("pay", ())) > 1
    )
    rows[at] = rows[at] | {"pay": rows[at]["pay"][:-1]}
    return written(rows), at + 1


def in_dutch(table: Table, log: GameLog, query: str = "") -> str:
    url = f"/t/{table.tournament.slug}/judge/logs/{log.pk}/{query}"
    return str(table.judge.get(url, headers={"accept-language": "nl"}).content.decode())


def main_of(page: str) -> str:
    return unescape(page[page.index("<main") :])


def test_a_legal_log_is_called_legal_and_shown_on_the_nine_squares(table: Table) -> None:
    log = table.checked(log_of(keys_of(table)))
    assert (log.verdict, log.report["binding"], compare(log)) == ("ok", [], [])
    assert law_of(table.tournament).ruleset == log.report["header"]["ruleset"] == "zx/basic-1"
    page = main_of(table.page(log, "?step=40"))
    assert "zx-board" in page and page.count('class="zx-square') == 9
    before = main_of(table.page(log, "?step=1")).partition('class="theatre-moment"')[2].partition("</p>")[0]
    assert "Turn" not in before and "Turn" in page, "before the game no turn has a number"
    names = [seat.entry.name for seat in table.match.seats.all()]
    assert all(f">{name}</text>" in page for name in names)
    described = re.search(r"<desc[^>]*>(.*?)</desc>", page)
    assert described and all(f"{name}: Life " in described[1] for name in names)
    assert not any(key in re.sub(r"E\d+ *<", "", page) for key in keys_of(table)), "people by their names"
    assert "#" not in re.sub(r'(href|id|url|data-\w+)="?[^" ]*|url\(#[^)]*\)|&#\d+;', "", described[1])


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_broken_rule_is_told_with_its_wording_and_what_was_legal(table: Table, language: str) -> None:
    data, line = underpaid(log_of(keys_of(table)))
    log = table.checked(data)
    found = log.report["finding"]
    assert (log.verdict, found["line"], found["rule"]) == ("violation", line, "B.cost-2")
    page = main_of(table.page(log) if language == "en" else in_dutch(table, log))
    told = {"en": ("Put Resource to sleep", "plays"), "nl": ("Resource laten slapen", "speelt")}
    assert "B.cost-2" not in page and "rule-wording" in page, "people know no numbers of these"
    assert told[language][0] in page
    assert told[language][1] in page
    card = next(card for card in POOL.cards if card.name == found["params"]["card"])
    mine, other = (card.name, card.name_nl) if language == "en" else (card.name_nl, card.name)
    assert f"{mine} " in page and other not in page, "the fault calls the card as its reader does"


def test_a_log_of_the_other_game_or_of_other_rules_is_a_finding_and_never_obeyed(table: Table) -> None:
    other = table.checked(logged(table.match))
    assert (other.verdict, other.report["finding"]["code"]) == ("log_error", "other_game")
    ruled = table.checked(written(rows_of(log_of(keys_of(table))), ruleset="zx/house-rules", rulings=""))
    assert ruled.verdict == "other_terms" and ruled.report["header"]["ruleset"] == "zx/basic-1"
    assert [one["code"] for one in ruled.report["binding"]] == ["ruleset_differs"]
    assert "zx/house-rules" in main_of(table.page(ruled)), "the judge reads what differs"
    own = main_of(table.player.get(table.url).content.decode())
    assert "another game" in own and "zx/house-rules" in own


def test_a_z_x_log_means_nothing_in_the_other_game() -> None:
    table = Table()
    log = table.checked(log_of(keys_of(table)))
    assert (log.verdict, log.report["finding"]["code"]) == ("log_error", "other_game")


def test_other_cards_than_registered_are_for_judges_alone(table: Table) -> None:
    """Two worlds: with the registered list and with another one a player reads the same, a judge does not."""

    def told() -> str:
        page = main_of(table.player.get(table.url).content.decode())
        section = page[page.index('id="own-logs"') :]
        return re.sub(r"\d\d:\d\d", "", section[: section.index("</section>")])

    data = log_of(keys_of(table))
    log = table.checked(data)
    one = (told(), log.report, headline(log))
    GameLog.objects.all().delete()
    revision = DeckRevision.objects.get(registration__entry=table.match.seats.all()[1].entry)
    taken = next(number for number, copies in revision.main.items() if copies == 4)
    DeckRevision.objects.filter(pk=revision.pk).update(main=revision.main | {taken: 1})
    log = table.checked(data)
    other = told()
    assert (other, log.report) == one[:2]
    assert headline(log) != one[2]
    assert [found["code"] for found in log.comparison.findings] == ["more_than_registered"]
    card = POOL[taken].name
    assert card in main_of(table.page(log)) and card not in other


def test_a_log_without_any_order_of_a_deck_is_held_against_the_lists(table: Table) -> None:
    data = hide_zx_decks(log_of(keys_of(table)), POOL)[1]
    log = table.checked(data)
    assert (log.verdict, log.report["fidelity"], compare(log)) == ("ok", "consistent", [])
    assert "card-back" in main_of(table.page(log, "?step=12"))


def test_spectators_see_the_same_whatever_lies_hidden(table: Table) -> None:
    """Two worlds: the same game with another card in a hand and another order of the deck."""
    data = log_of(keys_of(table))
    source = source_of(table.checked(data))
    rows = rows_of(data)
    deck = next(row for row in rows if row.get("of") == "deck" and row["seat"] == 1)
    cards = deck["value"]
    other = next(at for at in range(20, len(cards)) if cards[at] not in cards[:4])
    exchanged = [*cards]
    exchanged[0], exchanged[other] = cards[other], cards[0]
    changed = written([row if row is not deck else row | {"value": exchanged} for row in rows])
    one = open_game(source, "spectator")
    two = open_game(type(source)(changed, source.pool, None, source.names, {}, "zx"), "spectator")
    begun = next(number for number, step in enumerate(one.cursor.steps, 1) if step.kind == "act") + 1
    for step in range(begun + 1):
        assert one.payload(step) == two.payload(step)
    judge = open_game(source), open_game(type(source)(changed, source.pool, None, source.names, {}, "zx"))
    assert judge[0].payload(begun) != judge[1].payload(begun), "the worlds differ, and a judge sees it"
    held = {card["card"] for card in judge[0].view(begun)["seats"][1]["hand"]["cards"]}
    lying = {card.get("card") for card in objects_in(one.view(begun))}
    assert held - lying and not any(name in str(one.payload(begun)) for name in held - lying)


def test_a_judge_asks_what_was_legal_and_why_something_was_not(table: Table) -> None:
    log = table.checked(log_of(keys_of(table)))
    opened = open_game(source_of(log))
    step = next(at for at in range(1, opened.total) if opened.view(at).get("phase") == "main")
    seat = opened.view(step)["active"]
    url = f"/t/{table.tournament.slug}/judge/logs/{log.pk}/at/{step}/"
    page = main_of(table.judge.get(url).content.decode())
    assert "goes on to the next phase" in page and "What has come out since" in page
    legal = main_of(table.judge.get(url, {"do": "next", "seat": seat}).content.decode())
    assert "That was legal here." in legal
    wrong = main_of(table.judge.get(url, {"do": "next", "seat": 1 - seat}).content.decode())
    assert "B.flow-2" not in wrong.partition("</button>")[0] and 'class="rule-number"' in wrong
    assert (
        table.judge.get(url, {"do": "attack", "seat": seat, "card": "#9999", "square": "1,1"}).status_code
        == 200
    )


def test_a_dutch_reader_reads_one_name_of_every_card(table: Table) -> None:
    log = table.checked(log_of(keys_of(table)))
    dutch = {card.name_nl for card in POOL.cards if card.name_nl}
    english = {
        card.name for card in POOL.cards if card.name_nl and not any(card.name in name for name in dutch)
    }
    found = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in english))

    def told() -> list[str]:
        view = open_game(source_of(log), "judge")
        states = [view.state(step) for step in range(view.total + 1)]
        events = [view.consequences(view.cursor.events(step), view.label) for step in range(view.total + 1)]
        acts = [view.action(action, {}) for action in view.cursor.legal()]
        return [*map(view.sentence, range(view.total + 1)), *map(json.dumps, states), *sum(events, acts)]

    with translation.override("nl"):
        assert [line for line in told() if found.search(line)] == []
    with translation.override("en"):
        assert any(found.search(line) for line in told())


def test_steps_pictures_and_the_packet_of_evidence_are_those_of_this_game(table: Table) -> None:
    data, line = underpaid(log_of(keys_of(table)))
    log = table.checked(data)
    base = f"/t/{table.tournament.slug}/judge/logs/{log.pk}"
    steps = table.judge.get(f"{base}/steps/0-{line}.json").json()["steps"]
    assert [one["step"] for one in steps] == list(range(line + 1)) and all("square" in one for one in steps)
    svg = table.judge.get(f"{base}/at/{line}.svg")
    assert svg.status_code == 200 and b"zx-square" in svg.content and b"var(" not in svg.content
    assert table.judge.get(f"{base}/at/{line}.png").content.startswith(b"\x89PNG")
    packet = table.judge.get(f"{base}/packet.json").json()
    assert all(one.ok for one in verify_packet(packet))
    assert table.judge.get(f"{base}/packet.pdf").content.startswith(b"%PDF")


def test_two_claims_of_one_game_stand_side_by_side(table: Table) -> None:
    mine = table.checked(log_of(keys_of(table)))
    other = Client()
    other.force_login(table.match.seats.all()[1].entry.user)
    assert table.send(underpaid(log_of(keys_of(table)))[0], other).status_code == 302
    theirs = GameLog.objects.latest("pk")
    GameLog.objects.filter(pk=theirs.pk).update(state="done", verdict="ok", report=mine.report)
    page = main_of(
        table.judge.get(
            f"/t/{table.tournament.slug}/judge/logs/{mine.pk}/beside/{theirs.pk}/"
        ).content.decode()
    )
    assert page.count("zx-board") == 2 and "first difference" in page


def test_the_replay_of_a_process_of_its_own_says_the_same(table: Table) -> None:
    log = table.checked(underpaid(log_of(keys_of(table)))[0])
    with Replayer() as replayer:
        assert replayer.replay(log) == (check(log), compare(log))


def test_a_correction_counts_from_the_moment_a_judge_confirms_its_line(table: Table) -> None:
    """Until then nobody judges what comes behind it; afterwards the game goes on as the judge set it right."""
    rows = rows_of(log_of(keys_of(table)))
    at = next(index for index, row in enumerate(rows) if row.get("do") in ("resource", "next")) + 1
    fix = {
        "kind": "judge",
        "n": rows[at - 1]["n"],
        "do": "fix",
        "by": "Ifeoma",
        "text": "Gave up",
        "change": [["lose", 1]],
    }
    log = table.checked(
        written([*rows[: at - 1], fix, {"kind": "end", "n": fix["n"] + 1, "claim": {"winners": [0]}}])
    )
    assert (log.verdict, log.report["binding"][0]["code"]) == ("other_terms", "correction_not_confirmed")
    url = f"/t/{table.tournament.slug}/judge/logs/{log.pk}/confirm/"
    assert table.player.post(url, {"line": at}).status_code == 404
    assert table.judge.post(url, {"line": at}).status_code == 302
    replay_log(log.pk)
    log.refresh_from_db()
    assert (log.verdict, log.report["result"]["winners"], log.report["binding"]) == ("ok", [0], [])


def test_the_recorder_offers_itself_at_every_level(table: Table) -> None:
    """At a championship hints are outside assistance: the page lights nothing, and lines are put together by hand."""
    url = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    me = f"/t/{table.tournament.slug}/me/"
    assert "/recordings/" in main_of(table.player.get(me).content.decode())
    policy = replace(table.tournament.policy, level="championship")
    type(table.tournament).objects.filter(pk=table.tournament.pk).update(policy=policy)
    page = main_of(table.player.get(url).content.decode())
    assert "are not recorded" not in page and "<form" in page
    table.player.post(url, {"game_number": "1", "mode": "scribe"}, follow=True)
    assert table.match.recordings.count() == 1


def test_a_round_from_before_games_had_their_own_rules_is_judged_by_those_of_its_game(table: Table) -> None:
    old = {**table.match.round.law, "ruleset": "x610z/2010-03"}
    assert pinned(old, table.tournament).ruleset == "zx/basic-1"


def test_nothing_that_somebody_wrote_becomes_markup_of_the_picture() -> None:
    bad = '<script>alert("x")</script>'
    card = {"owner": 0, "controller": 1, "card": bad, "oid": '#1" onload="x', "power": 1000, "state": "sleep"}
    seats = [{"seat": seat, "name": bad} for seat in (0, 1)]
    layers = board_layers({"squares": {"1,1": [card]}, "seats": seats, "active": 0, "turn": 1})
    assert "<script" not in "".join(layers.values()) and 'onload="' not in layers["live"]
