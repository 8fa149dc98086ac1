"""Whole stories of the recorder's other modes in Chromium: a judge afterwards, practice, and paying by hand."""

import re
from typing import Any

import pytest

from tests.browser.recorder_hall import LONG, SMALL, STANDS, WIDE, Open, accessible, begin, recorder
from tests.browser.recorder_player import Thumb, play, until
from tests.tournaments.hall import make_user, staff_actor
from tests.tournaments.recordings.table import Table, client_of, paper_game
from tournaments.gamelogs.tasks import replay_log
from tournaments.recordings import practice_services
from tournaments.recordings.models import OpenedHand, Recording

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MODE = "(mode) => (document.querySelector('[data-recorder]').recorder.open?.name ?? '') === mode"
OVER = "() => document.querySelector('[data-recorder]').recorder.screen.over"
CONCEDED = "() => Boolean(document.querySelector('[data-focus=write_end]'))"
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
COURSE = ("nobody", "end", "keep_hand")
KNOWN_DEAL = "the known deal"
TURN = 12
"""Lines of the game after which its first player moves the Life Base, and has two crystals of which one pays."""


def to_its_end(thumb: Thumb, seat: int) -> None:
    """Somebody gives the game up, and its end is written."""
    thumb.more(f"concede:{seat}")
    thumb.press("concede_confirm")
    until(thumb.page, CONCEDED, patience=LONG)
    assert thumb.page.evaluate(FITS)
    accessible(thumb.page)
    thumb.press("write_end")
    until(thumb.page, OVER, patience=LONG)


def grown(thumb: Thumb) -> None:
    """The same page on a tablet: nothing is lost by it, and nothing sticks out."""
    assert thumb.page.evaluate(FITS)
    thumb.page.set_viewport_size({"width": WIDE["width"], "height": WIDE["height"]})
    assert thumb.page.evaluate(FITS)


def test_a_judge_writes_a_game_up_afterwards_on_one_screen_to_its_end(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(mode="judge"), paper_game(3)
    judge = staff_actor(table.tournament, "judge").user
    thumb = recorder(phone_of(judge, SMALL), table.url)
    thumb.press("take")
    until(
        thumb.page,
        "() => document.querySelector('[data-recorder]').recorder.mine.length === 2",
        patience=LONG,
    )
    both = {0: thumb, 1: thumb}
    begin(both, lines)
    play(lines[1:TURN], both)
    grown(thumb)
    play(lines[TURN : TURN + 10], both)
    to_its_end(thumb, 1)
    log = table.fresh().log
    assert (table.recording.state, table.recording.result["winners"]) == (Recording.State.ENDED, [0])
    assert log is not None and log.evidence == "4"
    replay_log(log.pk)
    log.refresh_from_db()
    assert log.verdict == "unverifiable" and log.report["result"]["winners"] == [0]
    assert problems == []


@pytest.mark.parametrize("against", ["random", "both"])
def test_a_game_of_practice_is_played_to_its_end_on_one_screen(
    phone_of: Open, problems: list[str], no_runtime: None, monkeypatch: pytest.MonkeyPatch, against: str
) -> None:
    """The deal and the random player are always the same: no choice is asked that the course has no button for."""
    monkeypatch.setattr(practice_services.secrets, "token_hex", lambda _size=0: KNOWN_DEAL)
    user = make_user()
    url = str(client_of(user).post("/practice/", {"against": against})["Location"])
    thumb = recorder(phone_of(user, SMALL), url)
    for _turn in range(2):
        take_a_turn(thumb)
    grown(thumb)
    take_a_turn(thumb)
    to_its_end(thumb, 0)
    game = Recording.objects.get()
    assert game.result is not None and game.result["winners"] == [1]
    lines = [entry.body for entry in game.entries.order_by("seq") if entry.kind == "line"]
    assert {line.get("seat") for line in lines if line.get("do") == "end"} == {0, 1}, "both seats had turns"
    assert problems == []


def take_a_turn(thumb: Thumb) -> None:
    """Go on by whatever button the course of the game offers, until a turn has ended."""
    for _step in range(30):
        look = thumb.look()
        course = [one for one in look["buttons"] if one in COURSE or one.startswith("begin:")]
        assert course, look
        thumb.end_turn() if course[0] == "end" else thumb.press(course[0])
        thumb.settled(look)
        if course[0] == "end":
            return
    raise AssertionError("no turn ended")


def test_somebody_pays_with_the_crystal_of_their_choice(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    """What does not pay the cost is refused with its rule; what does is written as it was chosen."""
    table = Table()
    table.play(most=TURN)
    thumb = recorder(phone_of(table.players[0].user, SMALL), table.url)
    count = len(thumb.page.evaluate("() => document.querySelector('[data-recorder]').recorder.screen.lines"))
    walk(thumb, turned=["#51"])  # turned again: none pays
    until(thumb.page, MODE, "problem", patience=LONG)
    leads = thumb.page.locator("[data-rec=ask] a.rec-rule").get_attribute("href")
    assert leads is not None and leads.startswith("/rules/#r")
    accessible(thumb.page)
    thumb.page.click("[data-rec=ask] button.primary")  # take it back
    until(thumb.page, MODE, "", patience=LONG)
    assert thumb.look()["picks"] == [], thumb.look()
    walk(thumb, turned=["#51", "#50"])
    until(thumb.page, STANDS, count + 1, patience=LONG)
    line: dict[str, Any] = table.lines()[-1]
    assert (line["body"]["path"], line["body"]["crystals"], line["status"]) == (["1,1", "2,0"], ["#50"], "ok")
    assert problems == []


NOTES = "() => document.querySelector('[data-hand]').dataset.ready === 'yes'"


def test_hand_notes_stay_on_the_phone_until_a_judge_was_called_and_their_sheet_is_one_page(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, sent = Table(), []
    table.begin()
    page = phone_of(table.players[0].user, SMALL).new_page()
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    page.goto(f"{table.url}hand/")
    until(page, NOTES, patience=LONG)
    notes = "3 Mist Dragon\nSpark"
    page.fill("[data-hand-notes]", notes)
    for _look in range(50):  # kept while it is typed
        page.reload()
        until(page, NOTES, patience=LONG)
        if page.input_value("[data-hand-notes]"):
            break
        page.fill("[data-hand-notes]", notes)
    assert page.input_value("[data-hand-notes]") == notes and sent == []
    assert page.evaluate(FITS)
    accessible(page)
    page.emulate_media(media="print")
    assert page.locator("table.only-print tbody tr").count() == 24
    assert not page.locator("[data-hand]").is_visible() and not page.locator(".no-print").first.is_visible()
    sheets = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "14mm"))
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 1
    page.emulate_media(media="screen")
    table.phones[0].write({"text": ""}, kind="call")
    page.reload()
    until(page, NOTES, patience=LONG)
    with page.expect_navigation():
        page.click("[data-hand] .primary")
    assert OpenedHand.objects.get().notes == [
        {"draw": 3, "card": "Mist Dragon"},
        {"draw": 4, "card": "Spark"},
    ]
    accessible(page)
    assert problems == []


FULL = """for (const name of ['add', 'put']) IDBObjectStore.prototype[name] = () => {
  throw new DOMException('no room', 'QuotaExceededError'); };"""
"""What a phone does whose storage is full."""


def test_a_phone_whose_storage_is_full_says_so_and_what_is_tapped_arrives(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    context = phone_of(table.players[0].user, SMALL)
    context.add_init_script(FULL)
    thumb = recorder(context, table.url)
    thumb.press("first:0")
    until(thumb.page, "() => document.querySelector('[data-recorder]').dataset.head === '1'", patience=LONG)
    assert thumb.page.locator("[data-rec=storage]").is_visible()
    assert [entry["status"] for entry in table.lines()] == ["ok"]
    accessible(thumb.page)
    assert problems == []


def walk(thumb: Thumb, turned: list[str]) -> None:
    """Tap the Life Base, say with what it is paid, and tap where it goes."""
    thumb.touch("1,1")
    thumb.press("pay_choose")
    for oid in turned:
        thumb.press(f"crystal:{oid}")
    thumb.press("pay_confirm")
    thumb.touch("2,0")
