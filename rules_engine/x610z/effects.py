"""The interpreter: carries out an effect tree (see ``nodes.py``), node by node, and says what became of each.

Every handler answers with one outcome for each object and player that its node named (``outcomes.py``); :meth:`Run.do`
folds them once. What the engine cannot carry out raises :class:`EngineGap`; it is never skipped in silence.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rules_engine.kernel.errors import EngineGap

from . import nodes as N
from . import query
from .answers import ask_one, ask_yes, name_of, ref_of
from .described import is_alike
from .energy import pay_now
from .game import Body, covers
from .model import REF_ITEM, REF_OBJECT, REF_PLAYER, Item, Ref, State, hit
from .outcomes import DECLINED, DONE, IMPOSSIBLE, PART, PREVENTED, Outcome, fold
from .settle import settle
from .targets import NO_TARGET, could_be_target, still_legal

MAX_STEPS = 500
"""More steps than this in one line is an engine gap, not a hang."""

Handler = Callable[["Run", Any], list[Outcome]]


Tally = tuple[Mapping[int, int], N.Ref | None, int]
"""How much the latest step did by player (-1: the effect), by whom it was told to be done, and how much that was."""
NOTHING_DONE: Tally = ({}, None, 0)


class Tools(Struct, frozen=True):
    """What a text is carried out with: a handler for every node, and how a card is put into play by an effect."""

    handlers: Mapping[type, Handler]
    put_into_play: Callable[[State, int, int, int], None]


class Run:
    """One text being carried out: whose it is, its source, its targets and what the steps so far have found.

    ``declared`` are the targets as announced, ``targets`` those that are still legal: a target that is not any more is
    not affected, though it can still be asked who controls it (208.5).
    """

    __slots__ = (
        "actor",
        "announcers",
        "body",
        "declared",
        "depth",
        "extra_done",
        "host",
        "inc",
        "item",
        "kept",
        "mode",
        "narrowed",
        "searched",
        "slot",
        "st",
        "steps",
        "subject",
        "tally",
        "targets",
        "those",
        "tools",
        "x",
        "you",
    )

    def __init__(
        self, st: State, item: Item, body: Body, you: int, host: Ref | None, tools: Tools, depth: int = 0
    ) -> None:
        self.st = st
        st.source = item.slot
        self.item = item
        self.body = body
        self.tools = tools
        self.you = you
        self.slot = item.slot
        self.inc = item.inc
        self.declared = item.targets
        self.targets = still_legal(st, item, body.targets)
        self.host = host
        self.subject = item.subject
        self.actor = item.actor
        self.x = 0
        self.mode = item.mode
        self.those: tuple[int, ...] = ()
        self.kept: tuple[int, ...] = ()
        self.tally: Tally = NOTHING_DONE
        self.searched: list[int] = []
        self.narrowed: tuple[N.Ref, int] | None = None
        self.extra_done = False
        self.steps = 0
        self.depth = depth
        # Who announced the actions aimed at: still known once they have been cancelled ("its controller").
        self.announcers = {other.id: other.seat for other in st.stack} if st.stack else {}

    def do(self, node: Any) -> Outcome:
        """Carry out one node; what became of it."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise EngineGap("too_many_steps", limit=MAX_STEPS)
        if not self.st.living(self.you) and not self.st.game.stack_stays:
            return IMPOSSIBLE  # the caster has left the game in the middle of his own effect (H19)
        handler = self.tools.handlers.get(type(node))
        if handler is None:
            raise EngineGap("node_not_carried", node=type(node).__name__)
        outcome = fold(handler(self, node))
        if type(node) not in _OFF_THE_TABLE:
            settle(self.st)
        return outcome

    # --- references ------------------------------------------------------------------------------------------

    def refs(self, ref: N.Ref | None) -> list[Ref]:
        """Everything that a reference of the tree names now; what has left play is left out (208.5)."""
        return [found for found in self._named(ref) if query.exists(self.st, found)]

    def _named(self, ref: N.Ref | None) -> list[Ref]:
        if ref is None or isinstance(ref, N.You):
            return [(REF_PLAYER, self.you, 0)]
        if isinstance(ref, N.Slot):
            return [one for one in self.targets[ref.n : ref.n + 1] if one != NO_TARGET]
        if isinstance(ref, N.Slots):
            return [one for one in self.targets[ref.first : ref.first + ref.count] if one != NO_TARGET]
        if isinstance(ref, N.Controller | N.Owner):
            return self._players_of(ref)
        if isinstance(ref, N.Each):
            return self._each(ref)
        if isinstance(ref, N.Chosen):
            return self._chosen(ref)
        if isinstance(ref, N.Those | N.Rest):
            return []  # cards, not objects in play
        return self._known(ref)

    def _known(self, ref: N.Ref) -> list[Ref]:
        """What this effect has known since it began."""
        if isinstance(ref, N.Host):
            return [self.host] if self.host is not None else []
        if isinstance(ref, N.This):
            return [(REF_OBJECT, self.slot, self.inc)]
        if isinstance(ref, N.Subject):
            return [self.subject] if self.subject is not None else []
        if isinstance(ref, N.Actor):
            return [(REF_PLAYER, self.actor, 0)] if self.actor >= 0 else []
        raise EngineGap("reference_not_carried", reference=type(ref).__name__)

    def _each(self, ref: N.Each) -> list[Ref]:
        """All of a kind; the one player alone while each of several has his turn."""
        if self.narrowed is not None and self.narrowed[0] == ref:
            return [(REF_PLAYER, self.narrowed[1], 0)]
        found = list(query.candidates(self.st, ref.select, self.you, self.slot))
        if ref.like is not None:
            named = self._measured(ref.like)
            found = [one for one in found if any(is_alike(self.st, one[1], other[1]) for other in named)]
        return found if ref.of is None else self._things_of(ref.of, found)

    def _things_of(self, player: N.Ref | None, found: list[Ref]) -> list[Ref]:
        """What of ``found`` that player controls; under ruling H21 only what could be a target itself (208.7-8)."""
        st = self.st
        seats = self.seats(player)
        own = [ref for ref in found if ref[0] == REF_OBJECT and st.objs[ref[1]].controller in seats]
        hit(st, "208.8")
        if own:
            hit(st, "208.7")
        if st.game.chosen["H21"] == "player":
            return own
        source = query.info(st, self.slot)
        return [ref for ref in own if could_be_target(st, source, ref, self.you)]

    def _players_of(self, ref: N.Controller | N.Owner) -> list[Ref]:
        """Controller or owner of what was named, also once it has left play or the stack (208.5)."""
        named = self._named(ref.of)
        if isinstance(ref.of, N.Slot) and not named and ref.of.n < len(self.declared):
            named = [self.declared[ref.of.n]]
        found: list[Ref] = []
        for kind, a, b in named:
            if kind == REF_PLAYER:
                seat = a
            elif kind == REF_ITEM:
                item = query.item_of(self.st, a)
                seat = item.seat if item is not None else self.announcers.get(a, -1)
            elif kind != REF_OBJECT:
                continue
            elif isinstance(ref, N.Owner):
                seat = self.st.objs[a].owner
            else:
                known = query.last_known(self.st, a, b)
                seat = known.controller if known is not None else self.st.objs[a].owner
            if seat >= 0 and (REF_PLAYER, seat, 0) not in found:
                found.append((REF_PLAYER, seat, 0))
        return found

    def _chosen(self, ref: N.Chosen) -> list[Ref]:
        """As many as the text says, or as there are; one after the other, so that none is chosen twice."""
        options = [
            name_of(self.st, found) for found in query.candidates(self.st, ref.select, self.you, self.slot)
        ]
        chosen: list[Ref] = []
        while options and len(chosen) < ref.count:
            name = ask_one(self.st, self.seat(ref.by), "choose_object", "208.4", options)
            options.remove(name)
            chosen.append(ref_of(self.st, name))
        return chosen

    def seats(self, ref: N.Ref | None) -> list[int]:
        """The living players that a reference names; an object stands for its controller."""
        found = []
        for kind, a, _ in self.refs(ref):
            seat = a if kind == REF_PLAYER else self.st.objs[a].controller if kind == REF_OBJECT else -1
            if seat >= 0 and self.st.living(seat) and seat not in found:
                found.append(seat)
        return found

    def seat(self, ref: N.Ref | None) -> int:
        """The one player that a reference names; the caster still chooses for what he left on the stack (H19)."""
        if ref is None or isinstance(ref, N.You):
            return self.you
        found = self.seats(ref)
        if len(found) != 1:
            raise EngineGap("one_player_expected", reference=type(ref).__name__)
        return found[0]

    def objects(self, ref: N.Ref | None) -> list[int]:
        """The slots in play that a reference names."""
        return [a for kind, a, _ in self.refs(ref) if kind == REF_OBJECT]

    def sources(self, ref: N.Ref | None) -> list[int]:
        """The slots of what a reference names: objects in play, and the cards or permanents behind actions."""
        items = [query.item_of(self.st, a) for kind, a, _ in self.refs(ref) if kind == REF_ITEM]
        return [*self.objects(ref), *(item.slot for item in items if item is not None)]

    def amount(self, value: N.Value) -> int:
        """The number that a value stands for now."""
        if isinstance(value, N.Const):
            return value.n
        if isinstance(value, N.That):
            return self.that()
        if isinstance(value, N.X):
            return self.x
        if isinstance(value, N.All):
            return query.EVERYTHING
        if isinstance(value, N.Figure):
            return self._figure(value)
        if value.who is None:
            return query.count_value(self.st, value, self.you, self.slot)
        seats = self.seats(value.who)  # nobody, once that player has left the game
        return sum(query.count_value(self.st, value, self.you, self.slot, seat) for seat in seats)

    def _figure(self, value: N.Figure) -> int:
        return sum(query.figure(self.st, value, ref) for ref in self._measured(value.of))

    def _measured(self, of: N.Ref) -> list[Ref]:
        """What a text measures or compares with, also a target that is gone or not legal any more (208.5, H41)."""
        named = self._named(of)
        if isinstance(of, N.Slot) and not named and of.n < len(self.declared):
            named = [self.declared[of.n]] if self.st.game.chosen["H41"] == "last_known" else []
        return named

    def note(self, who: N.Ref | None, came: Mapping[int, int], told: int) -> None:
        """Remember how much was done, by each player or by the effect (-1), and how much was told to be done."""
        self.tally = (came, who, told)

    def that(self, who: N.Ref | None = None, seat: int = -1) -> int:
        """ "That much": what took place, for each of several players what he did; or what the text told to do (H43)."""
        came, doer, told = self.tally
        took_place = came.get(seat, 0) if isinstance(who, N.Each) and who == doer else sum(came.values())
        as_told = self.st.game.chosen["H43"] == "as_told" and told < query.EVERYTHING
        return told if as_told and came else took_place


def _seq(run: Run, node: N.Seq) -> list[Outcome]:
    return [run.do(step) for step in node.steps]


def _choose_one(run: Run, node: N.ChooseOne) -> list[Outcome]:
    hit(run.st, "207.1")
    if run.mode >= len(node.options):
        raise EngineGap("mode_not_there", mode=run.mode)
    return [run.do(node.options[run.mode])]


def _gate(run: Run, node: N.Gate) -> list[Outcome]:
    if node.kind == "if_done":
        hit(run.st, "207.3")
        first = run.do(node.first)
        if first == DONE or (first == PART and run.st.game.chosen["H23"] == "in_part"):
            return [first, run.do(node.then)]
        return _otherwise(run, node, first)
    if node.kind == "may":
        return _may(run, node)
    if node.kind == "each_extra" or isinstance(node.payer, N.You):
        return _with_extra(run, node)
    return _paid_by_other(run, node)


def _may(run: Run, node: N.Gate) -> list[Outcome]:
    """Whoever the text names decides, each for himself: all of them clockwise, then what they chose happens (207.6)."""
    willing = {payer: ask_yes(run.st, payer, "may", "207.6") for payer in run.seats(node.payer)}
    found: list[Outcome] = []
    before, came = run.tally, Counter[int]()
    for payer, yes in willing.items():
        run.narrowed = (node.payer, payer) if isinstance(node.payer, N.Each) else None
        run.tally = before
        found += [run.do(node.then)] if yes else _otherwise(run, node, DECLINED)
        came.update(run.tally[0] if run.tally is not before else {})
    run.narrowed, run.tally = None, (came, *run.tally[1:])
    return found


def _with_extra(run: Run, node: N.Gate) -> list[Outcome]:
    """An additional effect of the caster, for each time that its own additional cost was paid (204.4, 207.2)."""
    times = run.item.paid_for(run.body.index_of(node))
    if not times:
        # "... instead": what stands before it happens after all, and it is that which was done or not.
        instead = node.otherwise is not None and not isinstance(node.then, N.Seq)
        run.tally = NOTHING_DONE
        return [run.do(node.otherwise)] if instead else _otherwise(run, node, DECLINED)
    hit(run.st, "204.4b" if node.kind == "each_extra" else "207.2")
    outer, run.x = run.x, times
    once = node.kind == "pay" or any(isinstance(part, N.X) for part in N.walk(node.then))
    found = [run.do(node.then) for _ in range(1 if once else times)]
    run.x = outer
    return found


def _paid_by_other(run: Run, node: N.Gate) -> list[Outcome]:
    """Another player pays an additional cost on resolution, out of his pool (207.2, H4).

    What he paid for is prevented.
    """
    cost = node.cost.as_tuple()
    for payer in run.seats(node.payer):
        if not covers(run.st.pool[payer], cost):
            continue
        if node.must or ask_yes(run.st, payer, "pay_additional", "207.2"):
            pay_now(run.st, payer, cost)
            hit(run.st, "207.2")
            run.tally = NOTHING_DONE
            run.do(node.then)
            return [PREVENTED]
    return _otherwise(run, node, DONE)


def _pay(run: Run, node: N.Pay) -> list[Outcome]:
    """Energy paid as a step of an effect, by anyone who has it in his pool (207.2, 203.6, H4)."""
    cost = node.cost.as_tuple()
    found: list[Outcome] = []
    for seat in run.seats(node.who):
        paid = pay_now(run.st, seat, cost)
        if paid:
            hit(run.st, "207.2")
        found.append(DONE if paid else IMPOSSIBLE)
    return found


def _otherwise(run: Run, node: N.Gate, outcome: Outcome) -> list[Outcome]:
    """What happens instead, if anything; the step itself stays what it was: declined, prevented or impossible.

    Only where the alternative is the effect itself ("unless ...") its outcome counts.
    """
    if node.otherwise is None:
        return [outcome]
    instead = run.do(node.otherwise)
    return [instead if outcome == DONE else outcome]


_OFF_THE_TABLE = frozenset(
    {
        N.Seq,
        N.ChooseOne,
        N.Gate,
        N.Pay,
        N.Draw,
        N.Discard,
        N.Keep,
        N.Shuffle,
        N.Show,
        N.Look,
        N.Present,
        N.Take,
        N.GainEnergy,
    }
)
"""Nodes that change nothing in play themselves, so that nothing follows from them."""

HANDLERS: dict[type, Handler] = {
    N.Seq: _seq,
    N.ChooseOne: _choose_one,
    N.Gate: _gate,
    N.Pay: _pay,
}
