"""Effects on energy, counters and turns (203, 209.2, 700)."""

from . import nodes as N
from . import query
from .effects import Handler, Run
from .game import plus
from .model import PHASES, hit
from .outcomes import DONE, Outcome, measured


def _gain_energy(run: Run, node: N.GainEnergy) -> list[Outcome]:
    times = run.amount(node.times)
    seats = run.seats(node.who)
    for seat in seats:
        run.st.pool[seat] = plus(run.st.pool[seat], node.energy.as_tuple(), times)
        hit(run.st, "203.2a")
    return [measured(times, times)] * len(seats)


def _place_marker(run: Run, node: N.PlaceMarker) -> list[Outcome]:
    found = run.objects(node.what)
    count = run.amount(node.count)
    for slot in found:
        run.st.change(slot, counters=run.st.objs[slot].counters + count)
        hit(run.st, "209.2a")
    return [measured(count, count)] * len(found)


def _remove_marker(run: Run, node: N.RemoveMarker) -> list[Outcome]:
    outcomes: list[Outcome] = []
    wanted = run.amount(node.count)
    for slot in run.objects(node.what):
        have = run.st.objs[slot].counters
        taken = min(have, wanted)
        run.st.change(slot, counters=have - taken)
        outcomes.append(measured(have if wanted >= query.EVERYTHING else wanted, taken))
    return outcomes


def _extra_turn(run: Run, node: N.ExtraTurn) -> list[Outcome]:
    seats = run.seats(node.who)
    run.st.extra_turns = (*seats, *run.st.extra_turns)
    hit(run.st, "700.2")
    return [DONE] * len(seats)


def _skip_turn(run: Run, node: N.SkipTurn) -> list[Outcome]:
    seats = run.seats(node.who)
    phase = PHASES.index(node.phase) if node.phase else 0
    run.st.skips += tuple((seat, phase) for seat in seats)
    hit(run.st, "700.2")
    return [DONE] * len(seats)


HANDLERS: dict[type, Handler] = {
    N.GainEnergy: _gain_energy,
    N.PlaceMarker: _place_marker,
    N.RemoveMarker: _remove_marker,
    N.ExtraTurn: _extra_turn,
    N.SkipTurn: _skip_turn,
}
