"""What a recording tells of a game and of what happened beside it, in words that both phones show."""

import re
from collections.abc import Iterator

import pytest

from rules_engine.kernel.told import apart
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.followed import Resolved
from rules_engine.x610z.screen import X610zScreen

from .test_session import Body, acts_of, entry, journal, session_of


def screen_of(entries: list[Body], language: str = "en", seed: int = 7) -> X610zScreen:
    session = session_of(seed, entries)
    names = {seat.player: name for seat, name in zip(session.seats, ("Amélie", "Sven"), strict=True)}
    return X610zScreen(session, "spectator", language, names=names)


@pytest.mark.parametrize(
    ("language", "damage", "nobody"), [("en", "damage", "Nobody"), ("nl", "schade", "Niemand")]
)
def test_a_line_that_lets_an_action_happen_says_whose_it_was_on_what_and_what_it_did(
    language: str, damage: str, nobody: str
) -> None:
    struck = 0
    for seed in (1, 7, 23):
        screen = screen_of(journal(acts_of(seed)), language, seed)
        for one, line in zip(screen.session.written, screen.lines(), strict=True):
            if not isinstance(one.top, Resolved) or line.get("problem"):
                continue
            assert str(line["text"]).startswith(("Amélie: ", "Sven: ")), line
            hits = [event for event in one.events if event["event"] == "damage" and event["amount"]]
            assert all(f"{event['amount']} {damage}" in str(line["text"]) for event in hits), (line, hits)
            assert "#" not in str(line["text"])
            struck += len(hits)
    assert struck > 3


def told(entries: list[Body], language: str = "en") -> Body:
    return dict(screen_of(entries, language).answer()["news"] or {})


def test_undoing_refusing_stopping_and_signing_are_told_in_words_until_the_game_goes_on() -> None:
    played = journal(acts_of(7)[:4])
    last = acts_of(7)[3]
    asked = entry(5, {"from": 4}, kind="undo", by=1, status="asked")
    assert told(played) == {}
    assert told([*played, asked])["text"].startswith("Sven asks to undo: ")
    refused = entry(6, {"refuse": 5}, kind="undo", by=0)
    said = told([*played, asked, refused], "nl")
    assert said["n"] == 6 and said["text"].startswith("Amélie weigert; dit blijft staan: ")
    assert len(said["text"]) > len("Amélie weigert; dit blijft staan: ")
    assert told([*played, asked, refused, entry(7, last)]) == {}, "the game went on"
    call = entry(5, {"text": "a secret"}, kind="call", by=0)
    assert told([*played, call])["text"] == "Amélie calls a judge. Everything stands still"
    stopped = {**entry(5, {}, kind="freeze", by=None), "device": None}
    assert told([*played, stopped])["text"] == "A judge has stopped the game"
    goes_on = {**entry(6, {"minutes": 4}, kind="resume", by=None), "device": None}
    assert told([*played, call, goes_on])["text"] == "The game goes on. Minutes added: 4"


def test_what_was_undone_is_told_by_who_undid_it_and_in_its_own_words() -> None:
    screen = screen_of(journal(acts_of(7)[:4]))
    words = str(screen.lines()[-1]["text"])
    undone = screen_of([*journal(acts_of(7)[:4]), entry(5, {"from": 4}, kind="undo", by=0)])
    assert undone.lines()[-1]["text"] == f"Amélie undid: {words}"
    agreed = [
        *journal(acts_of(7)[:4]),
        entry(5, {"from": 4}, kind="undo", by=0, status="asked"),
        entry(6, {"consent": 5}, kind="undo", by=1),
    ]
    assert screen_of(agreed).lines()[-1]["text"] == f"Sven agrees; undone: {words}"
    by_judge = {**entry(5, {"from": 4}, kind="undo", by=None), "device": None}
    assert (
        screen_of([*journal(acts_of(7)[:4]), by_judge], "nl")
        .lines()[-1]["text"]
        .startswith("De scheidsrechter")
    )


def test_what_stands_no_more_is_not_named_again_by_who_asks_for_more_or_refuses_it() -> None:
    played = journal(acts_of(7)[:4])
    third, last = (str(line["text"]) for line in screen_of(played).lines()[-2:])
    entries = [
        *played,
        entry(5, {"from": 4}, kind="undo", by=0),
        entry(6, {"from": 3}, kind="undo", by=1, status="asked"),
    ]
    assert told(entries)["text"] == f"Sven asks to undo: {third}"
    entries.append(entry(7, {"refuse": 6}, kind="undo", by=0))
    assert told(entries)["text"] == f"Amélie refuses the undo; it stays: {third}"
    assert last not in told(entries)["text"]


def test_two_lines_of_one_place_say_in_what_they_differ() -> None:
    one = {"do": "cast", "card": "X", "targets": ["#1"], "crystals": ["#7"]}
    other = {"do": "cast", "card": "X", "targets": ["#2"]}
    names = {"#1": "Bell Beast", "#2": "Mist Dragon", "#7": "Grey Energy Crystal"}
    assert apart(one, other, lambda name: names.get(name, name), "en") == (
        "on what: Bell Beast; the crystals: Grey Energy Crystal"
    )
    assert apart(other, one, lambda name: names.get(name, name), "nl") == (
        "waarop: Mist Dragon; de crystals: niets"
    )
    assert apart(one, one, str, "en") == ""
    assert apart(one, {"do": "proceed", "seat": 1}, str, "en") == "", "their sentences say what was done"
    who = {"seat:0": "Amélie", "seat:1": "Sven"}.__getitem__
    assert apart({**one, "seat": 0}, {**one, "seat": 1}, who, "en") == "who: Amélie"


def test_a_card_comes_into_play_on_its_dot_or_does_not_happen_and_nobody_says_so_of_their_own_word() -> None:
    entered = denied = lets = 0
    for seed in range(40):
        screen = screen_of(journal(acts_of(seed)), "en", seed)
        for one, line in zip(screen.session.written, screen.lines(), strict=True):
            moved = [event for event in one.events if event["event"] == "zone" and event["from"] == "stack"]
            own = [
                event for event in moved if isinstance(one.top, Resolved) and event["object"] == one.top.oid
            ]
            if own and own[-1].get("dot") and not one.top.targets:
                assert f"comes into play on {own[-1]['dot']}" in str(line["text"]), line
                entered += 1
            for event in moved:
                if event not in own and event["to"] != "play":
                    assert "does not happen" in str(line["text"]) and "comes into play" not in str(
                        line["text"]
                    )
                    denied += 1
            if isinstance(one.top, Resolved):
                assert bool(line.get("lets")) == (one.top.seat != one.placed.by), line
                lets += 1
    assert entered > 5 and denied and lets > 20


def every_text(value: object) -> Iterator[str]:
    """All texts of an answer, without lines to be sent back and the drawing's names of places."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from () if key in ("line", "body", "live", "viewbox", "need") else every_text(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from every_text(one)
    elif isinstance(value, str):
        yield value


def test_a_dutch_screen_calls_every_card_by_its_dutch_name_alone() -> None:
    pool = load_pool("demo")
    dutch = {card.name_nl for card in pool.cards if card.name_nl}
    english = {
        card.name for card in pool.cards if card.name_nl and not any(card.name in one for one in dutch)
    }
    found = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(english, key=len, reverse=True)))
    named = 0
    for seed in range(25):
        screen = screen_of(journal(acts_of(seed)), "nl", seed)
        screen.lists = {0: dict.fromkeys([card.number for card in pool.cards], 2)}
        texts = [*every_text(screen.answer())]
        wrong = [text for text in texts if found.search(text)]
        assert not wrong, (seed, wrong[:5])
        named += sum(any(name in text for name in dutch) for text in texts)
        assert any(map(found.search, every_text(screen_of(journal(acts_of(seed)), "en", seed).answer())))
    assert named > 500
