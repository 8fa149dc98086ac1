"""Plans to mend a Swiss round that is being played, with their price over the whole round."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.hashing import digest
from tournaments.events.models import Tournament
from tournaments.pairing import CurrentPair, Pair, Player, Problem, RepairPlan, exchange_plan, repair_plans
from tournaments.rounds.begun import locked_matches
from tournaments.rounds.clock import joined_too_late, minutes_run
from tournaments.rounds.field import players_of
from tournaments.rounds.formats import Plan
from tournaments.rounds.models import Match, Round
from tournaments.rounds.rules import decisions
from tournaments.rounds.tables import Table, seated
from tournaments.rounds.words import line_names, pairing_text

from .pairs import kept_decisions, options_for


def current_pairs(round_: Round, given_up: Collection[int] = ()) -> list[CurrentPair]:
    """The matches of a round for the solver: whatever somebody has said something about is locked.

    ``given_up``: finished ones (ids) that a head judge lets go.
    """
    locked = locked_matches(round_, given_up)
    return [
        CurrentPair(
            a=members[0].entry.key,
            b=members[1].entry.key if len(members) > 1 else None,
            table=members[0].match.table,
            finished=members[0].match.state == Match.State.FINAL and members[0].match.kind != Match.Kind.BYE,
            locked=members[0].match_id in locked,
        )
        for members in seated(round_)
    ]


def plan_facts(plan: RepairPlan) -> tuple[tuple[str, int | str], ...]:
    """What a plan costs, as label and value: every plan by the same measure over the whole round."""
    later = _("not known") if plan.later_rounds is None else plan.later_rounds
    return (
        (_("Players without a match"), len(plan.unpaired)),
        (_("Matches broken up"), plan.matches_broken),
        (_("Results lost"), plan.results_lost),
        (_("Rematches"), plan.rematches),
        (_("Second byes"), plan.second_byes),
        (_("Widest point gap"), plan.worst_gap),
        (_("Point gaps, squared and added up"), plan.cost),
        (_("Tables that start again"), plan.restarts),
        (_("Minutes lost"), plan.minutes_lost),
        (_("Later rounds possible without a rematch"), later),
    )


def plans_for(
    tournament: Tournament, round_: Round, given_up: Collection[int] = ()
) -> tuple[RepairPlan, ...]:
    """The plans leave, smallest, best (where it is another one) and full for this round as things are now."""
    current, now = current_pairs(round_, given_up), timezone.now()
    players = players_of(tournament, before=round_.number)
    if joined_too_late(tournament, round_, now):
        here = {key for pair in current for key in (pair.a, pair.b)}
        players = [player for player in players if player.id in here]
    decided = decisions(tournament, round_.number, players)
    return repair_plans(
        players,
        current,
        seed=f"{round_.seed}:repair",
        number=round_.number,
        options=options_for(tournament, round_.stage, round_.number),
        fixed_pairs=kept_decisions(decided, [Pair(pair.a, pair.b, pair.table) for pair in current]),
        forbidden_pairs=decided.apart,
        break_finished=bool(given_up),
        elapsed=minutes_run(round_, now),
    )


def exchange_for(tournament: Tournament, round_: Round, names: tuple[str, str]) -> Plan:
    """Two players change places, with the price of it and the rules that their new tables break."""
    players = players_of(tournament, before=round_.number)
    current = current_pairs(round_)
    sitting = {who for pair in current for who in (pair.a, pair.b)}
    known = {player.id for player in players}
    decided = decisions(tournament, round_.number, players)
    plan = exchange_plan(
        [*players, *(Player(who, 0, active=False) for who in sitting - known if who is not None)],
        current,
        names,
        seed=f"{round_.seed}:repair",
        number=round_.number,
        options=options_for(tournament, round_.stage, round_.number),
        forbidden_pairs=decided.apart,
        elapsed=minutes_run(round_, timezone.now()),
    )
    before = [Pair(pair.a, pair.b, pair.table) for pair in current]
    problems = _new_problems(plan, players)
    overruled = _overruled(kept_decisions(decided, before), plan)
    words = line_names(tournament) if problems or overruled else {}
    told = [pairing_text("problem", one.code, one.params, words) for one in problems]
    told += [_overruled_words(pair, words) for pair in overruled]
    return replace(as_plans([plan])[0], best=False, problems=tuple(told))


def _new_problems(plan: RepairPlan, players: Iterable[Player]) -> list[Problem]:
    """What is weak about the tables that a plan adds, and who sits there who should sit elsewhere."""
    moved = {who for pair in plan.added for who in (pair.a, pair.b) if who is not None}
    named = ("a", "b", "player")
    problems = [
        one for one in plan.problems if {str(one.params[key]) for key in named if key in one.params} <= moved
    ]
    wishes = {player.id: player.fixed_table for player in players if player.fixed_table is not None}
    for pair in plan.added:
        here = [(wishes[who], who) for who in (pair.a, pair.b) if who in wishes]
        if here and pair.b is not None and pair.table not in {table for table, _who in here}:
            table, who = min(here)
            problems.append(Problem("fixed_table_ignored", {"player": who, "table": table}, "warning"))
    return problems


def _overruled(decided: Iterable[tuple[str, str | None]], plan: RepairPlan) -> list[tuple[str, str | None]]:
    """Pairs and byes of this round that staff had decided and that the plan breaks up."""
    after = {frozenset((pair.a, pair.b)) for pair in plan.pairs}
    return [pair for pair in decided if frozenset(pair) not in after]


def _overruled_words(pair: tuple[str, str | None], names: Mapping[str, str]) -> str:
    one, two = pair
    if two is None:
        return _("%(player)s was to have the bye.") % {"player": names[one]}
    return pairing_text("problem", "fixed_pair_broken", {"a": one, "b": two}, names)


def plan_hash(plan: RepairPlan) -> str:
    """What a person agreed to: the matches that go and those that come."""
    pairs = [[[pair.a, pair.b, pair.table] for pair in group] for group in (plan.broken, plan.added)]
    return digest([plan.kind, pairs])[:16]


def tables_of(pairs: Iterable[Pair]) -> tuple[Table, ...]:
    """Pairs of the pairing room as tables; a bye has one key."""
    return tuple(
        Table(tuple(key for key in (pair.a, pair.b) if key is not None), pair.table) for pair in pairs
    )


def as_plans(plans: Sequence[RepairPlan]) -> list[Plan]:
    """The plans of the pairing room as the desk shows them."""
    least = min(plan.measure for plan in plans)
    return [
        Plan(
            kind=plan.kind,
            token=plan_hash(plan),
            broken=tables_of(plan.broken),
            added=tables_of(plan.added),
            seated=frozenset(),  # nobody leaves by mending a Swiss round: who drops has dropped before
            unpaired=plan.unpaired,
            count=plan.matches_broken,
            facts=plan_facts(plan),
            best=plan.measure == least,
            lost=plan.results_lost,
        )
        for plan in plans
    ]
