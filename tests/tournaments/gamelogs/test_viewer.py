"""The judge's viewer: verdict, board and story on one page, in names and plain words, and a closer look at a line."""

import html
import json
import re
from typing import Any

import pytest
from django.utils import translation

from rules_engine.kernel.errors import Violation
from rules_engine.testing import inject_fault
from tests.halls import kept
from tests.tournaments.gamelogs.test_logs import Table, table
from tests.tournaments.hall import logged
from tests.weights import HEAVIEST, weight
from tournaments.events.models import Tournament
from tournaments.gamelogs.closer_look import seen_since
from tournaments.gamelogs.comparison import first_difference
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.opened_game import LogView, open_game
from tournaments.gamelogs.pictures import as_png, position_hash, position_svg
from tournaments.gamelogs.replay import source_of
from tournaments.gamelogs.story import tell
from tournaments.gamelogs.viewer import MOST_TOLD, _facts, teller, told_at, verdict_context
from tournaments.games.x610z.closer import CLOSER
from tournaments.rounds.models import Match

__all__ = ["table"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LONG_GAME = 23
"""The seed of a game of many turns."""
RAW = re.compile(r"#\d+\b|\b\d{3}\.\d+\w?#\d|semantics \d|\b[A-Z]?\d\.\d/\d{3}/\d{3}-")


def played(table: Table) -> bytes:
    """A whole legal game of the two players at this table."""
    return logged(table.match)


def words_of(page: str) -> str:
    """What a reader sees of a page, without what was written in the file itself."""
    shown = re.sub(r"<(script|style|code|title)\b.*?</\1>", " ", page, flags=re.DOTALL)
    shown = re.sub(r'<option value="[^"]*"', "<option", shown)
    return html.unescape(re.sub(r"<[^>]+>", " ", shown))


def opened(log: GameLog) -> LogView:
    return open_game(source_of(GameLog.objects.get(pk=log.pk)))


def faulty(table: Table, kind: str = "pay") -> GameLog:
    """A checked log with one planted fault that breaks a rule."""
    for seed in range(40):
        fault = inject_fault(played(table), seed, kind)
        if fault is not None:
            log = table.checked(fault.data)
            if log.verdict == "violation":
                return log
    raise AssertionError("no planted fault broke a rule")


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_page_speaks_in_names_and_cards_and_never_in_numbers_of_the_engine(
    table: Table, language: str
) -> None:
    table.judge.cookies["django_language"] = language
    for log in (table.checked(played(table)), faulty(table)):
        assert RAW.findall(words_of(table.page(log))) == []
        step = opened(log).total
        closer = table.judge.get(f"/t/{table.tournament.slug}/judge/logs/{log.pk}/at/{step - 1}/")
        assert RAW.findall(words_of(closer.content.decode())) == []


def test_verdict_board_and_players_come_before_everything_else(table: Table) -> None:
    page = table.page(faulty(table))
    order = [page.index(mark) for mark in ('id="verdict"', "theatre-board", "theatre-seats", "theatre-steps")]
    assert order == sorted(order) and page.index('id="evidence"') > order[-1]
    assert "<details" in page[page.index('id="verdict"') - 60 : page.index('id="verdict"')]
    assert page.index("verdict-line") < page.index("theatre-board")  # what was written lies in the fold


def test_a_long_game_weighs_no_more_than_a_page_may_and_its_far_turns_come_when_they_are_opened(
    table: Table,
) -> None:
    log = table.checked(logged(table.match, LONG_GAME))
    page = table.page(log, "?step=300")
    assert weight(page.encode()) <= HEAVIEST
    turns = tell(opened(log))
    assert sum(len(turn.lines) for turn in turns) > 2 * MOST_TOLD
    told = {turn.first for turn in turns if f'data-step-link="{turn.first}"' in steps_of(page)}
    assert told == told_at(turns, 300) and 0 < len(told) < len(turns)
    assert 300 in {line.number for turn in turns if turn.first in told for line in turn.lines}
    far = next(turn for turn in turns if turn.first not in told)
    assert f'hx-get="/t/{table.tournament.slug}/judge/logs/{log.pk}/?step={far.first}"' in page
    opened_there = steps_of(table.page(log, f"?step={far.first}"))
    assert all(f'data-step-link="{line.number}"' in opened_there for line in far.lines)


def steps_of(page: str) -> str:
    """The part of a viewer's page that says the steps in words."""
    return page[page.index("data-replay-steps") :]


@kept
def log(table: Table) -> GameLog:
    return table.checked(played(table))


def test_hands_lie_as_cards_with_pictures_and_open_on_a_tap(log: GameLog, table: Table) -> None:
    page = table.page(log, "?step=40")
    assert page.count('class="card-small') > 5 and "data-peek=" in page and "/art.svg" in page


def test_what_waits_on_the_stack_is_shown_with_the_newest_first(log: GameLog, table: Table) -> None:
    view = opened(log)
    first = next(step for step in range(view.total) if view.state(step)["stack"])
    page = table.page(log, f"?step={first}")
    pile = page[page.index('class="stack-pile"') :]
    shown = re.findall(r"<b>([^<]+)</b>", pile[: pile.index("</ol>")])
    assert shown == [item["name"] for item in view.state(first)["stack"]]
    assert 'class="stack-pile"' not in table.page(log, f"?step={first - 1}")
    for step in range(first, first + 20):
        told, there = (one.get("stack", ()) for one in (view.state(step), view.view(step)))
        assert [item["card"] for item in told] == [item["card"] for item in there][::-1]


def test_every_line_is_told_once_and_in_order(log: GameLog) -> None:
    view = opened(log)
    turns = tell(view)
    numbers = [line.number for turn in turns for group in turn.groups for line in group.lines]
    assert numbers == list(range(1, view.total + 1))
    assert [turn.number for turn in turns] == list(range(len(turns)))
    folded = [group for turn in turns for group in turn.groups if group.quiet]
    assert folded and all(len(group.lines) > 1 for group in folded)
    assert sum(len(group.lines) for group in folded) > view.total / 4


def test_nothing_that_hurts_or_kills_is_folded_away(log: GameLog) -> None:
    view = opened(log)
    telling = {"damage", "destroyed", "lose", "end", "move", "attack"}
    hidden = {
        line.number for turn in tell(view) for group in turn.groups if group.quiet for line in group.lines
    }
    for number in hidden:
        assert not telling & {event["event"] for event in view.cursor.events(number)}


def test_the_time_line_has_a_band_for_every_turn_and_marks_the_finding(table: Table) -> None:
    log = faulty(table)
    page = table.page(log)
    line = page[page.index('class="timeline"') : page.index("</svg>", page.index('class="timeline"'))]
    assert line.count('class="turn ') == len(tell(opened(log)))
    assert line.count("mark finding") == 1 and "mark draw" in line
    assert f'data-jump="finding" data-steps="{opened(log).total}"' in page


def test_a_link_goes_to_a_position(log: GameLog, table: Table) -> None:
    assert 'data-step="41"' in table.page(log, "?step=41")
    assert 'data-step="41"' not in table.page(log, "?step=40")


def test_what_was_legal_is_what_the_engine_says_for_each_player(log: GameLog) -> None:
    view = opened(log)
    for step in (20, 60):
        rows = CLOSER.legal_here(view, step)
        assert {row["name"] for row in rows} == set(view.seat_names().values())
        for row in rows:
            view.cursor.seek(step)
            assert bool(row["legal"]) == bool(view.cursor.legal(row["seat"]))


def test_why_not_this_names_the_rule_that_the_finding_names(table: Table) -> None:
    log = faulty(table, "path")
    view = opened(log)
    wrong = dict(view.cursor.steps[-1].action)
    for payment in ("crystals", "pay"):
        wrong.pop(payment, None)
    answer = CLOSER.why_not(view, view.total - 1, wrong)
    assert (answer["outcome"], answer["rule"]) == ("violation", log.report["finding"]["rule"])


def test_what_came_out_since_a_line_is_what_was_drawn_and_shown_behind_it(log: GameLog) -> None:
    view = opened(log)
    late = seen_since(view, view.total)
    early = seen_since(view, 20)
    assert late == [] and len(early) > 10 and all(row["line"] > 20 for row in early)
    assert not [row["text"] for row in early if RAW.search(row["text"]) or "E1" in row["text"].split()]
    begun = [n for n in range(21, view.total + 1) if any(e["event"] == "draw" for e in view.cursor.events(n))]
    assert {row["line"] for row in early} >= set(begun)


def test_what_was_played_was_legal_when_it_is_asked_about(log: GameLog, table: Table) -> None:
    view = opened(log)
    moves = [n for n, step in enumerate(view.cursor.steps, 1) if step.action.get("do") == "move"]
    asked = {
        name: value
        for name, value in view.cursor.steps[moves[0] - 1].action.items()
        if name not in ("crystals", "pay")
    }
    assert CLOSER.why_not(view, moves[0] - 1, asked)["outcome"] == "legal"
    url = f"/t/{table.tournament.slug}/judge/logs/{log.pk}/at/{moves[0] - 1}/"
    query = {"do": "move", "seat": asked["seat"], "card": asked["card"], "path": " ".join(asked["path"])}
    assert "That was legal here." in table.judge.get(url, query).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"do": "move", "seat": "0", "card": "#999999", "path": "9,9"},
        {"do": "cast", "seat": "0", "card": "<b>"},
        {"do": "cast", "seat": "77", "card": ""},
        {"do": "time", "seat": "0"},
        {"do": "attack", "seat": "0", "card": "#0", "target": "nobody", "path": "a b c"},
        {"do": "end", "seat": "²"},
    ],
)
def test_a_question_without_sense_is_answered_and_breaks_nothing(
    log: GameLog, table: Table, query: dict[str, str]
) -> None:
    answer = table.judge.get(f"/t/{table.tournament.slug}/judge/logs/{log.pk}/at/30/", query)
    assert answer.status_code == 200 and b"<b>" not in answer.content.replace(
        b"<b>", b"", answer.content.count(b"</b>")
    )


def test_a_position_is_a_picture_with_its_hash_and_without_hands(log: GameLog, table: Table) -> None:
    view = opened(log)
    svg = position_svg(view, 60, "Round 1 <b>")
    assert position_hash(view, 60) in svg and position_hash(view, 60) != position_hash(view, 61)
    assert "var(" not in svg and "light-dark" not in svg and "<b>" not in svg
    state = view.state(60)
    known = {name for seat in state["seats"] for name in seat["hand_cards"]}
    on_table = {pawn["card"] for pawn in state["pawns"]} | {view.sentence(60)}
    assert not [name for name in known if name in svg and not any(name in shown for shown in on_table)]
    url = f"/t/{table.tournament.slug}/judge/logs/{log.pk}/at/60"
    assert table.judge.get(f"{url}.svg").content.decode().count("<svg") == 2
    first, second = (table.judge.get(f"{url}.png").content for _ in range(2))
    assert first == second and first.startswith(b"\x89PNG") and len(first) > 20_000
    assert as_png(svg) != as_png(position_svg(view, 20, "Round 1"))


def test_two_claims_part_at_the_line_that_was_changed(table: Table) -> None:
    mine = played(table)
    fault = inject_fault(mine, 5, "path")
    assert fault is not None
    one, other = table.checked(mine), table.checked(fault.data)
    assert first_difference(opened(one), opened(other)) == (fault.line, fault.line)
    assert first_difference(opened(one), opened(one)) is None
    url = f"/t/{table.tournament.slug}/judge/logs/{one.pk}/beside/{other.pk}/"
    page = table.judge.get(url).content.decode()
    assert 'class="differs"' in page and page.count('data-board="square"') == 2
    assert f"/beside/{other.pk}/" in table.page(one)


def test_a_game_recorded_at_the_table_is_nobodys_claim_alone_and_no_word_of_staff(
    log: GameLog, table: Table
) -> None:
    name = log.entry.name if log.entry is not None else ""
    assert name and teller(log) == name
    words = {("1", True): "recorded at the table", ("4", True): "written up by staff"}
    for (evidence, recorded), said in {**words, ("", False): "written up by staff"}.items():
        assert teller(GameLog(evidence=evidence, recorded=recorded)) == said


def test_numbers_and_notes_alone_are_no_difference(table: Table) -> None:
    mine = played(table)
    rows: list[dict[str, Any]] = [json.loads(line) for line in mine.splitlines()]
    for row in rows:
        if "n" in row:
            row["n"] += 7
    rows.insert(8, {"kind": "note", "n": rows[7]["n"], "text": "hello"})
    del rows[8]["n"]
    rows = rows[:-1]
    other = b"\n".join(json.dumps(row).encode() for row in rows)
    one, two = open_game(source_of(table.checked(mine))), None
    source = source_of(GameLog.objects.latest("pk"))
    two = open_game(type(source)(other, source.pool, source.terms, source.names))
    parted = first_difference(one, two)
    assert parted is None or parted[0] >= one.total  # only the last line is missing


def test_games_of_another_match_are_not_put_side_by_side(table: Table) -> None:
    one = table.checked(played(table))
    url = f"/t/{table.tournament.slug}/judge/logs/{one.pk}/beside/{one.pk}/"
    assert table.judge.get(url).status_code == 404
    assert table.player.get(url).status_code == 404


def test_a_spectator_sees_backs_where_a_judge_sees_hands(log: GameLog, table: Table) -> None:
    source = source_of(log)
    judge, spectator = open_game(source), open_game(source, "spectator")
    assert all(seat["hand_faces"] for seat in judge.state(40)["seats"])
    for seat in spectator.state(40)["seats"]:
        assert seat["hand_faces"] is None and seat["hand_cards"] == []
    secret = {name for seat in judge.state(40)["seats"] for name in seat["hand_cards"]}
    seen = {seat["name"] for seat in spectator.state(40)["seats"]}
    told = json.dumps(spectator.state(40), default=str)
    lying = {card["card"] for seat in judge.state(40)["seats"] for card in (*seat["play"], *seat["discard"])}
    assert seen and not [name for name in secret - lying if f'"{name}"' in told]


def test_a_note_of_the_check_stands_among_its_facts() -> None:
    """Life Bases elsewhere than in the board's layout are no fault, and noted (H24)."""
    row = {"verdict": "note", "rule": "105.2b", "code": "not_the_layout", "count": 1, "params": {}}
    with translation.override("en"):
        log = GameLog(semantics=3, match=Match(tournament=Tournament()))
        facts = dict(_facts(log, {"steps": 4, "warnings": [row]}, None))
        assert facts["Note"] == "The Life Bases do not stand in the board's layout for this number of seats."
        assert "Note" not in dict(_facts(log, {"steps": 4, "warnings": []}, None))


def test_a_dutch_reader_reads_one_name_of_every_card(table: Table) -> None:
    log = table.checked(played(table))
    with translation.override("nl"):
        view = opened(log)
        pool = view.source.pool
        dutch = {card.name_nl for card in pool.cards}
        english = {card.name for card in pool.cards if not any(card.name in name for name in dutch)}
        found = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in english))
        told = [view.sentence(step) for step in range(view.total + 1)]
        told += [
            line
            for step in range(view.total + 1)
            for line in view.consequences(view.cursor.events(step), view.label)
        ]
        state = view.state(view.total)
        faces = {face["name"] for seat in state["seats"] for face in seat["play_faces"]}
        names = {card["card"] for seat in state["seats"] for card in seat["play"]}
    assert not [line for line in told if found.search(line)] and faces <= names and names & dutch
    with translation.override("en"):
        view = opened(log)
        assert any(found.search(view.sentence(step)) for step in range(view.total + 1))


def test_a_dutch_reader_reads_the_same_name_in_what_was_wrong(table: Table) -> None:
    log = faulty(table)
    with translation.override("nl"):
        view = opened(log)
        card = next(card for card in view.source.pool.cards if card.name_nl not in ("", card.name))
        log.report["finding"] |= {"code": "card_not_in_hand", "params": {"who": 0, "card": card.name}}
        said = verdict_context(log, view)["text"]
        assert card.name_nl in said and card.name not in said.replace(card.name_nl, "")
        asked = CLOSER.worded(view, Violation("103.3", "card_not_in_hand", 0, {"card": card.name}))
        assert card.name_nl in asked and card.name not in asked.replace(card.name_nl, "")
