"""What a table of X610Z agrees on, calls a judge for, loses and signs, story by story.

The docstring of a story names its states, in their order.
"""

from datetime import timedelta

from django.utils import timezone

from benchmarks.drills.states import Hall, Seen, Story
from benchmarks.drills.states_x610z import ASKS, STANDING, settle
from tests.browser.recorder_hall import (
    CAN_SIGN,
    CONSENT,
    ENGINE,
    OFFLINE,
    SENT,
    SIGNED,
    STANDS,
    STATE,
    begin,
    lines_shown,
    recorder,
    two,
)
from tests.browser.recorder_player import HEARD, Thumb, play, until
from tests.browser.test_recorder import before_a_move
from tests.browser.test_recorder_begun import DRAWN
from tests.browser.test_recorder_table import TAKEN, Corrected
from tests.browser.test_recorder_voices import COMMIT, KNOWN, spoken_for
from tests.tournaments.hall import make_user, staff_actor
from tests.tournaments.recordings.table import Table, paper_game
from tournaments.judging import call_services

PROBLEM = "() => document.querySelector('[data-recorder]').recorder.open?.name === 'problem'"
CONFLICT = "() => Boolean(document.querySelector('[data-recorder]').recorder.state.conflict)"


def said(thumb: Thumb, place: int) -> None:
    """Tap one of the answers of the question that stands there: 0 agrees, the last one refuses."""
    thumb.page.locator(f"{ASKS} .rec-chips button").nth(place).click()
    thumb.page.evaluate(DRAWN)


def undone(hall: Hall) -> Seen:
    """undo: what the other wrote; undo asked: I wait; undo asked: my answer; undo refused; undo agreed."""
    table = Table()
    table.play(seed=8, most=34)
    by = table.lines()[-1]["by"]
    phones = two(table, hall.open)
    asker, asked = phones[1 - by], phones[by]
    asker.press("undo")
    yield "undo: what the other wrote", asker.page
    for name in ("refused", "agreed"):
        if name == "agreed":
            asker.press("undo")
        asker.press("undo_confirm")
        until(asker.page, CONSENT)
        settle(asker, asked)
        until(asked.page, CONSENT)
        if name == "refused":
            yield "undo asked: I wait", asker.page
            yield "undo asked: my answer", asked.page
        said(asked, 1 if name == "refused" else 0)
        until(asked.page, f"() => !({CONSENT})()")
        settle(asker, asked)
        yield f"undo {name}", asker.page


def drawn(hall: Hall) -> Seen:
    """the end of the turn: sure; undo: only a judge."""
    table = Table()
    seat, _move, _far = before_a_move(table)
    phones = two(table, hall.open)
    phones[seat].press("end")
    yield "the end of the turn: sure", phones[seat].page
    phones[seat].press("end_confirm")
    until(
        phones[seat].page,
        "(seat) => document.querySelector('[data-recorder]').recorder.screen.asked.seat === seat",
        1 - seat,
    )
    phones[seat].press("undo")
    until(phones[seat].page, PROBLEM)
    yield "undo: only a judge", phones[seat].page


def otherwise(hall: Hall) -> Seen:
    """something else: what; something else: what changed; something else: I wait; something else: my
    answer; something else: agreed."""
    table = Table()
    seat, move, far = before_a_move(table)
    phones = two(table, hall.open)
    own, other = phones[seat], phones[1 - seat]
    own.more("something_else")
    yield "something else: what", own.page
    own.press("compose:do:move")
    for dot in (move["path"][0], far):
        own.touch(dot)
    own.press("change:damage")
    yield "something else: what changed", own.page
    own.page.select_option("[data-focus='change:field:object']", move["card"])
    own.page.fill("[data-focus='change:field:number']", "1")
    own.page.keyboard.press("Tab")
    own.press("change:add")
    own.page.fill("[data-focus='compose:text']", "!")
    own.press("compose:send")
    until(own.page, CONSENT)
    settle(other)
    until(other.page, CONSENT)
    yield "something else: I wait", own.page
    yield "something else: my answer", other.page
    said(other, 0)
    until(other.page, f"() => !({CONSENT})()")
    settle(own)
    yield "something else: agreed", own.page


def called(hall: Hall) -> Seen:
    """a judge: sure; a judge is called; the other called a judge; a judge is coming; judge: a stopped game;
    judge: what an undo changes; judge: what a correction changes; the game goes on."""
    table = Table()
    _seat, move, _far = before_a_move(table)
    phones = two(table, hall.open)
    phones[1].more("call")
    yield "a judge: sure", phones[1].page
    phones[1].page.locator(f"{ASKS} .danger").click()
    until(phones[1].page, STATE, "frozen")
    settle(*phones.values())
    until(phones[0].page, STATE, "frozen")
    yield "a judge is called", phones[1].page
    yield "the other called a judge", phones[0].page
    judge = staff_actor(table.tournament, "head_judge")
    call_services.call_claim(actor=judge, tournament=table.tournament, match_id=table.match.pk)
    settle(*phones.values())
    yield "a judge is coming", phones[0].page
    page = hall.open(judge.user).new_page()
    page.goto(f"{table.url}judge/")
    yield "judge: a stopped game", page
    page.locator("[value=without]").nth(1).click()
    page.locator("#undo .notice").wait_for()
    yield "judge: what an undo changes", page
    page.goto(f"{table.url}judge/")
    page.click("#correct > summary")
    page.select_option("[name=kind]", "damage")
    page.select_option("[name=piece]", move["card"])
    page.fill("[name=value]", "2")
    page.locator("form:has([name=kind]) [name=reason]").fill("!")
    page.click("[value=preview]")
    page.locator("#correct .notice").wait_for()
    yield "judge: what a correction changes", page
    page.goto(f"{table.url}judge/")
    page.fill("[name=minutes]", "4")
    page.click("[value=resume]")
    settle(*phones.values())
    until(phones[0].page, STATE, "open")
    yield "the game goes on", phones[0].page


def conflicting(hall: Hall) -> Seen:
    """no network: a line waits; two lines on one base: theirs; two lines on one base: mine; two lines on
    one base: I wait."""
    table = Table()
    seat, _move, _far = before_a_move(table)
    phones = two(table, hall.open)
    own, other = phones[seat], phones[1 - seat]
    count = len(lines_shown(own))
    other.page.context.set_offline(True)
    other.page.evaluate(COMMIT, [{"kind": "act", "do": "concede", "seat": 1 - seat}])
    until(other.page, OFFLINE)
    yield "no network: a line waits", other.page
    own.more("end_only")
    until(own.page, STANDS, count + 1)
    other.page.context.set_offline(False)
    other.page.evaluate("() => document.querySelector('[data-recorder]').recorder.sender.send()")
    until(other.page, SENT)
    settle(own, other)
    for name, thumb in (("two lines on one base: theirs", own), ("two lines on one base: mine", other)):
        until(thumb.page, CONFLICT)
        until(thumb.page, STANDING, "keep-head")
        yield name, thumb.page
    own.press("keep-head")
    until(own.page, SENT)
    settle(own)
    yield "two lines on one base: I wait", own.page


def alone(hall: Hall) -> Seen:
    """one phone for the table; one phone: a turn; no network and no engine; a line by hand."""
    table = Table(mode="scribe")
    own = recorder(hall.open(table.players[0].user), table.url)
    yield "one phone for the table", own.page
    own.press("take")
    until(own.page, TAKEN)
    lines = paper_game(3)
    begin({0: own, 1: own}, lines)
    play(lines[1:3], {0: own, 1: own})
    yield "one phone: a turn", own.page
    own.page.context.set_offline(True)
    own.page.evaluate(COMMIT, [{"kind": "note", "text": "!"}])
    until(own.page, OFFLINE)
    yield "no network and no engine", own.page
    own.press("compose")
    yield "a line by hand", own.page


def awake(hall: Hall) -> Seen:
    """no network: the engine here goes on."""
    table, lines = Table(mode="scribe"), paper_game(3)
    own = recorder(hall.open(table.players[0].user), table.url)
    both = {0: own, 1: own}
    own.press("take")
    until(own.page, TAKEN)
    begin(both, lines)
    play(lines[1:5], both)
    until(own.page, ENGINE)
    own.page.context.set_offline(True)
    play(lines[5:9], both)
    yield "no network: the engine here goes on", own.page


def counted(hall: Hall) -> Seen:
    """how many cards; the count is right; the count differs; the count of the other differs."""
    table = Table()
    table.begin()
    phones = two(table, hall.open)
    for seat, wrong in ((0, 0), (1, 1)):
        own = phones[seat]
        own.more("count")
        if not wrong:
            yield "how many cards", own.page
        view = own.page.evaluate(
            "(seat) => document.querySelector('[data-recorder]').recorder.screen.view.seats[seat]", seat
        )
        own.page.fill(f"{ASKS} [name=hand]", str(view["hand"]["count"] + wrong))
        own.page.fill(f"{ASKS} [name=deck]", str(view["deck"]["count"]))
        head = table.head
        own.page.click(f"{ASKS} form .primary")
        until(own.page, HEARD, head + 1)
        settle(*phones.values())
        yield "the count differs" if wrong else "the count is right", own.page
    yield "the count of the other differs", phones[0].page


def given_up(hall: Hall) -> Seen:
    """to concede: sure; to concede: not yet."""
    table = Corrected(approved=True)
    table.begin()
    phones = two(table, hall.open)
    phones[0].more("concede:0")
    yield "to concede: sure", phones[0].page
    if "concede_confirm" in phones[0].look()["buttons"]:
        phones[0].press("concede_confirm")
        until(phones[0].page, PROBLEM)
    yield "to concede: not yet", phones[0].page


def timed(hall: Hall) -> Seen:
    """a minute left; time is up: my turn; time is up: the other's turn; time: sure; the game is over; to
    sign; I have signed; all have signed; my match after it; the replay."""
    table = Table(template="constructed-quick")
    table.begin()
    round_ = table.match.round
    clock = type(round_).objects.filter(pk=round_.pk)
    clock.update(
        started_at=timezone.now() - timedelta(minutes=round_.minutes - 1), paused_at=None, paused_seconds=0
    )
    phones = two(table, hall.open)
    yield "a minute left", phones[0].page
    clock.update(started_at=timezone.now() - timedelta(minutes=round_.minutes + 1))
    settle(*phones.values())
    until(phones[0].page, STANDING, "time")
    yield "time is up: my turn", phones[0].page
    yield "time is up: the other's turn", phones[1].page
    phones[0].press("time")
    yield "time: sure", phones[0].page
    phones[0].press("time_confirm")
    until(phones[0].page, STANDING, "write_end")
    yield "the game is over", phones[0].page
    phones[0].press("write_end")
    for thumb in phones.values():
        settle(thumb)
        until(thumb.page, CAN_SIGN)
    yield "to sign", phones[0].page
    phones[0].press("sign")
    until(phones[0].page, SIGNED)
    yield "I have signed", phones[0].page
    settle(phones[1])
    phones[1].press("sign")
    until(phones[1].page, SIGNED)
    settle(phones[0])
    yield "all have signed", phones[0].page
    page = phones[1].page
    page.goto(f"/t/{table.tournament.slug}/me/")
    yield "my match after it", page
    page.goto(f"/t/{table.tournament.slug}/boards/{table.recording.pk}/replay/")
    yield "the replay", page


def spoken(hall: Hall) -> Seen:
    """written for me: is it right; written for the other."""
    table = Table()
    table.begin()
    phones = two(table, hall.open)
    for thumb in phones.values():
        until(thumb.page, KNOWN)
    spoken_for(phones, 2)
    settle(*phones.values())
    yield "written for me: is it right", phones[1].page
    yield "written for the other", phones[0].page


def practised(hall: Hall) -> Seen:
    """practice: the first hands; practice: a turn; practice: a card; practice: over."""
    page = hall.open(make_user()).new_page()
    page.goto("/practice/")
    page.select_option("select[name=against]", "both")
    with page.expect_navigation():
        page.click("main form button")
    page.locator("[data-focus^='begin:']").first.wait_for()
    yield "practice: the first hands", page
    page.locator("[data-focus^='begin:']").first.click()
    page.locator(f"{ASKS} .rec-button.face").first.wait_for()
    yield "practice: a turn", page
    page.locator(f"{ASKS} .rec-button.face").first.click()
    page.locator(f"{ASKS} .rec-text").wait_for()
    yield "practice: a card", page
    page.keyboard.press("Escape")
    own = Thumb(page)
    own.more("concede:0")
    own.press("concede_confirm")
    page.locator("[data-focus=write_end]").click()
    page.locator(f"{ASKS} a.primary").wait_for()
    yield "practice: over", page


def beside(hall: Hall) -> Seen:
    """notes of a hand; another phone."""
    table = Table()
    table.play(seed=8, most=40)
    page = hall.open(table.players[0].user).new_page()
    for name, place in (("notes of a hand", "hand/"), ("another phone", "pair/")):
        page.goto(f"{table.url}{place}")
        yield name, page


STORIES = (
    Story(undone),
    Story(drawn),
    Story(otherwise),
    Story(called),
    Story(conflicting),
    Story(alone),
    Story(awake, engine=True),
    Story(counted),
    Story(given_up),
    Story(timed),
    Story(spoken),
    Story(practised),
    Story(beside),
)
