"""The door of the engine in a browser: what a phone without network asks, and that the answers are the server's."""

import json
from typing import Any

from rules_engine.recording.worker import _tables, answer
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.screen import X610zScreen
from rules_engine.x610z.session import X610zSession
from tests.rules_engine.recording.test_session import entry, opening_of

Body = dict[str, Any]
SEED, RICH = 7, 60
PAGE = 40


def ask(**question: Any) -> Body:
    """What the worker says, as the page reads it."""
    return dict(json.loads(answer(json.dumps(question))))


def begun() -> list[Body]:
    """A journal up to the first turn, in which a judge has given the starting player much energy."""
    dice: Body = {"kind": "chance", "of": "first", "by": "dice", "value": 0}
    rows = [entry(1, dice), entry(2, {"kind": "act", "do": "begin", "seat": 0})]
    mend = {
        "kind": "judge",
        "do": "fix",
        "by": "J1",
        "change": [["pool", seat, "mystic", RICH] for seat in (0, 1)],
        "text": "much energy",
    }
    return [*rows, entry(len(rows) + 1, mend, by=None)]


def test_a_list_longer_than_a_page_is_given_page_by_page_as_the_server_gives_it() -> None:
    """Without network the pages of a long choice come from here; together they are the whole list, each value once."""
    opening, entries = opening_of(SEED, dealt=False), begun()
    seat = 0
    card = next(one for one in load_pool("demo").cards if one.name == "Heal").number
    draft: Body = {"do": "cast", "seat": seat, "card": card}
    assert (
        ask(do="open", opening=opening.decode(), viewer=f"seat:{seat}", seats=[seat], lists={seat: None})
        == {}
    )
    pages = [ask(do="options", entries=entries, draft=draft, start=0)]
    while sum(len(page["values"]) for page in pages) < pages[0]["total"]:
        start = len(pages) * PAGE
        pages.append(ask(do="options", entries=entries, draft=draft, start=start))
        assert pages[-1]["values"] and pages[-1]["start"] == start
    values = [value for page in pages for value in page["values"]]
    assert (pages[0]["field"], len(pages), len(pages[0]["values"])) == ("extras", 2, PAGE)
    assert len(values) == len({*values}) == pages[0]["total"] > PAGE
    session = X610zSession(opening)
    session.take(entries)
    there = X610zScreen(session, f"seat:{seat}", "en", seats=frozenset({seat}), lists={seat: None})
    for page in pages:
        assert page == json.loads(json.dumps(there.options(draft, page["start"])))
    assert ask(do="log")["sha256"] == session.sha256()


def test_a_game_played_to_get_going_is_a_real_one_and_leaves_no_trace_in_the_recording() -> None:
    opening, entries = opening_of(SEED, dealt=False), begun()
    opened: Body = {"opening": opening.decode(), "viewer": 0, "seats": [0], "lists": {0: None}}
    ask(do="open", **opened)
    before = [ask(do="show", entries=entries), ask(do="log")]
    ask(do="open", **opened)
    said: set[str] = set()
    for _line in range(60):
        assert ask(do="warm") == {"more": True}
        said |= {one.placed.body["do"] for one in _tables[0].trial.session.written}
    assert {"begin", "cast", "resolve", "end", "proceed"} <= said
    assert [ask(do="show", entries=entries), ask(do="log")] == before
