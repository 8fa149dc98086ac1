"""Scenes from real event days, as far as pairing decides them."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.pairing_states import Dice, Season, states
from tests.tournaments.pairing.builders import everybody_once, meetings
from tournaments.pairing import (
    Options,
    Player,
    RoundDraft,
    check_round,
    explain,
    pair_round,
)
from tournaments.pairing.roundrobin import most_rounds

FIXED = {"p00000": 7, "p00050": 8, "p00100": 30, "p00225": 113}


def test_226_players_play_eight_rounds_with_clans_and_fixed_tables() -> None:
    def pair_seated(players: list[Player], number: int) -> RoundDraft:
        return pair_round(seated(players), seed="s1", number=number)

    met: set[frozenset[str | None]] = set()
    for number, field in states(Season(226, 8, seed="s1", clans=12, drops=0), pair_seated):
        players = seated(field)
        draft = pair_seated(field, number)
        assert len(draft.pairs) == 113
        assert check_round(players, draft.pairs).problems == () or number > 2
        assert not met & meetings(draft)
        met |= meetings(draft)
        at = {who: pair.table for pair in draft.pairs for who in (pair.a, pair.b)}
        for who, table in FIXED.items():
            opponent = next(p.b if p.a == who else p.a for p in draft.pairs if who in (p.a, p.b))
            assert at[who] == min(table, FIXED.get(str(opponent), table))
        if number <= 2:
            assert draft.certificate.soft_conflicts == 0
        for note in draft.certificate.relaxed:
            assert note.code == "same_group"
            told = explain(players, draft, str(note.params["a"]))
            assert any(reason.code == "same_group" for reason in told.reasons)


def seated(players: list[Player]) -> list[Player]:
    """Give the four players their fixed tables."""
    return [replace(player, fixed_table=FIXED.get(player.id)) for player in players]


def test_rules_give_way_in_the_published_order_and_are_all_named() -> None:
    # Two clans of five kept apart: five rounds across, then clan mates, and a rematch only when all have met.
    players = [Player(f"{clan}{i}", 0, group=clan) for clan in "ab" for i in range(5)]
    options = Options(group_rule="strict", total_rounds=9)
    dice = Dice("s8")
    for number in range(1, most_rounds(10) + 1):
        draft = pair_round(players, seed="s8", number=number, options=options)
        report = check_round(players, draft.pairs, options)
        assert report.ok and everybody_once(draft, players)
        assert draft.certificate.rematches == draft.certificate.second_byes == 0
        named = sum(note.code == "same_group" for note in draft.certificate.relaxed)
        assert named == draft.certificate.soft_conflicts
        table = {player.id: player for player in players}
        for pair in draft.pairs:
            other = str(pair.b)
            winner = (pair.a, other)[dice.below(2)]
            for one, two in ((pair.a, other), (other, pair.a)):
                player = table[one]
                table[one] = replace(
                    player,
                    score=player.score + 3 * (one == winner),
                    opponents=(*tuple(player.opponents), two),
                )
        players = list(table.values())
    last = pair_round(players, seed="s8", number=10, options=options)
    assert last.certificate.rematches == 5
    assert everybody_once(last, players)
