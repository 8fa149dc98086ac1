"""A recorded game of Z/X: the lines, the replay and the words of that game in a
:class:`~rules_engine.recording.Session`.

Before a game at a table each player says what lies beside the deck (``lay``); of what lies face-down there only how
many cards it is, so no name can get out.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, LogError, Need, NeedAnswer, RuleBroken
from rules_engine.kernel.log import Name
from rules_engine.kernel.told import Event
from rules_engine.recording.journal import CHANCE, LAY, TURNED_UP, Placed, Standing
from rules_engine.recording.session import Session
from rules_engine.recording.written import Problem

from .abilities import texts_of
from .audit import with_alternatives
from .cards import ZxPool, load_pool
from .cursor import names_in
from .finding import Finding
from .followed import public_events
from .hidden import UNNAMED, is_unknown
from .log import WITH_AGREEMENTS, Action, Chance, CheckLine, Header, SeatLine, codec
from .model import DECK, HAND, LIFE, RESOURCE, SEATS, SETUP, State, Waiting
from .play import shown
from .preprocessing import WAITING_ABILITY, could_be_next
from .replay import Replay
from .setup import DYNAMIS_MAX, check_laid_out
from .table import Table

MOST_MARKERS = 40
"""Dedicated markers that one player has at hand at most."""
OF_AN_EFFECT = frozenset({"may", "target", "give", "shuffle_in", "wake"})
"""The prompts of choices that the text of a card asks for."""
COUNTS = {"hand": HAND, "deck": DECK}


class LaidOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player lays out beside the deck: open cards by number or name, of hidden ones how many there are."""

    kind: str
    seat: Annotated[int, Meta(ge=0, le=1)]
    player_card: Name = ""
    behind: bool = False
    gate_card: Name = ""
    start_resource: Name = ""
    start_card: bool = False
    dynamis: Annotated[int, Meta(ge=0, le=DYNAMIS_MAX)] = 0
    markers: Annotated[list[Name], Meta(max_length=MOST_MARKERS)] | None = None

    def on(self, seat: SeatLine) -> SeatLine:
        """The seat line with these cards beside the deck."""
        return replace(
            seat,
            player_card=self.player_card,
            gate_card=self.gate_card,
            start_resource=self.start_resource,
            start_card=UNNAMED if self.start_card else "",
            behind=UNNAMED if self.behind else "",
            dynamis=[UNNAMED] * self.dynamis,
            markers=self.markers,
        )


def marker_names(pool: ZxPool, numbers: Iterable[str] | None = None) -> list[str]:
    """The dedicated markers that these cards need (B.marker-2), those of the whole pool where nobody says which."""
    revs = range(len(pool.cards)) if numbers is None else [pool.index[one] for one in numbers]
    return texts_of(pool).markers(revs)


class ZxSession(Session[State]):
    """A recording of a Z/X game as far as its journal goes; see :class:`~rules_engine.recording.Session`.

    A line of the log names the cards that it turned up and the cards left in the hand, as ``rules_engine.zx.playing``
    writes them, whether or not a page said so.
    """

    codec = codec
    header_line, seat_line, chance_line, action_line = Header, SeatLine, Chance, Action
    made = Finding

    def _replay(self) -> Replay:
        return Replay(self.pool)

    def _packaged(self) -> ZxPool:
        return load_pool()

    def _names_in(self, line: Any) -> Mapping[str, str]:
        return names_in(self.state, line)

    @property
    def unlaid(self) -> list[int]:
        """The seats that have not said yet what lies beside their decks; nobody where the site has dealt."""
        if any(line.of == "deck" for line in self.dealt) or self.standing is None:
            return []
        said = {one.body.get("seat") for one in self.standing.laid}
        return [seat.seat for seat in self.seats if seat.seat not in said]

    def _begin(self, found: Standing) -> None:
        """As soon as everybody has laid out and somebody has won the dice."""
        for placed in found.laid:
            said = _laid_out(placed.body)
            if said is not None:
                self.seats = [said.on(seat) if seat.seat == said.seat else seat for seat in self.seats]
        super()._begin(found if not self.unlaid else replace(found, first=None))

    def unread(self, body: Mapping[str, object]) -> Problem | None:
        """Why nobody can read this as a line of this game, or as what lies beside a deck."""
        if body.get("kind") != LAY:
            return super().unread(body)
        return None if _laid_out(body) is not None else self._wrong("bad_field", {"detail": "?"})

    def _check_first(self, body: Mapping[str, object]) -> Problem | None:
        """What is wrong with a line of what is done before the first action."""
        said = _laid_out(body)
        if self.played() and not (said is not None and self._may_change(said)):
            return self._wrong("preparation_too_late", {"detail": "?"})
        return self._check_who_begins(body) if said is None else self._check_laid_out(said)

    def _may_change(self, said: LaidOut) -> bool:
        """Until the first turn a player may find that there is a Start Card or none; all else was seen by the other."""
        laid = self.standing.laid if self.standing is not None else ()
        before = next(
            (found for one in reversed(laid) if (found := _laid_out(one.body)) and found.seat == said.seat),
            None,
        )
        setup = self.state is not None and self.state.phase == SETUP
        return setup and before is not None and replace(said, start_card=before.start_card) == before

    def _check_who_begins(self, body: Mapping[str, Any]) -> Problem | None:
        """What is wrong with the line that says who begins; it stands once in a game."""
        if not _says_who_begins(self._decoded(body) if body.get("kind") == CHANCE else None):
            return self._wrong("bad_field", {"detail": "?"})
        known = self.standing is not None and self.standing.first is not None
        return self._wrong("line_repeated") if known else None

    def _check_laid_out(self, said: LaidOut) -> Problem | None:
        """What is wrong with what a player says to lie beside the deck."""
        seats = [said.on(seat) if seat.seat == said.seat else seat for seat in self.seats]
        if said.gate_card and said.dynamis >= DYNAMIS_MAX:
            return self._wrong("gate_card_full_dynamis", {"card": said.gate_card})
        if said.markers and (strange := set(said.markers) - set(marker_names(self.pool))):
            return self._wrong("unknown_marker", {"marker": min(strange)})
        try:
            found = check_laid_out(Table(self.header, seats, self.pool), seats[said.seat])
        except LogError as error:
            return self._wrong(error.code, dict(error.params))
        if found is None:
            return None
        return Problem("violation", Finding(1, None, found.seat, found.rule, found.code, found.params))

    def _wrong(self, code: str, params: Mapping[str, object] | None = None) -> Problem:
        return Problem("log_error", Finding(self.n + 1, None, None, "", code, dict(params or {})))

    def _deal(self) -> None:
        """Lay out and draw before the first line: a page shows the first hand. What is wrong stops the first line."""
        try:
            self.replay.begin()
        except (RuleBroken, LogError, EngineGap):
            return

    def turned_up(self, body: Mapping[str, object]) -> Mapping[int, Sequence[str]]:
        """The cards by number that a line turns up and that nobody knew, by whose they are."""
        before = self.state
        if not body.get("shown") or before is None:
            return {}
        unknown = {slot for slot in range(len(before.objs)) if is_unknown(before, slot)}
        _problem, shown = self.trial(body, lambda state: _shown_of(state, unknown))
        return shown or {}

    def _complete(self, line: object) -> object:
        """An action with the cards that it turned up and the number of those left in hand."""
        state = self.state
        if not isinstance(line, Action) or state is None:
            return line
        return replace(line, shown=line.shown or shown(state), hand=len(state.pile(HAND, line.seat)))

    def _events(self, state: State) -> tuple[Event, ...]:
        """What followed from a line in public, each card by the name that it had then."""
        return tuple(public_events(state))

    def _revealed(self, state: State) -> tuple[str, ...]:
        """Cards that left a deck or Life, or were turned up there; a shuffle says so by its answer."""
        found = {"show" for event in state.events if event[0] in ("revealed", "showed")}
        found |= {"draw" for event in state.events if event[0] == "zone" and event[2] in (DECK, LIFE)}
        return tuple(sorted(found))

    def _counted(self, placed: Placed) -> object:
        """A count that a person said, as a check of both seats; the other one stands as the engine has it."""
        state = self.state
        seat = placed.body.get("seat")
        if state is None or seat not in SEATS:
            return None
        said: dict[str, Any] = {}
        for name, zone in COUNTS.items():
            number = placed.body.get(name)
            if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 999:
                said[name] = [number if one == seat else len(state.pile(zone, one)) for one in SEATS]
        return CheckLine(n=placed.n, **said) if said else None

    def _told(self, finding: Any, before: State) -> Any:
        return with_alternatives(finding, before, [seat.player for seat in self.seats])

    def _feed(self, line: object, n: int) -> Problem | None:
        """As everywhere; a card that comes to lie open and that the line does not name is asked for."""
        problem = super()._feed(line, n)
        if problem is None or problem.finding.code != "card_not_named":
            return problem
        seat, zone, to = (problem.finding.params[name] for name in ("seat", "zone", "to"))
        asked = Need(seat, TURNED_UP, "301.3a", owner=seat)
        need = self._need(NeedAnswer(asked)) | {"zone": zone, "to": to}
        if zone == "life":  # by damage, whatever was carried out before
            need["source"] = ""
        if self.state is not None and self.state.phase == SETUP:
            need["number"] = len(self.state.pile(RESOURCE, seat)) + 1
        return replace(problem, verdict="need", need=need)

    def _need(self, error: NeedAnswer) -> dict[str, object]:
        """The open choice, with the cards that this line has turned up until then: they lie on the table.

        ``revealed`` says what of the hidden somebody learned by it (``draw``, ``show``), so that nobody begins it anew.
        ``names`` are those of the cards among its options that lie open by then, by what the options call them, and
        ``source`` is the card whose effect asks, in the ``line`` of its text (-1: in no one of them); ``shown_of``
        are the owners of the cards that were turned up. Where one is asked for ``zone`` is the place in which it lay
        and ``to`` where it goes, if it goes anywhere; before the first turn ``number`` is its place in Resource.

        Where one of the waiting abilities is chosen, ``waiting`` has the card of each in the order of the options, with
        its keyword or the number of the ability in its text. Their cards have been seen by both players.
        """
        state = self.state
        assert state is not None
        found = {
            **msgspec.to_builtins(error.need),
            "shown": shown(state),
            "revealed": list(self._revealed(state)),
            "shown_of": [state.objs[_slot(one)].owner for one in state.events if one[0] == "revealed"],
            "names": _names_of(state, error.need),
        }
        if error.need.prompt in OF_AN_EFFECT | {TURNED_UP}:
            found["source"], found["line"] = next(_effects_of(state), ("", -1))
        if error.need.prompt == WAITING_ABILITY:
            found["waiting"] = [_waits(state, one) for one in could_be_next(state)]
        return found

    def _replayed_as(self) -> Header:
        """The header with the format that knows agreements: the log itself says that one only if there is one in it."""
        return self._written_as(agreed=True)

    def _written_as(self, *, agreed: bool) -> Header:
        header: Header = replace(self.header, format=WITH_AGREEMENTS) if agreed else self.header
        return header


def _names_of(state: State, need: Need) -> dict[str, str]:
    """The open cards among the options of a choice, where the line has got to: one may just have come there."""
    slots = [
        int(one[1:]) for one in need.options if isinstance(one, str) and one[:1] == "#" and one[1:].isdigit()
    ]
    open_ = [slot for slot in slots if state.objs[slot].face_up and not is_unknown(state, slot)]
    return {f"#{slot}": state.card(slot).name for slot in open_}


def _effects_of(state: State) -> Iterator[tuple[str, int]]:
    """The cards whose abilities this line has carried out, the latest first, with the line of their own text, or -1."""
    for event in reversed(state.events):
        if event[0] == "ability" and not is_unknown(state, slot := _slot(event)):
            own = state.text_of(slot) == state.objs[slot].rev
            yield state.card(slot).number, int(str(event[3])) if own else -1


def _slot(event: tuple[object, ...]) -> int:
    return int(str(event[1]))


def _shown_of(state: State, unknown: Container[int]) -> dict[int, list[str]]:
    """The cards that the last line turned up, of those in these slots, by owner."""
    found: dict[int, list[str]] = {}
    for event in state.events:
        if event[0] == "revealed" and event[1] in unknown:
            number = state.table.cards[int(str(event[3]))].number
            found.setdefault(state.objs[_slot(event)].owner, []).append(number)
    return found


def _laid_out(body: Mapping[str, object]) -> LaidOut | None:
    """What a line says that lies beside a deck; None where it says something else."""
    try:
        return msgspec.convert(body, LaidOut) if body.get("kind") == LAY else None
    except msgspec.ValidationError:
        return None


def _says_who_begins(line: object) -> bool:
    return isinstance(line, Chance) and line.of == "first" and line.value in SEATS


def _waits(state: State, one: Waiting) -> dict[str, object]:
    rev = one.rev if one.rev >= 0 else state.objs[one.slot].rev
    return {"card": state.table.cards[rev].number, "keyword": one.keyword, "ability": one.line + 1}
