"""Tables that staff fixed for somebody: who gets them, in every way to play.

Somebody who cannot move about the hall sits at the same table all day. Why, nobody but the staff is told. A format
seats by its own order first; here anyone who has a fixed table changes places with those who sit there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.events.models import Tournament

from .formats import Relaxed
from .models import EntryRule
from .tables import Table
from .units import unit_of

LAST_TABLE = 99_999


def fixed_tables(tournament: Tournament) -> dict[str, int]:
    """The fixed tables by the key that has the seat: a player's own, or that of the captain in whose name a team sits.

    Two of one team: the lower number.
    """
    rules = EntryRule.objects.filter(tournament=tournament, kind=EntryRule.Kind.TABLE, number__isnull=False)
    unit, found = unit_of(tournament), dict[str, int]()
    for rule in rules.select_related("entry__team__captain").order_by("-number", "pk"):
        found[unit.entry_of(rule.entry).key] = rule.number or 0
    return found


def keep_fixed_tables(tournament: Tournament, tables: Sequence[Table]) -> tuple[list[Table], list[Relaxed]]:
    """These tables with everybody at their fixed one, and whose could not be kept; one query where nobody has one.

    Of two who are to sit at different tables and meet, the lower number counts; of two matches that want one table the
    one with the lower number gets it. A match of several boards moves as a whole.
    """
    wishes = fixed_tables(tournament)
    if not any(key in wishes for table in tables for key in table.keys):
        return list(tables), []
    blocks = _blocks(tournament, tables)
    wanted = [_wanted(block, wishes) for block in blocks]
    runs = _settle([[one.number or 0 for one in block] for block in blocks], wanted)
    moved = _moved(blocks, runs)
    lost = [
        _ignored(key, wishes[key])
        for place, block in enumerate(blocks)
        if not set(wanted[place]) & set(runs[place])
        for one in block
        for key in one.keys
        if key in wishes
    ]
    return [moved.get(table, table) for table in tables], lost


def _wanted(block: Sequence[Table], wishes: Mapping[str, int]) -> list[int]:
    """The fixed tables of those who sit in a block, the lowest number first."""
    return sorted({wishes[key] for one in block for key in one.keys if key in wishes})


def _moved(blocks: Sequence[Sequence[Table]], runs: Sequence[Sequence[int]]) -> dict[Table, Table]:
    """Each table of the blocks with the number that it plays at now."""
    return {
        board: replace(board, number=number)
        for block, run in zip(blocks, runs, strict=True)
        for board, number in zip(block, run, strict=True)
    }


def _ignored(key: str, table: int) -> Relaxed:
    """That somebody does not sit at their fixed table."""
    return {"code": "fixed_table_ignored", "params": {"player": key, "table": table}}


def _settle(runs: list[list[int]], wanted: list[list[int]]) -> list[list[int]]:
    """The tables of each block, so that as many as can be have one they want; who sits there already stays."""
    settled = {place for place, numbers in enumerate(wanted) if set(numbers[:1]) & set(runs[place])}
    for place, numbers in enumerate(wanted):
        if place not in settled and any(_take(runs, settled, place, number) for number in numbers):
            settled.add(place)
    return runs


def _take(runs: list[list[int]], settled: set[int], place: int, number: int) -> bool:
    """Bring a block to the tables with this number among them: those of another, or free ones from it on."""
    own = runs[place]
    other = next((spot for spot, run in enumerate(runs) if number in run), None)
    if other is not None:
        if other == place:
            return True
        if other in settled or len(runs[other]) != len(own):
            return False
        runs[place], runs[other] = runs[other], own
        return True
    fresh = list(range(number, number + len(own)))
    if any(set(run) & set(fresh) for spot, run in enumerate(runs) if spot != place):
        return False
    runs[place] = fresh
    return True


def _blocks(tournament: Tournament, tables: Sequence[Table]) -> list[list[Table]]:
    """The tables that are played at, each with those that belong to the same pairing, in the order of their numbers."""
    played = sorted((one for one in tables if one.number is not None), key=lambda one: one.number or 0)
    starts = {one.number for one in unit_of(tournament).pairings(tournament, played)}
    blocks: list[list[Table]] = []
    for table in played:
        if table.number in starts or not blocks:
            blocks.append([])
        blocks[-1].append(table)
    return blocks
