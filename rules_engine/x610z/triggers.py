"""Triggered effects (207.4): noticing events, and the order in which what triggered is put on the stack."""

from rules_engine.kernel.errors import EngineGap

from . import query
from .model import (
    ACTION,
    END,
    PHASES,
    PLAY,
    REF_OBJECT,
    REF_PLAYER,
    TRIGGER,
    Item,
    Obj,
    Pending,
    Ref,
    State,
    hit,
)
from .nodes import Host, This, When

MAX_WAITING = 60
"""More effects that trigger at once than this is an engine gap: their order would not fit on a line (207.4c)."""


def happened(st: State, event: str, subject: Ref | None, actor: int) -> None:
    """Notice an event: everything in play that triggers on it waits for :func:`release` (207.4b)."""
    if not st.triggers:
        return
    for slot in st.triggers:
        source = st.objs[slot]
        for index, trigger, _ in st.game.infos[source.rev].triggers:
            if trigger.when.event == event and _matches(st, source, trigger.when, subject, actor):
                _wait(st, source, index, subject, actor)


def phase_begins(st: State, phase: int) -> None:
    """Notice the beginning of a phase of the active player's turn (700.3)."""
    name = PHASES[phase]
    for slot in st.triggers:
        source = st.objs[slot]
        for index, trigger, _ in st.game.infos[source.rev].triggers:
            when = trigger.when
            if when.event == "phase" and when.phase == name and _whose(st, source, when.whose, st.active):
                hit(st, "700.3")
                _wait(st, source, index, (REF_PLAYER, st.active, 0), st.active)


def _wait(st: State, source: Obj, index: int, subject: Ref | None, actor: int) -> None:
    hit(st, "207.4b")
    if len(st.pending) >= MAX_WAITING:
        raise EngineGap("too_many_triggers", limit=MAX_WAITING)
    you = query.you_of(st, source)
    seat = you if you >= 0 else source.controller
    st.pending += (Pending(source.slot, source.inc, index, seat, subject, actor, source.host),)


def _whose(st: State, source: Obj, whose: str, actor: int) -> bool:
    if whose == "any":
        return True
    if whose == "you":
        return actor == query.you_of(st, source)
    if whose == "opponent":
        return st.game.enemies(actor, query.you_of(st, source))
    host = source.host
    if host is None:
        return False
    return actor == (host[1] if host[0] == REF_PLAYER else st.objs[host[1]].controller)


def _matches(st: State, source: Obj, when: When, subject: Ref | None, actor: int) -> bool:
    if not _whose(st, source, when.whose, actor):
        return False
    if isinstance(when.ref, This):
        return subject is not None and subject[:2] == (REF_OBJECT, source.slot)
    if isinstance(when.ref, Host):
        return subject is not None and source.host is not None and subject[:2] == source.host[:2]
    if when.select is None:
        return True
    if subject is None or subject[0] != REF_OBJECT:
        return False
    obj = st.objs[subject[1]]
    if when.select.kind == "card" or obj.zone != PLAY:
        return query.side(st, when.select, actor, query.you_of(st, source)) and query.admits_card(
            st, when.select, obj.rev
        )
    return query.admits_object(st, when.select, obj, query.you_of(st, source), source.slot)


def waiting_item(st: State, pending: Pending) -> Item:
    """The stack item that a waiting trigger becomes, its targets still to be chosen."""
    return Item(
        st.next_item,
        TRIGGER,
        pending.seat,
        pending.slot,
        pending.inc,
        ability=pending.ability,
        subject=pending.subject,
        actor=pending.actor,
        host=pending.host,
    )


def stacked_phase(st: State) -> bool:
    """True in the phases in which a trigger goes on the stack; in the others it takes place at once (201.2, H2)."""
    return st.phase in (ACTION, END) or st.game.chosen["H2"] == "with_responses"
