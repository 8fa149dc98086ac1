"""What followed from a line of a recording, in words: what resolved, whose it was, on what, and what it did."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from rules_engine.kernel import told
from rules_engine.kernel.cursor import TOLD

from .answers import name_of
from .cursor import on_the_stack
from .model import ITEM_KINDS, Item, State

TALKING = frozenset({"resolve", "proceed"})
"""Lines that say nothing themselves: what they tell is what followed."""

TELLS = frozenset({*TOLD, "fizzle"})
"""The events that are kept with a line."""


class Resolved(Struct, frozen=True):
    """The action on top of the stack before a line let it happen; cards are called *Name (#3)*, players *seat:1*."""

    kind: str
    seat: int
    card: str
    oid: str
    targets: tuple[tuple[str, str], ...]
    path: tuple[str, ...]


def resolving(st: State) -> Resolved | None:
    """What lies on top of the stack; None where nothing does."""
    if not st.stack:
        return None
    item: Item = st.stack[-1]
    names = [name_of(st, ref) for ref in item.targets if ref[0] >= 0]
    dots = st.game.board.names
    return Resolved(
        ITEM_KINDS[item.kind],
        item.seat,
        called(st, f"#{item.slot}"),
        f"#{item.slot}",
        tuple((name, called(st, name)) for name in names),
        tuple(dots[dot] for dot in item.path),
    )


def called(st: State, name: str) -> str:
    """What an object, a player or an action on the stack is called; "" for a card that nobody has named."""
    if not name.startswith("#"):
        return on_the_stack(st, name) or name
    rev = st.objs[int(name[1:])].rev
    return f"{st.game.pool.cards[rev].name} ({name})" if rev >= 0 else ""


Events = Sequence[told.Event]


class Teller:
    """Puts what lines let happen into words; ``label`` is what a card is called, ``player`` who sits at a seat."""

    def __init__(self, label: Callable[[str], str], player: Callable[[int], str], language: str) -> None:
        """Nothing is told yet."""
        self.label, self.player, self.language = label, player, language
        self.table = told.CATALOGUE.table("did", language)

    def sentence(self, what: Resolved | None, events: Events) -> str:
        """What a line let happen, in one sentence; "" where nothing did that anybody could see."""
        if what is None:
            return ", ".join([*self.turn(events), *self.following(events)])
        gone = next((one for one in events if _goes(one, what)), None)
        first = self.entered(what, events) or self.begun(what, gone)
        if any(one["event"] == "fizzle" for one in events):
            return f"{first}, {self.table['failed']}"
        there = [one for one in events if one is not gone and _strikes(one, what)]
        rest = [one for one in events if one is not gone and one not in there and not _leaves(one, what)]
        struck = [told.short(one, self.language) for one in there]
        return ", ".join([first, *filter(None, struck), *self.following(rest)])

    def turn(self, events: Events) -> list[str]:
        """To whom the turn goes; nothing where it goes nowhere."""
        return [
            told.turn(self.player(one["seat"]), self.language) for one in events if one["event"] == "turn"
        ][:1]

    def entered(self, what: Resolved, events: Events) -> str:
        """That a card without targets came into play and stays there, and on which dot; "" for everything else."""
        own = [one for one in events if _leaves(one, what)]
        if what.kind != "cast" or what.targets or not what.card or not own or own[-1]["to"] != "play":
            return ""
        said = self.table["entered_on" if own[-1].get("dot") else "entered"]
        return said % {"name": self.player(what.seat), "card": what.card, "dot": own[-1].get("dot", "")}

    def begun(self, what: Resolved, gone: told.Event | None) -> str:
        """Whose action it was, with which card, on what; ``gone``: where its pawn went."""
        kind, dot = (what.kind, "") if gone is None else ("moved", gone["path"][-1])
        said = self.table[kind] % {
            "name": self.player(what.seat),
            "card": what.card or self.table["unnamed"],
            "dot": dot,
        }
        if not what.targets:
            return said
        return self.table["on"] % {"said": said, "targets": ", ".join(self.aim(*one) for one in what.targets)}

    def aim(self, name: str, words: str) -> str:
        """What a target is called."""
        return self.player(int(name[5:])) if name.startswith("seat:") else words or self.table["unnamed"]

    def following(self, events: Events) -> list[str]:
        """Everything else that followed, as sentences."""
        return told.sentences(events, self.label, self.player, self.language)


def _goes(event: told.Event, what: Resolved) -> bool:
    """Whether the card of an action moves with this event."""
    return event["event"] in ("move", "warp") and event["object"] == what.oid


def _strikes(event: told.Event, what: Resolved) -> bool:
    """Whether an event happens to the one target of an action."""
    return len(what.targets) == 1 and event.get("object") == what.targets[0][0]


def _leaves(event: told.Event, what: Resolved) -> bool:
    """Whether the card of an action goes from the stack to where it belongs."""
    return event["event"] == "zone" and event.get("object") == what.oid
