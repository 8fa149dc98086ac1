"""Whole stories at a table, by tapping in Chromium: a scribe, paths, responses, conceding, keys alone."""

from typing import Any

import pytest

from benchmarks.recorder import acts
from rules_engine.x610z.audit import audit
from tests.browser.recorder_hall import (
    CAN_SIGN,
    CONSENT,
    GAME_LINES,
    LONG,
    REFRESH,
    SMALL,
    STANDS,
    WIDE,
    Open,
    accessible,
    begin,
    lines_shown,
    recorder,
    two,
)
from tests.browser.recorder_player import Keys, Thumb, play, together, until
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import (
    Table,
    card_number,
    long_enough,
    paper_game,
    paper_log,
    registered_with,
)
from tournaments.recordings.judge_services import recording_correct

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Body = dict[str, Any]
RESOLVE: Body = {"kind": "act", "do": "resolve"}
RICH = [["pool", seat, kind, 9] for seat in (0, 1) for kind in ("mystic", "boost", "colorless")]
SAME = """() => { const { screen } = document.querySelector('[data-recorder]').recorder;
  const { pawns, stack } = screen.view;
  return JSON.stringify([screen.n, screen.log_sha256, pawns, stack, screen.lines.map((line) => line.text)]); }"""
SHARP = ("3,0", "3,1", "4,0")
"""A way whose second step turns too sharply (202.8)."""
TEN_TURNS = 30
"""A game that has done a lot in few lines by its tenth turn."""
TAKEN = "() => document.querySelector('[data-recorder]').recorder.mine.length === 2"


class Corrected(Table):
    """A table that a judge puts into the position of a story."""

    def __init__(self, *cards: str, **params: Any) -> None:
        super().__init__(main=registered_with(*cards), **params)
        self.judge = staff_actor(self.tournament, "judge")

    def mend(self, *rows: list[Any]) -> None:
        """What the judge says is so."""
        recording_correct(
            actor=self.judge,
            tournament=self.tournament,
            recording_id=self.recording.pk,
            change=list(rows),
            reason="the position of the story",
        )

    def say(self, seat: int, *lines: Body) -> None:
        """What somebody did before the story begins."""
        acks = self.phones[seat].write(*lines)
        assert [ack["status"] for ack in acks] == ["ok"] * len(lines), acks

    def pawn(self, name: str) -> str:
        """The object that a summon on the board is."""
        pawns = self.phones[0].state()["screen"]["view"]["pawns"]
        return next(str(pawn["oid"]) for pawn in pawns if pawn["card"] == name)

    def state(self) -> Body:
        """What the first player's browser is told now, whichever phone it is by now."""
        return dict(self.clients[0].get(f"{self.url}state.json").json())


def cast(seat: int, name: str, *targets: str, pay: dict[str, int], **more: Any) -> Body:
    line: Body = {"kind": "act", "do": "cast", "seat": seat, "card": card_number(name), **more, "pay": pay}
    return line | ({"targets": list(targets)} if targets else {})


def equal_after_each(lines: list[Body], phones: dict[int, Thumb]) -> None:
    """Play line by line; both phones show the same position, stack, log and hash after each."""
    for line in lines:
        play([line], phones)
        for thumb in phones.values():
            thumb.page.evaluate(REFRESH)
        assert phones[0].page.evaluate(SAME) == phones[1].page.evaluate(SAME), line


def test_a_scribe_writes_the_same_bytes_as_two_phones_did_with_few_taps(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    seed = long_enough(GAME_LINES)
    table, lines = Table(mode="scribe"), paper_game(seed)
    thumb = recorder(phone_of(table.players[1].user, WIDE), table.url)
    thumb.press("take")
    until(thumb.page, TAKEN, patience=LONG)
    both = {0: thumb, 1: thumb}
    begin(both, lines)
    play(lines[1:], both)
    log = table.clients[0].get(f"{table.url}log.jsonl").content
    # The game on two phones is held against the same source in test_recorder.py.
    assert acts(log, len(lines)) == acts(paper_log(seed), len(lines))
    assert thumb.taps * 150 <= 330 * (len(lines) - 1)
    thumb.press("write_end")
    until(thumb.page, "() => document.querySelector('[data-recorder]').recorder.screen.over", patience=LONG)
    report = audit(table.clients[0].get(f"{table.url}log.jsonl").content)
    assert report.finding is None and report.fidelity == "consistent"
    assert {one["code"] for one in report.warnings} == {"casual_by_the_log", "deck_not_registered"}
    assert problems == []


def test_the_second_of_two_ways_is_walked_as_far_as_it_is_free_when_the_dot_fills_meanwhile(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Corrected("Mist Dragon", "Prowler Beast", "Slipstream")
    table.begin()
    table.mend(*RICH)
    dragon, beast = {"mystic": 1, "colorless": 1}, {"boost": 2}
    table.say(0, cast(0, "Mist Dragon", pay=dragon), {**RESOLVE, "answers": ["6,0"]})
    table.mend(["turn", 2, 1, "action"], *RICH)
    table.say(1, cast(1, "Prowler Beast", pay=beast))
    table.say(1, {**RESOLVE, "answers": ["6,6"]})
    own, other = table.pawn("Mist Dragon"), table.pawn("Prowler Beast")
    table.mend(["turn", 3, 0, "action"], ["dot", own, "3,1"], ["dot", other, "4,9"], *RICH)
    phones = two(table, phone_of)
    thumb = phones[0]
    thumb.touch("3,1")
    thumb.touch("3,11")
    ways = [one for one in thumb.look()["buttons"] if one.startswith("path:")]
    assert ways == ["path:3,1 3,0 3,11", "path:3,1 4,0 3,11"]
    for left in (1, 0):
        thumb.page.keyboard.press("Escape")
        assert len(thumb.look()["picks"]) == left
    assert thumb.page.evaluate("() => document.activeElement.dataset.focus") == f"source:{own}"
    slip = cast(1, "Slipstream", other, pay={"boost": 1, "colorless": 1})
    walk = {"kind": "act", "do": "move", "seat": 0, "card": own, "path": ["3,1", "4,0", "3,11"]}
    equal_after_each([walk, slip, {**RESOLVE, "answers": ["4,9 4,10 3,11"]}, RESOLVE], phones)
    dots = {pawn["oid"]: pawn["dot"] for pawn in table.state()["screen"]["view"]["pawns"]}
    assert (dots[own], dots[other]) == ("4,0", "3,11")
    assert problems == []


def test_where_a_summon_stands_is_chosen_by_a_tap_on_one_of_the_dots_that_shine(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Corrected("Mist Dragon", "Prowler Beast")
    table.begin()
    table.mend(*RICH)
    table.say(0, cast(0, "Mist Dragon", pay={"mystic": 1, "colorless": 1}))
    phones = two(table, phone_of)
    phones[1].press("nobody")
    own, other = phones[0].page, phones[1].page
    until(own, "() => document.querySelectorAll('.rec-lights .rec-ring.lit').length > 1", patience=LONG)
    assert not own.is_visible("[data-rec=who]"), "whether anybody responds is not asked meanwhile"
    assert "Waiting for" in other.inner_text("[data-recorder]")
    assert "Does anybody respond?" not in other.inner_text("[data-recorder]")
    options = [one for one in phones[0].look()["buttons"] if one.startswith("answer:")]
    assert own.locator(".rec-lights .rec-ring.lit").count() == len(options)
    accessible(own)
    phones[0].touch("6,0")
    until(other, "() => document.querySelector('[data-recorder]').recorder.onDot('6,0')", patience=LONG)
    assert not own.locator(".rec-lights .rec-ring.lit").count()
    assert problems == []


def test_a_response_to_a_response_and_two_triggers_are_one_log_on_both_phones(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Corrected("Scrap Dealer", "Skimmer Vessel", "Chain Spark", "Denial")
    table.begin()
    table.mend(*RICH)
    table.say(0, cast(0, "Scrap Dealer", pay={"colorless": 2}), RESOLVE)
    table.mend(["turn", 2, 1, "action"], *RICH)
    table.say(1, cast(1, "Scrap Dealer", pay={"colorless": 2}), RESOLVE)
    table.say(1, cast(1, "Skimmer Vessel", pay={"colorless": 2}), {**RESOLVE, "answers": ["6,6"]})
    vessel = table.pawn("Skimmer Vessel")
    table.mend(["turn", 3, 0, "action"], *RICH)
    phones = two(table, phone_of)
    equal_after_each(
        [
            cast(0, "Chain Spark", vessel, pay={"mystic": 3, "colorless": 1}, extras=[2]),
            cast(1, "Denial", "stack:1", pay={"mystic": 2}),
            cast(0, "Denial", "stack:2", pay={"mystic": 2}),
            RESOLVE,
        ],
        phones,
    )
    assert "Denial → Chain Spark" in lines_shown(phones[1])[-3]["text"]
    phones[0].press("nobody")
    until(phones[0].page, "() => document.querySelector('[data-recorder]').recorder.open?.name === 'need'")
    asked = phones[0].page.inner_text("[data-rec=ask]")
    names = [entry.name for entry in table.players]
    assert all(f"Scrap Dealer ({name})" in asked for name in names)
    accessible(phones[0].page)
    count = len(lines_shown(phones[1]))
    phones[0].press(next(one for one in phones[0].look()["buttons"] if one.startswith('answer:"2:')))
    until(phones[0].page, STANDS, count + 1, patience=LONG)
    stack = phones[0].page.evaluate(
        "() => document.querySelector('[data-recorder]').recorder.screen.view.stack"
    )
    assert [item["kind"] for item in stack] == ["trigger", "trigger"]
    assert {item["oid"] for item in stack} != {vessel}
    equal_after_each([RESOLVE, RESOLVE], phones)
    assert problems == []


def test_a_sharp_turn_stands_as_it_was_played_is_agreed_lines_later_and_named_by_the_verdict(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Corrected("Gale Dragon", changes={"recorder_help": "quiet"})
    table.begin()
    table.mend(*RICH)
    table.say(0, cast(0, "Gale Dragon", pay={"mystic": 2, "colorless": 1}), {**RESOLVE, "answers": ["6,0"]})
    dragon, way = table.pawn("Gale Dragon"), SHARP
    table.mend(["turn", 3, 0, "action"], ["dot", dragon, way[0]], *RICH)
    phones = two(table, phone_of)
    own, other = phones[0], phones[1]
    count = len(lines_shown(own))
    own.press("compose")
    own.press("compose:do:move")
    for dot in way:
        own.touch(dot)
    accessible(own.page)
    own.press("compose:send")
    until(own.page, STANDS, count + 1, patience=LONG)
    assert "problem" not in lines_shown(own)[-1]  # this event's engine says nothing while they play
    together(phones, own)
    for thumb in (own, other):  # two turns end, three lines each, before anybody notices
        before = len(lines_shown(thumb))
        thumb.end_turn()
        until(thumb.page, STANDS, before + 3, patience=LONG)
        together(phones, thumb)
    own.more("something_else")
    own.press("change:dot")
    own.page.select_option("[data-focus='change:field:pawn']", dragon)
    own.touch(way[-1])
    own.press("change:add")
    own.page.fill("[data-focus='compose:text']", "it turned too sharply, and there it stands")
    own.press("compose:send")
    until(other.page, CONSENT, patience=LONG)
    other.press("Agree")
    for thumb in phones.values():
        until(thumb.page, STANDS, count + 8, patience=LONG)
        pawns = thumb.page.evaluate(
            "() => document.querySelector('[data-recorder]').recorder.screen.view.pawns"
        )
        assert {pawn["oid"]: pawn["dot"] for pawn in pawns}[dragon] == way[-1]
    own.end_turn()  # the game goes on
    until(other.page, STANDS, count + 11, patience=LONG)
    other.more("concede:1")
    other.press("concede_confirm")
    until(other.page, "() => Boolean(document.querySelector('[data-focus=write_end]'))", patience=LONG)
    other.press("write_end")
    for thumb in phones.values():
        until(thumb.page, CAN_SIGN, patience=LONG)
    bad = lines_shown(own)[count]
    assert (bad["status"], bad["problem"]["rule"]) == ("deviation", "202.8"), "they agreed on where it stands"
    judged = audit(table.clients[0].get(f"{table.url}log.jsonl").content, lenient=True)
    assert judged.verdict == "violation" and judged.finding is not None and judged.result is not None
    assert judged.finding.rule == "202.8" and judged.result.winners == (0,)
    written = table.clients[0].get(f"{table.url}log.jsonl").content.splitlines()[judged.finding.line - 1]
    assert b'"do":"move"' in written and b'"seat":0' in written
    assert problems == []


def write_round(page: Any, table: Table, number: int) -> None:
    """A judge sets the round on the judge's page of the recording."""
    page.goto(f"{table.url}judge/")
    page.click("summary:has-text('Correct the position')")
    page.select_option("[name=kind]", "round")
    page.fill("[name=value]", str(number))
    page.locator("form:has([name=kind]) [name=reason]").fill("we counted the rounds again")
    page.click("[value=preview]")
    assert page.locator("tr", has=page.locator(f"td:text-is('{number}')")).count() == 1
    page.click("[value=correct]")


def test_conceding_is_refused_with_its_rule_until_enough_rounds_are_over_and_then_ends_the_game(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Corrected(approved=True)
    table.begin()
    phones = two(table, phone_of)
    thumb, page = phones[0], phone_of(table.judge.user, WIDE).new_page()
    count = len(lines_shown(thumb))
    write_round(page, table, 12)
    until(thumb.page, STANDS, count + 1, patience=LONG)
    thumb.more("concede:0")
    until(
        thumb.page,
        "() => document.querySelector('[data-recorder]').recorder.open?.name === 'problem'",
        patience=LONG,
    )
    assert "106.3" in thumb.page.inner_text("[data-rec=ask]")
    thumb.page.keyboard.press("Escape")
    write_round(page, table, 16)
    until(thumb.page, STANDS, count + 2, patience=LONG)
    together(phones, thumb)
    thumb.more("concede:0")
    accessible(thumb.page)
    thumb.press("concede_confirm")
    until(thumb.page, "() => Boolean(document.querySelector('[data-focus=write_end]'))", patience=LONG)
    assert table.players[1].name in thumb.page.inner_text("[data-rec=who]")
    assert problems == []


def test_ten_turns_by_keyboard_alone_are_read_out_and_have_no_findings_in_both_languages(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(mode="scribe"), paper_game(TEN_TURNS)
    ends = [place for place, line in enumerate(lines) if line.get("do") == "end"]
    halves = {"en-GB": lines[1 : ends[4] + 3], "nl-NL": lines[ends[4] + 3 : ends[9] + 3]}
    for language, half in halves.items():
        keys = Keys(recorder(phone_of(table.players[0].user, SMALL, locale=language), table.url).page)
        if language == "en-GB":
            keys.press("take")
        else:
            keys.page.evaluate("() => document.querySelector('[data-recorder]').recorder.take(true)")
        until(keys.page, TAKEN, patience=LONG)
        both: dict[int, Thumb] = {0: keys, 1: keys}
        if language == "en-GB":
            begin(both, lines)
        play(half, both)
        said = keys.page.text_content("[data-rec=said]") or ""
        assert said == " ".join(row["text"] for row in lines_shown(keys)[-3:])  # the turn ends by three lines
        assert keys.page.evaluate("() => document.documentElement.lang") == language[:2]
        accessible(keys.page)
    log = table.clients[0].get(f"{table.url}log.jsonl").content
    assert acts(log, 10_000) == acts(paper_log(TEN_TURNS), ends[9] + 2)
    assert problems == []


def test_what_the_other_phone_writes_is_read_out_too(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.play(most=3)
    fourth, fifth = paper_game(3)[3:5]
    writer = int(fourth["seat"])
    thumb = recorder(phone_of(table.players[1 - writer].user), table.url)
    before = len(lines_shown(thumb))
    assert thumb.page.text_content("[data-rec=said]") == ""  # what stood there already is read in its list
    acks = table.phones[writer].write(fourth, fifth)
    assert [ack["status"] for ack in acks] == ["ok", "ok"]
    thumb.page.evaluate(REFRESH)
    until(thumb.page, STANDS, before + 2, patience=LONG)
    fresh = [row["text"] for row in lines_shown(thumb)[before:]]
    assert thumb.page.text_content("[data-rec=said]") == " ".join(fresh) and len(fresh) == 2
    assert problems == []


def test_a_card_is_searched_in_their_own_list_by_its_name_and_both_phones_are_told_which(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Corrected("Scouting Report", "Mist Dragon")
    table.begin()
    table.mend(*RICH)
    phones = two(table, phone_of)
    dragon = card_number("Mist Dragon")
    equal_after_each([cast(0, "Scouting Report", pay={"colorless": 2})], phones)
    phones[0].press("nobody")
    asked = "() => document.querySelector('[data-recorder]').recorder.open?.name === 'need'"
    until(phones[0].page, asked, patience=LONG)
    accessible(phones[0].page)
    box = phones[0].page.locator("[data-rec=ask] input[type=search]")
    box.fill("mist")
    found = [one for one in phones[0].look()["buttons"] if one.startswith("answer:")]
    assert found == [f'answer:"{dragon}"']
    count = len(lines_shown(phones[1]))
    phones[0].press(found[0])
    until(phones[0].page, STANDS, count + 1, patience=LONG)
    entry = table.state()["entries"][-1]
    assert entry["body"]["answers"] == [[dragon], None]  # the shuffle is nobody's to know
    hand = table.state()["screen"]["view"]["seats"][0]["hand"]
    assert hand["count"] == 8
    told = lines_shown(phones[1])[-1]["text"]
    assert told == lines_shown(phones[0])[-1]["text"] and "Mist Dragon" in told
    assert problems == []


def test_a_choice_beyond_the_first_forty_is_reached_by_pages_and_by_searching(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Corrected("Heal")
    table.begin()
    table.mend(["pool", 0, "mystic", 60])
    thumb = recorder(phone_of(table.players[0].user), table.url)
    keys = Keys(thumb.page)
    count = len(lines_shown(thumb))
    keys.press("cards")
    keys.press(f"source:card:{card_number('Heal')}")
    keys.press("all_choices")
    stands = "(focus) => Boolean(document.querySelector(`[data-focus='${focus}']`))"
    until(thumb.page, stands, "step:39", patience=LONG)
    assert "step:45" not in keys.look()["buttons"]
    keys.press("step_after")
    until(thumb.page, stands, "step:45", patience=LONG)
    accessible(thumb.page)
    keys.press("step_before")
    until(thumb.page, stands, "step:0", patience=LONG)
    thumb.page.fill("[data-focus=step_search]", "45")
    until(thumb.page, stands, "step:45", patience=LONG)
    assert [one for one in keys.look()["buttons"] if one.startswith("step:")] == ["step:45"]
    keys.press("step:45")
    until(thumb.page, stands, 'step:"#1"', patience=LONG)
    keys.press('step:"#1"')
    until(thumb.page, stands, "step_confirm", patience=LONG)
    keys.press("step_confirm")
    until(thumb.page, STANDS, count + 1, patience=LONG)
    entry = table.state()["entries"][-1]
    assert (entry["body"]["x"], entry["body"]["targets"], entry["status"]) == (45, ["#1"], "ok")
    assert problems == []
