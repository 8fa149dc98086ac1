"""The states of the recorder of X610Z, story by story: each leads phones there by what their screens offer.

The docstring of a story names its states, in their order.
"""

from benchmarks.drills.states import Hall, Seen, Story
from rules_engine.x610z.cards import load_pool
from tests.browser.recorder_hall import REFRESH, begin, recorder, two
from tests.browser.recorder_player import Thumb, compact, play, together, until
from tests.browser.test_recorder_begun import DRAWN, where_a_dot_destroys
from tests.browser.test_recorder_strip import hand_of
from tests.browser.test_recorder_table import RESOLVE, RICH, Corrected, cast
from tests.browser.test_recorder_told import with_effects
from tests.tournaments.recordings.table import Table, card_number

ASKS = "[data-rec=ask]"
NEED = "() => document.querySelector('[data-recorder]').recorder.open?.name === 'need'"
STANDING = "(focus) => Boolean(document.querySelector(`[data-focus='${focus}']`))"


def settle(*thumbs: Thumb) -> None:
    """Let phones hear of everything, and draw it."""
    for thumb in thumbs:
        thumb.page.evaluate(REFRESH)
        thumb.page.evaluate(DRAWN)


def beginning(hall: Hall) -> Seen:
    """who goes first; the first hand; the other looks at the first hand; the other begins; both hands are
    kept; how many other cards."""
    phones = two(Table(), hall.open)
    yield "who goes first", phones[0].page
    begin(phones, [{"value": 0}])
    phones[1].page.locator("[data-focus=keep_hand]").wait_for()
    yield "the first hand", phones[1].page
    yield "the other looks at the first hand", phones[0].page
    phones[1].press("keep_hand")
    together(phones, phones[1])
    settle(*phones.values())
    yield "the other begins", phones[1].page
    yield "both hands are kept", phones[0].page
    phones[1].press("other_hand")
    yield "how many other cards", phones[1].page


def turn(hall: Hall) -> Seen:
    """my turn; the other's turn; more; all cards; a card chosen; what a pawn is."""
    table = Table()
    table.play(seed=8, most=34)
    phones = two(table, hall.open)
    own = hand_of(phones)
    other = next(thumb for thumb in phones.values() if thumb is not own)
    yield "my turn", own.page
    yield "the other's turn", other.page
    own.page.click(".rec-more > summary")
    yield "more", own.page
    own.page.click(".rec-more > summary")
    own.press("cards")
    yield "all cards", own.page
    own.press("cards")
    own.page.locator(".rec-hand .face").first.click()
    until(own.page, "() => Boolean(document.querySelector('.rec-text')?.textContent)")
    yield "a card chosen", own.page
    own.press("cancel")
    base = own.page.evaluate(
        "() => document.querySelector('[data-recorder]').recorder.screen.view.pawns[0].dot"
    )
    other.touch(base)
    yield "what a pawn is", other.page


def crystals(hall: Hall) -> Seen:
    """where to; which crystals pay."""
    table = Table()
    table.play(most=12)
    own = recorder(hall.open(table.players[0].user), table.url)
    own.touch("1,1")
    yield "where to", own.page
    own.press("pay_choose")
    own.press("crystal:#51")
    yield "which crystals pay", own.page


def destroying(hall: Hall) -> Seen:
    """dots that destroy; a dot that destroys."""
    table = Table()
    seat, row = where_a_dot_destroys(table)
    own, line = recorder(hall.open(table.players[seat].user), table.url), row["line"]
    own.touch(own.dot_of(line["card"]) or "")
    own.page.evaluate(DRAWN)
    if "do:move" in own.look()["buttons"]:
        yield "what a pawn does", own.page
        own.press("do:move")
    yield "dots that destroy", own.page
    own.page.locator(f"[data-focus={compact('to:' + line['path'][-1])}]").click()
    own.page.evaluate(DRAWN)
    while (path := f"path:{' '.join(line['path'])}") in own.look()["buttons"]:
        own.press(path)
    yield "a dot that destroys", own.page


def stack(hall: Hall) -> Seen:
    """which way; somebody moves: does anybody respond; I move: does anybody respond; which target; a stack
    of two; which path of an effect."""
    table = Corrected("Mist Dragon", "Prowler Beast", "Slipstream")
    table.begin()
    table.mend(*RICH)
    table.say(0, cast(0, "Mist Dragon", pay={"mystic": 1, "colorless": 1}), {**RESOLVE, "answers": ["6,0"]})
    table.mend(["turn", 2, 1, "action"], *RICH)
    table.say(1, cast(1, "Prowler Beast", pay={"boost": 2}), {**RESOLVE, "answers": ["6,6"]})
    own, other = table.pawn("Mist Dragon"), table.pawn("Prowler Beast")
    table.mend(["turn", 3, 0, "action"], ["dot", own, "3,1"], ["dot", other, "4,9"], *RICH)
    phones = two(table, hall.open)
    phones[0].touch("3,1")
    phones[0].touch("3,11")
    yield "which way", phones[0].page
    walk = {"kind": "act", "do": "move", "seat": 0, "card": own, "path": ["3,1", "4,0", "3,11"]}
    for _pick in range(2):
        phones[0].page.keyboard.press("Escape")
    play([walk], phones)
    settle(*phones.values())
    yield "somebody moves: does anybody respond", phones[1].page
    yield "I move: does anybody respond", phones[0].page
    phones[1].press("cards")
    phones[1].press(f"source:card:{card_number('Slipstream')}")
    yield "which target", phones[1].page
    phones[1].press("cancel")
    play([cast(1, "Slipstream", other, pay={"boost": 1, "colorless": 1})], phones)
    settle(*phones.values())
    yield "a stack of two", phones[0].page
    phones[1].press("nobody")
    until(phones[1].page, NEED)
    yield "which path of an effect", phones[1].page


def summoned(hall: Hall) -> Seen:
    """where a summon stands; waits for the choice of the other."""
    table = Corrected("Mist Dragon", "Prowler Beast")
    table.begin()
    table.mend(*RICH)
    table.say(0, cast(0, "Mist Dragon", pay={"mystic": 1, "colorless": 1}))
    phones = two(table, hall.open)
    phones[1].press("nobody")
    until(phones[0].page, "() => document.querySelectorAll('.rec-lights .rec-ring.lit').length > 1")
    yield "where a summon stands", phones[0].page
    yield "waits for the choice of the other", phones[1].page


def searched(hall: Hall) -> Seen:
    """a card is searched."""
    table = Corrected("Scouting Report", "Mist Dragon")
    table.begin()
    table.mend(*RICH)
    table.say(0, cast(0, "Scouting Report", pay={"colorless": 2}))
    phones = two(table, hall.open)
    phones[0].press("nobody")
    until(phones[0].page, NEED)
    yield "a card is searched", phones[0].page


def ordered(hall: Hall) -> Seen:
    """which effect first."""
    table = Corrected("Scrap Dealer", "Skimmer Vessel", "Chain Spark", "Denial")
    table.begin()
    table.mend(*RICH)
    table.say(0, cast(0, "Scrap Dealer", pay={"colorless": 2}), RESOLVE)
    table.mend(["turn", 2, 1, "action"], *RICH)
    table.say(1, cast(1, "Scrap Dealer", pay={"colorless": 2}), RESOLVE)
    table.say(1, cast(1, "Skimmer Vessel", pay={"colorless": 2}), {**RESOLVE, "answers": ["6,6"]})
    vessel = table.pawn("Skimmer Vessel")
    table.mend(["turn", 3, 0, "action"], *RICH)
    phones = two(table, hall.open)
    spark = cast(0, "Chain Spark", vessel, pay={"mystic": 3, "colorless": 1}, extras=[2])
    play(
        [
            spark,
            cast(1, "Denial", "stack:1", pay={"mystic": 2}),
            cast(0, "Denial", "stack:2", pay={"mystic": 2}),
            RESOLVE,
        ],
        phones,
    )
    phones[0].press("nobody")
    until(phones[0].page, NEED)
    yield "which effect first", phones[0].page


def numbered(hall: Hall) -> Seen:
    """how much; all choices."""
    table = Corrected("Heal")
    table.begin()
    table.mend(["pool", 0, "mystic", 60])
    own = recorder(hall.open(table.players[0].user), table.url)
    own.press("cards")
    own.press(f"source:card:{card_number('Heal')}")
    yield "how much", own.page
    own.press("all_choices")
    until(own.page, STANDING, "step:39")
    yield "all choices", own.page


def effects(hall: Hall) -> Seen:
    """which of two effects."""
    table = Table()
    [card] = [one for one in load_pool("demo").cards if "\nor\n" in (one.text or "")]
    seat = with_effects(table, card.number)
    own = recorder(hall.open(table.players[seat].user), table.url)
    own.press("cards")
    own.press(f"source:card:{card.number}")
    until(own.page, STANDING, "mode:1")
    yield "which of two effects", own.page


STORIES = (
    Story(beginning),
    Story(turn),
    Story(crystals),
    Story(destroying),
    Story(stack),
    Story(summoned),
    Story(searched),
    Story(ordered),
    Story(numbered),
    Story(effects),
)
