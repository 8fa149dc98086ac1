"""The states of the recorder of Z/X, story by story; the docstring of a story names its states, in their order."""

from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page

from benchmarks.drills.states import Hall, Seen, Story
from tests.browser.recorder_hall import KEPT, idle, press
from tests.browser.recorder_player import until
from tests.browser.test_recorder_zx import asks_again, lay_out, opened, pay_otherwise, tap
from tests.browser.test_recorder_zx_offline import ENGINE, GONE_DARK, READY
from tests.tournaments.hall import make_user, staff_actor
from tests.tournaments.recordings.zx_table import Body, ZxTable
from tournaments.judging import call_services

ASKED = "input[name=answer], .rec-ask button[name=answer], #zx-name"


def place_of(table: ZxTable, **wanted: object) -> int:
    """The first line of the game that says this; ``name=True``: that names it at all."""
    return next(
        at
        for at, body in enumerate(table.game.bodies)
        if all(name in body if value is True else body.get(name) == value for name, value in wanted.items())
    )


def at_line(hall: Hall, template: str = "zx-community", **wanted: object) -> tuple[Page, Page, Body]:
    """The phones of who writes the first such line, and of the other, with all recorded before it.

    The table is one of its own: what opens its page takes the place of the phone that wrote.
    """
    table = ZxTable(template=template)
    place = place_of(table, **wanted)
    table.record(place)
    body = table.game.bodies[place]
    seat = int(body.get("seat", 0))
    return opened(table, hall.open, seat), opened(table, hall.open, 1 - seat), body


def begun(page: Page, body: Body) -> None:
    """Tap what a line begins with: a card by its link."""
    card = str(body["card"])
    called = (card if card[0] == "#" else f"card:{card}").replace(":", "%3A").replace("#", "%23")
    page.locator(f'a[href^="?pick={called}#"]').first.evaluate(
        "(one) => { const more = one.closest('details'); if (more) more.open = true; one.click(); }"
    )
    idle(page)
    page.locator(".rec-ask .rec-chips").first.wait_for()


def laid(hall: Hall) -> Seen:
    """zx: lay out; zx: laid out, the other not; zx: who begins; zx: the first hand; zx: the other keeps."""
    table = ZxTable()
    phones = [opened(table, hall.open, seat) for seat in (0, 1)]
    yield "zx: lay out", phones[0]
    lay_out(phones[0], table.game.bodies[0])
    phones[0].locator("form:has(input[name=dynamis])").wait_for(state="detached")
    yield "zx: laid out, the other not", phones[0]
    lay_out(phones[1], table.game.bodies[1])
    phones[0].goto(table.url)
    yield "zx: who begins", phones[0]
    press(phones[0], table.game.bodies[2])
    keeps = int(table.game.bodies[3]["seat"])
    for page in phones:
        page.goto(table.url)
    yield "zx: the first hand", phones[keeps]
    yield "zx: the other keeps", phones[1 - keeps]


def turns(hall: Hall) -> Seen:
    """zx: a card for Resource; zx: Main Phase; zx: where a card goes; zx: pay with other cards; zx: the other's turn;
    zx: a card that attacks; zx: an attack, my answer; zx: an attack, I wait; zx: the end of the turn asked;
    zx: Ignition."""
    own, other, _body = at_line(hall, do="resource")
    yield "zx: a card for Resource", own
    own, other, body = at_line(hall, do="play", square=True)
    yield "zx: Main Phase", own
    begun(own, body)
    yield "zx: where a card goes", own
    own.locator(".rec-ask details summary").first.click()
    yield "zx: pay with other cards", own
    yield "zx: the other's turn", other
    own, other, body = at_line(hall, do="attack")
    begun(own, body)
    yield "zx: a card that attacks", own
    own, other, _body = at_line(hall, do="pass")
    yield "zx: an attack, my answer", own
    yield "zx: an attack, I wait", other
    own, other, _body = at_line(hall, do="next")
    if own.locator(".rec-onward a").count():
        own.locator(".rec-onward a").click()
        idle(own)
    yield "zx: the end of the turn asked", own
    own, other, _body = at_line(hall, do="ignite")
    yield "zx: Ignition", own


def asked(hall: Hall) -> Seen:
    """zx: a choice; zx: name a card that was turned up; zx: which Life card;
    zx: the Life card is named; zx: beside it."""
    own, _other, body = at_line(hall, answers=True)
    first_tap(own, body)
    own.locator(ASKED).first.wait_for()
    yield "zx: a choice", own
    own, _other, body = at_line(hall, do="ignite", shown=True)
    first_tap(own, body)
    own.locator("#zx-name").wait_for()
    yield "zx: name a card that was turned up", own
    own, other, body = at_line(hall, do="pass", shown=True)
    first_tap(own, body)
    own.locator(".rec-ask [name=answer]").first.wait_for()
    yield "zx: which Life card", own
    own.locator(".rec-ask [name=answer]").first.click()
    idle(own)
    other.reload()
    mine = own if own.locator("#zx-name").count() else other
    mine.locator("#zx-name").wait_for()
    yield "zx: the Life card is named", mine
    yield "zx: beside it", own if mine is other else other


def first_tap(page: Page, body: Body) -> None:
    """Tap a line as far as it asks something."""
    line = {name: value for name, value in body.items() if name not in ("answers", "shown", "hand")}
    if "card" in line:
        begun(page, body)
    if line["do"] == "next":
        asks_again(page)
    if not press(page, line):
        pay_otherwise(page, line)
    idle(page)


def by_hand(hall: Hall) -> Seen:
    """zx: something else; zx: something else, my answer; zx: undo: what the other wrote; zx: undo asked, I wait;
    zx: undo asked, my answer; zx: undo refused."""
    own, other, body = at_line(hall, do="play", square=True)
    own.locator(".zx-compose").evaluate(
        "(one) => { one.closest('details').open = true; one.scrollIntoView(); }"
    )
    yield "zx: something else", own
    own.select_option(".zx-compose [name=row]", "draw")
    own.select_option(".zx-compose [name=piece]", f"seat:{body['seat']}")
    own.fill(".zx-compose [name=value]", "2")
    own.fill(".zx-compose [name=text]", "!")
    own.click(".zx-compose [name=body]")
    idle(own)
    other.reload()
    yield "zx: something else, my answer", other
    other.locator(".rec-ask button[value*=refuse]").click()
    idle(other)
    own.reload()
    other.reload()
    asker = next(page for page in (other, own) if page.locator("button[value*='\"from\"']").count())
    answerer = own if asker is other else other
    ask = asker.locator("button[value*='\"from\"']").first
    ask.evaluate("(one) => { const more = one.closest('details'); if (more) more.open = true; }")
    yield "zx: undo: what the other wrote", asker
    ask.click()
    idle(asker)
    answerer.reload()
    yield "zx: undo asked, I wait", asker
    yield "zx: undo asked, my answer", answerer
    answerer.locator(".rec-ask button[value*=refuse]").click()
    idle(answerer)
    asker.reload()
    yield "zx: undo refused", asker


def strict(hall: Hall) -> Seen:
    """zx: a line by hand."""
    own, _other, _body = at_line(hall, template="zx-championship", do="resource")
    yield "zx: a line by hand", own


def stopped(hall: Hall) -> Seen:
    """zx: a judge: sure; zx: a judge is called; zx: a judge is coming; zx judge: a stopped game;
    zx judge: what an undo changes; zx judge: what a correction changes; zx: the game goes on."""
    table = ZxTable()
    place = place_of(table, do="play", square=True)
    table.record(place + 1)
    seat = int(table.game.bodies[place]["seat"])
    own, other = (opened(table, hall.open, one) for one in (seat, 1 - seat))
    own.locator(".rec-quick summary.danger").click()
    yield "zx: a judge: sure", own
    own.locator(".rec-quick button.danger").click()
    idle(own)
    yield "zx: a judge is called", own
    judge = staff_actor(table.tournament, "head_judge")
    call_services.call_claim(actor=judge, tournament=table.tournament, match_id=table.match.pk)
    other.reload()
    yield "zx: a judge is coming", other
    page = hall.open(judge.user).new_page()
    page.goto(f"{table.url}judge/")
    yield "zx judge: a stopped game", page
    page.locator("[value=without]").nth(1).click()
    page.locator("#undo .notice").wait_for()
    yield "zx judge: what an undo changes", page
    page.goto(f"{table.url}judge/")
    page.click("#correct > summary")
    page.select_option("[name=kind]", "draw")
    page.select_option("[name=piece]", f"seat:{seat}")
    page.fill("[name=value]", "1")
    page.locator("form:has([name=kind]) [name=reason]").fill("!")
    page.click("[value=preview]")
    page.locator("#correct .notice").wait_for()
    yield "zx judge: what a correction changes", page
    page.goto(f"{table.url}judge/")
    page.fill("[name=minutes]", "4")
    page.click("[value=resume]")
    other.reload()
    yield "zx: the game goes on", other


def timed(hall: Hall) -> Seen:
    """zx: time is up; zx: the game is over; zx: signatures wait; zx: to sign; zx: all have signed; zx: the replay."""
    table = ZxTable()
    table.record(place_of(table, do="play", square=True) + 1)
    rounds = type(table.match.round).objects.filter(pk=table.match.round_id)
    rounds.update(started_at=timezone.now() - timedelta(hours=9))
    phones = [opened(table, hall.open, seat) for seat in (0, 1)]
    own = next(page for page in phones if page.locator('button[value*=\'"do":"time"\']').count())
    yield "zx: time is up", own
    for seat, page in enumerate(phones):
        if page is own:
            press(page, {"kind": "act", "do": "concede", "seat": seat})
    own.goto(table.url)
    yield "zx: the game is over", own
    own.locator(".rec-ask button.primary").click()
    idle(own)
    own.goto(table.url)
    yield "zx: signatures wait", own
    for page in phones:
        page.goto(f"{table.url}sign/")
        if page is phones[0]:
            yield "zx: to sign", page
        page.locator("main form button.primary").first.click()
        page.wait_for_load_state()
    phones[0].goto(table.url)
    yield "zx: all have signed", phones[0]
    phones[0].goto(f"/t/{table.tournament.slug}/boards/{table.recording.pk}/replay/")
    yield "zx: the replay", phones[0]


def practised(hall: Hall) -> Seen:
    """zx practice: the first hands; zx practice: a turn; zx practice: a card."""
    page = hall.open(make_user()).new_page()
    page.goto("/practice/")
    page.select_option("select[name=game]", "zx")
    page.select_option("select[name=against]", "both")
    _leave(page, "main form button")
    yield "zx practice: the first hands", page
    for _player in range(2):
        _leave(page, ".rec-ask button[value*=keep]")
    _leave(page, ".rec-onward button, .rec-ask .rec-chips button")
    yield "zx practice: a turn", page
    _leave(page, ".zx-rec-hand a")
    yield "zx practice: a card", page


def _leave(page: Page, what: str) -> None:
    with page.expect_navigation():
        page.locator(what).first.click()


def dark(hall: Hall) -> Seen:
    """zx: no network, the engine here goes on."""
    own, _other, body = at_line(hall, do="play", square=True)
    for ready in (READY, ENGINE, KEPT):
        until(own, ready)
    own.context.set_offline(True)
    until(own, GONE_DARK)
    tap(own, body)
    yield "zx: no network, the engine here goes on", own


STORIES = (
    Story(laid),
    Story(turns),
    Story(asked),
    Story(by_hand),
    Story(strict),
    Story(stopped),
    Story(timed),
    Story(practised),
    Story(dark, engine=True),
)
