"""Recording a game by tapping, in Chromium: two phones, no network, no engine, a killed page, somebody else's phone."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from rules_engine.x610z.audit import audit
from rules_engine.x610z.board import load_board
from tests.browser.recorder_hall import (
    CAN_SIGN,
    CONSENT,
    ENGINE,
    GAME_LINES,
    KEPT,
    LONG,
    OFFLINE,
    READY,
    REFRESH,
    SENT,
    SIGNED,
    STANDS,
    STATE,
    WAITING,
    WIDE,
    Open,
    accessible,
    begin,
    lines_shown,
    recorder,
    two,
    written,
)
from tests.browser.recorder_player import play, until
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Table, long_enough, paper_game
from x610z_site.accounts.models import Session as SignedIn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.journey
def test_two_phones_record_a_game_by_tapping_and_its_log_is_the_game(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(), paper_game(long_enough(GAME_LINES))
    phones = {
        0: recorder(phone_of(table.players[0].user), table.url),
        1: recorder(phone_of(table.players[1].user, WIDE, locale="nl-NL"), table.url),
    }
    accessible(phones[0].page)
    begin(phones, lines)
    played = lines[1:]
    play(played, phones)
    assert written(table) == played
    shown, earlier = (
        phones[0].page.locator("[data-rec=log] > li"),
        phones[0].page.locator("[data-rec=earlier]"),
    )
    assert (shown.count(), len(lines_shown(phones[0])) > 40) == (40, True), "a long log is drawn page by page"
    while earlier.is_visible():
        earlier.click()
    assert shown.count() == len(lines_shown(phones[0]))
    phones[0].press("write_end")
    for thumb in phones.values():
        thumb.page.evaluate("() => document.querySelector('[data-recorder]').recorder.refresh()")
        until(thumb.page, CAN_SIGN, patience=LONG)
        thumb.press("sign")
        until(thumb.page, SIGNED, patience=LONG)
    assert table.fresh().state == "signed"
    taps = [count for thumb in phones.values() for _do, count in thumb.by_line]
    assert sum(1 for count in taps if count <= 3) >= 0.9 * len(taps)
    assert sum(taps) * 150 <= 250 * len(played)
    for thumb in phones.values():
        accessible(thumb.page)
        small = thumb.page.evaluate(
            "() => Array.from(document.querySelectorAll('[data-recorder] button')).filter((b) => b.offsetParent)"
            ".map((b) => b.getBoundingClientRect()).filter((r) => r.height < 48 || r.width < 48).length"
        )
        assert small == 0
    assert problems == []


def test_a_call_freezes_both_phones_and_whoever_called_may_withdraw(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    phones = {seat: recorder(phone_of(table.players[seat].user), table.url) for seat in (0, 1)}
    begin(phones, paper_game(3))
    phones[1].more("call")
    phones[1].page.locator("[data-rec=ask] .danger").click()
    frozen = "() => document.querySelector('[data-recorder]').recorder.state.state === 'frozen'"
    for thumb in phones.values():
        thumb.page.evaluate("() => document.querySelector('[data-recorder]').recorder.refresh()")
        until(thumb.page, frozen, patience=LONG)
        assert thumb.look()["buttons"].count("nobody") == 0
    assert problems == []


def test_without_network_the_engine_of_the_phone_goes_on_and_the_log_has_the_same_hash(
    phone_of: Open, problems: list[str], runtime: None
) -> None:
    table, lines = Table(mode="scribe"), paper_game(long_enough(GAME_LINES))
    seen, there_after = (20, 150) if GAME_LINES else (5, 29)
    thumb = recorder(phone_of(table.players[0].user), table.url)
    page, both = thumb.page, {0: thumb, 1: thumb}
    thumb.press("take")
    until(page, "() => document.querySelector('[data-recorder]').recorder.mine.length === 2", patience=LONG)
    begin(both, lines)
    play(lines[1:seen], both)
    until(page, ENGINE, patience=LONG)
    assert page.locator("[data-recorder]").get_attribute("data-engine") == "ready"
    page.context.set_offline(True)
    play(lines[seen:there_after], both)
    assert page.locator("[data-rec=age]").is_visible()
    assert table.fresh().head == seen
    here = page.evaluate("() => document.querySelector('[data-recorder]').recorder.screen.log_sha256")
    posts: list[str] = []
    page.on("request", lambda sent: posts.append(sent.url) if sent.method == "POST" else None)
    page.context.set_offline(False)
    until(page, SENT, patience=LONG)
    assert sum(1 for url in posts if "entries.json?" in url) == 1
    there = page.evaluate("() => document.querySelector('[data-recorder]').recorder.state.screen.log_sha256")
    assert there == here and written(table) == lines[1:there_after]
    assert problems == []


@pytest.mark.journey
def test_without_network_and_without_the_engine_nothing_is_blocked_and_a_killed_page_loses_nothing(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table, lines = Table(mode="scribe"), paper_game(3)
    context = phone_of(table.players[0].user)
    thumb = recorder(context, table.url)
    page, both = thumb.page, {0: thumb, 1: thumb}
    thumb.press("take")
    until(page, "() => document.querySelector('[data-recorder]').recorder.mine.length === 2", patience=LONG)
    begin(both, lines)
    play(lines[1:3], both)
    until(page, KEPT, patience=LONG)
    context.set_offline(True)
    page.evaluate(
        "() => document.querySelector('[data-recorder]').recorder.commit([{ kind: 'note', text: 'no net' }])"
    )
    until(page, OFFLINE, patience=LONG)
    assert "compose" in thumb.look()["buttons"]
    thumb.press("compose")
    thumb.press("compose:do:end")
    thumb.press("compose:send")
    until(page, WAITING, 2, patience=LONG)
    accessible(page)
    page.close()  # as a phone kills a tab
    again = context.new_page()
    again.goto(table.url)
    until(again, READY, patience=LONG)
    assert again.evaluate("() => Boolean(document.body.dataset.keptAt)")
    assert again.locator("[data-recorder]").get_attribute("data-waiting") == "2"
    context.set_offline(False)
    again.evaluate("() => document.querySelector('[data-recorder]').recorder.sender.send()")
    until(again, SENT, patience=LONG)
    entries = table.clients[0].get(f"{table.url}state.json").json()["entries"]
    assert [entry["body"].get("kind") for entry in entries[-2:]] == ["note", "act"]
    assert entries[-2]["body"]["text"] == "no net"
    assert len({(entry["device"], entry["device_seq"]) for entry in entries}) == len(entries)
    assert problems == []


def test_a_script_in_a_note_is_text_on_every_phone(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    table.begin()
    table.phones[1].write({"kind": "note", "text": "<img src=x onerror=alert(1)><script>alert(2)</script>"})
    thumb = recorder(phone_of(table.players[0].user), table.url)
    assert "<script>alert(2)</script>" in thumb.page.inner_text("[data-rec=log]")
    assert thumb.page.locator("[data-rec=log] img, [data-rec=log] script").count() == 0
    assert problems == []


def test_my_match_is_kept_for_its_player_with_its_age_and_gone_at_sign_out(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    context = phone_of(table.players[0].user)
    page = context.new_page()
    mine, other = f"/t/{table.tournament.slug}/me/", f"/t/{table.tournament.slug}/standings/"
    page.goto(mine)
    until(page, KEPT, patience=LONG)
    page.goto(other)
    context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(other)
    page = context.new_page()  # the failed one is still showing its failure
    page.goto(mine)
    assert page.locator("#live-status").is_visible()
    assert page.locator("h1").count() == 1
    context.set_offline(False)
    page.goto(mine)
    with page.expect_navigation():
        page.evaluate(
            "async () => { const token = JSON.parse(document.body.getAttribute('hx-headers'))['X-CSRFToken'];"
            " const form = document.createElement('form'); form.method = 'post'; form.action = '/sign-out/';"
            " const field = document.createElement('input'); field.name = 'csrfmiddlewaretoken'; field.value = token;"
            " form.append(field); document.body.append(form); form.submit(); }"
        )
    until(
        page,
        "() => caches.keys().then((names) => !names.some((name) => name.startsWith('own-')))",
        patience=LONG,
    )
    context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(mine)
    context.set_offline(False)


def test_what_was_kept_goes_when_the_session_was_ended_elsewhere(phone_of: Open, no_runtime: None) -> None:
    table = Table()
    context = phone_of(table.players[0].user)
    page = context.new_page()
    mine = f"/t/{table.tournament.slug}/me/"
    page.goto(mine)
    until(page, KEPT, patience=LONG)
    page.goto(mine)
    SignedIn.objects.all().delete()
    page.goto(mine)
    assert "/sign-in/" in page.url
    until(
        page,
        "() => caches.keys().then((names) => !names.some((name) => name.startsWith('own-')))",
        patience=LONG,
    )


def test_only_ones_own_pages_may_be_kept_and_only_they_may_start_workers() -> None:
    table = Table()
    mine = table.clients[0].get(f"/t/{table.tournament.slug}/me/")
    assert mine["Keep-Offline"] == str(table.players[0].user.pk)
    assert "worker-src 'self'" in mine["Content-Security-Policy"]
    assert "no-store" in mine["Cache-Control"]
    assert "unsafe" not in mine["Content-Security-Policy"]
    for path in (
        "/",
        f"/t/{table.tournament.slug}/",
        f"/t/{table.tournament.slug}/standings/",
        "/me/account/",
    ):
        answer = table.clients[0].get(path)
        assert "Keep-Offline" not in answer, path
        assert "worker-src 'none'" in answer["Content-Security-Policy"], path


# --- what happens at a table: something else, undo, a judge, time, two branches ---------------------------------------


def before_a_move(table: Table) -> tuple[int, dict[str, Any], str]:
    """Play up to the first move of a game: whose it is, the move, and a dot no line joins with its start (600.3)."""
    game = paper_game(3)
    place = next(number for number, line in enumerate(game) if line.get("do") == "move")
    table.play(most=place)
    board, move = load_board(), game[place]
    start = board.number[move["path"][0]]
    far = next(
        name for name, dot in board.number.items() if dot != start and dot not in board.neighbours[start]
    )
    return move["seat"], move, far


def test_a_jump_that_both_agree_on_stands_with_its_rule_and_what_really_changed(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    seat, move, far = before_a_move(table)
    phones = two(table, phone_of)
    own, other = phones[seat], phones[1 - seat]
    count = len(lines_shown(own))
    own.more("something_else")
    own.press("compose:do:move")
    for dot in (move["path"][0], move["path"][-1], far):
        own.touch(dot)
    for _wrong in range(
        2
    ):  # a tap on the board leaves the focus nowhere: Escape takes the tap back all the same
        own.page.keyboard.press("Escape")
    own.touch(far)
    own.press("change:damage")
    own.page.select_option("[data-focus='change:field:object']", move["card"])
    own.page.fill("[data-focus='change:field:number']", "1")
    own.page.keyboard.press("Tab")
    own.press("change:add")
    own.page.fill("[data-focus='compose:text']", "we saw it one line later")
    accessible(own.page)
    own.press("compose:send")
    until(own.page, CONSENT, patience=LONG)
    assert lines_shown(other)[-1]["status"] == "ok"
    said = other.page.inner_text("[data-rec=ask]")
    assert "we saw it one line later" in said and far in said and "Damage" in said
    assert other.page.is_hidden("[data-rec=tools]"), "nothing covers what is to be answered"
    other.press("Agree")
    until(other.page, STANDS, count + 2, patience=LONG)
    for thumb in phones.values():
        bad, agreed = lines_shown(thumb)[-2:]
        assert (bad["status"], bad["problem"]["rule"]) == ("agreed", "600.3")
        assert "problem" not in agreed
    report = audit(table.clients[0].get(f"{table.url}log.jsonl").content, lenient=True)
    assert report.verdict == "violation" and report.finding is not None and report.finding.rule == "600.3"
    until(own.page, STATE, "open", patience=LONG)
    assert "end" in own.look()["buttons"]
    other.more(f"concede:{1 - seat}")
    other.press("concede_confirm")
    until(other.page, "() => Boolean(document.querySelector('[data-focus=write_end]'))", patience=LONG)
    other.press("write_end")
    until(other.page, CAN_SIGN, patience=LONG)
    judged = audit(table.clients[0].get(f"{table.url}log.jsonl").content, lenient=True)
    assert judged.finding is not None and judged.result is not None
    assert (judged.finding.line, judged.finding.rule) == (report.finding.line, "600.3")
    assert judged.result.winners == (seat,)
    assert problems == []


def test_an_own_line_is_undone_by_one_tap_and_a_judge_mends_and_lets_the_game_go_on(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    seat, move, _far = before_a_move(table)
    phones = two(table, phone_of)
    own, other = phones[seat], phones[1 - seat]
    count = len(lines_shown(own))
    own.more("end_only")
    until(own.page, STANDS, count + 1, patience=LONG)
    taps = own.taps
    own.press("undo")
    until(
        own.page,
        "() => document.querySelector('[data-recorder]').recorder.screen.asked.kind === 'turn'",
        patience=LONG,
    )
    assert own.taps - taps == 1
    own.end_turn()  # end, proceed, proceed: the other player draws
    until(
        own.page,
        "(seat) => document.querySelector('[data-recorder]').recorder.screen.asked.seat === seat",
        1 - seat,
        patience=LONG,
    )
    own.press("undo")
    until(
        own.page,
        "() => document.querySelector('[data-recorder]').recorder.open?.name === 'problem'",
        patience=LONG,
    )
    assert "judge" in own.page.inner_text("[data-rec=ask]")
    own.page.evaluate("() => document.querySelector('[data-recorder]').recorder.cancel()")
    other.more("call")
    other.page.locator("[data-rec=ask] .danger").click()
    until(own.page, STATE, "frozen", patience=LONG)  # by itself: nobody asks this phone to look
    official = staff_actor(table.tournament, "head_judge")
    page = phone_of(official.user, WIDE).new_page()
    page.goto(f"{table.url}judge/")
    accessible(page)
    assert "1 x drawn" in page.inner_text("main")
    page.click("summary:has-text('Correct the position')")
    page.select_option("[name=kind]", "damage")
    page.select_option("[name=piece]", move["card"])
    page.fill("[name=value]", "2")
    page.locator("form:has([name=kind]) [name=reason]").fill("counted again")
    page.click("[value=correct]")
    page.fill("[name=minutes]", "4")
    page.click("[value=resume]")
    for thumb in phones.values():
        until(thumb.page, STATE, "open", patience=LONG)
        pawns = thumb.page.evaluate(
            "() => document.querySelector('[data-recorder]').recorder.screen.view.pawns"
        )
        assert {pawn["oid"]: pawn["damage"] for pawn in pawns}[move["card"]] == 2
    assert not page.locator("[value=extend]").count(), "the same button gave the time back"
    table.match.refresh_from_db()
    assert table.match.extension_minutes == 4
    until(own.page, "() => !document.querySelector('[data-recorder]').recorder.timeIsUp()", patience=LONG)
    assert problems == []


def test_time_is_offered_when_the_table_has_none_left_and_is_a_draw_that_both_sign(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table(template="constructed-quick")
    table.begin()
    round_, match = table.match.round, table.match
    type(match).objects.filter(pk=match.pk).update(extension_minutes=4)
    clock = type(round_).objects.filter(pk=round_.pk)

    def over_since(minutes: int) -> None:
        played = timedelta(minutes=round_.minutes + minutes)
        clock.update(started_at=timezone.now() - played, paused_at=None, paused_seconds=0)

    over_since(1)
    phones = two(table, phone_of)
    for thumb in phones.values():
        assert thumb.page.locator("[data-focus=time]").count() == 0  # the room is over, this table is not
        assert re.fullmatch(r"[0-3]:\d\d left", thumb.page.inner_text("[data-rec=clock]"))
    over_since(5)
    phones[0].page.evaluate(REFRESH)
    until(phones[0].page, "() => Boolean(document.querySelector('[data-focus=time]'))", patience=LONG)
    assert re.fullmatch(r"Time is up \+\d+:\d\d", phones[0].page.inner_text("[data-rec=clock]"))
    before = table.head
    phones[0].press("time")
    until(phones[0].page, "() => Boolean(document.querySelector('[data-focus=time_confirm]'))", patience=LONG)
    assert table.head == before, "a tap on what comes by itself ends no game"
    phones[0].press("time_confirm")
    until(phones[0].page, "() => Boolean(document.querySelector('[data-focus=write_end]'))", patience=LONG)
    assert "106.1a" in phones[0].page.inner_text("[data-rec=ask]")
    phones[0].press("write_end")
    for thumb in phones.values():
        thumb.page.evaluate(REFRESH)
        until(thumb.page, CAN_SIGN, patience=LONG)
        thumb.press("sign")
        until(thumb.page, SIGNED, patience=LONG)
    assert table.fresh().state == "signed" and table.recording.result["draw"] is True
    assert problems == []


BEGINS_IN_VIEW = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [asks, strip] = [box("[data-rec=ask]"), box(".rec-strip")];
  return asks.top >= strip.bottom - 1 && asks.top < innerHeight;
}"""


def test_two_phones_on_one_base_keep_both_lines_until_both_players_have_chosen(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    seat, _move, _far = before_a_move(table)
    phones = two(table, phone_of)
    own, other = phones[seat], phones[1 - seat]
    count = len(lines_shown(own))
    lines_shown(other)
    other.page.context.set_offline(True)
    other.page.evaluate(
        "(seat) => document.querySelector('[data-recorder]').recorder.commit([{ kind: 'act', do: 'concede', seat }])",
        1 - seat,
    )
    until(other.page, OFFLINE, patience=LONG)
    own.more("end_only")
    until(own.page, STANDS, count + 1, patience=LONG)
    own.press("nobody")
    until(own.page, STANDS, count + 2, patience=LONG)
    other.page.context.set_offline(False)
    until(other.page, SENT, patience=LONG)
    conflict = "() => Boolean(document.querySelector('[data-recorder]').recorder.state.conflict)"
    for thumb in phones.values():
        thumb.page.evaluate(REFRESH)
        until(thumb.page, conflict, patience=LONG)
        assert thumb.page.locator(".rec-branch li").count() >= 2
        assert thumb.page.evaluate(BEGINS_IN_VIEW), "what stops the game is seen, wherever the page stood"
    accessible(own.page)
    for thumb in phones.values():
        thumb.page.evaluate(REFRESH)
        thumb.press("keep-head")
        until(thumb.page, SENT, patience=LONG)
        if thumb is own:
            told = "document.querySelector('[data-rec=ask]').textContent.includes('is asked to agree')"
            until(thumb.page, f"() => {told}", patience=LONG)
    for thumb in phones.values():
        assert len(lines_shown(thumb)) == count + 2
        until(thumb.page, f"() => !({conflict})()", patience=LONG)
    assert problems == []


# --- taps that come close together ------------------------------------------------------------------------------------

IN_ONE_FRAME = """async (names) => {
  const { recorder } = document.querySelector("[data-recorder]");
  names.forEach((name) => document.querySelector(`[data-recorder] button[data-focus="${name}"]`).click());
  const felt = document.querySelectorAll("[data-recorder] .felt").length, { due } = recorder.taps;
  await due;
  return [felt, Boolean(due)];
}"""
RECORDER = "document.querySelector('[data-recorder]').recorder"


def test_two_taps_in_one_frame_both_count_in_their_order_and_one_line_takes_one(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    seat, _move, _far = before_a_move(table)
    own = two(table, phone_of)[seat]
    count = len(lines_shown(own))
    own.more("something_else")
    assert own.look()["mode"] == "compose"
    felt = own.page.evaluate(IN_ONE_FRAME, ["compose:do:end", "compose:do:move"])
    assert felt == [1, True], "both wait behind the frame that shows the last of them"
    assert own.page.evaluate(f"() => {RECORDER}.open.draft.do") == "move"
    # The first writes the line; the second was made for the screen on which it was not yet written.
    own.page.evaluate(IN_ONE_FRAME, ["compose:do:end", "cancel"])
    assert own.look()["mode"] == "", "what the first had drawn anew is the same way back"
    own.page.evaluate(IN_ONE_FRAME, ["end_only", "end_only"])
    until(own.page, STANDS, count + 1, patience=LONG)
    until(own.page, SENT, patience=LONG)
    assert len(lines_shown(own)) == count + 1
    assert problems == []


def test_a_tap_made_before_the_game_went_on_is_for_nothing_that_stands_there_now(
    phone_of: Open, problems: list[str], no_runtime: None
) -> None:
    table = Table()
    seat, _move, _far = before_a_move(table)
    own = recorder(phone_of(table.players[seat].user), table.url)
    count = len(lines_shown(own))
    table.phones[1 - seat].write({"kind": "note", "text": "somebody else was quicker"})
    # The news arrives between the tap and the frame behind which it is done.
    own.page.evaluate(
        """async () => {
  const { recorder } = document.querySelector("[data-recorder]");
  const told = await (await fetch(recorder.root.dataset.stateUrl)).json();
  document.querySelector("[data-recorder] button[data-focus=end]").click();
  await recorder.show(told);
  await recorder.taps.due;
}"""
    )
    assert (
        own.page.inner_text("[data-rec=alert]")
        == "The game has gone on meanwhile, so your tap was not recorded. Look, and tap again."
    )
    assert len(lines_shown(own)) == count + 1
    own.end_turn()
    until(own.page, STANDS, count + 4, patience=LONG)
    assert problems == []
