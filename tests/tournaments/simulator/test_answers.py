"""The answers of forty events held against the same figures counted from the bare events, one by one."""

from statistics import mean

from tournaments.pairing.__main__ import main
from tournaments.simulator import Clock, Cut, Settings, answer, play, totals_of

BUSY = Settings(
    players=19,
    rounds=4,
    draws=0.15,
    drops=((0.05,), (0.1,), (0.4, 0.2)),
    clans=0.6,
    cut=Cut(size=4),
    clock=Clock(start=600),
)
EVENTS = range(BUSY.decisive_events, BUSY.decisive_events + 40)  # none of these plays on


def test_every_figure_is_what_the_bare_events_say() -> None:
    events = [play(BUSY, number) for number in EVENTS]
    found = answer(BUSY, totals_of(BUSY, EVENTS))
    final = [event.rounds[3].standing for event in events]
    unbeaten = [[row.id for row in standing if row.record[1] == 0] for standing in final]
    missed = [set(who) - set(event.cut) for who, event in zip(unbeaten, events, strict=True)]
    assert found.events == 40
    assert found.unbeaten.value == mean(map(len, unbeaten))
    assert found.several_unbeaten.value == mean(len(who) > 1 for who in unbeaten)
    assert found.unbeaten_missed.value == mean(bool(who) for who in missed)
    assert found.cut.value == mean(len(event.cut) for event in events)
    gone = [sum(one.dropped_after is not None for one in event.entrants) for event in events]
    assert found.dropped.value == mean(gone) > 0
    for name in ("byes", "floats", "rematches", "clan_pairs"):
        sums = [sum(getattr(one, name) for one in event.rounds) for event in events]
        assert getattr(found, name).value == mean(sums), name
    byes = [sum(match.kind == "bye" for match in event.matches) for event in events]
    assert found.byes.value == mean(byes)
    assert found.largest_gap == max(one.largest_gap for event in events for one in event.rounds)
    lengths = sorted(event.length for event in events)
    assert found.length == (lengths[1], lengths[19], lengths[37])
    assert sum(count for _, count in found.closing) == 40
    assert all(at % 30 == 0 for at, _ in found.closing)
    wins = [sum(event.winner_seed == seed for event in events) / 40 for seed in (1, 2, 3, 4)]
    assert [one.value for one in found.seeds] == wins


def test_every_round_and_record_is_what_the_bare_events_say() -> None:
    events = [play(BUSY, number) for number in EVENTS]
    found = answer(BUSY, totals_of(BUSY, EVENTS))
    assert [line.rounds for line in found.rounds] == [1, 2, 3, 4]
    for line in found.rounds:
        played = [event.rounds[line.rounds - 1] for event in events]
        assert line.floats == mean(one.floats for one in played)
        alone = [sum(row.record[1] == 0 for row in one.standing) <= 1 for one in played]
        assert line.one_unbeaten.value == mean(alone)
        # Three points a win: with one loss or as good, a player has at least those of all rounds but one.
        complete = []
        for one in played:
            first = {row.id for row in one.standing[:4]}
            complete.append(all(row.id in first for row in one.standing if row.points >= 3 * line.rounds - 3))
        assert line.none_left_out.value == mean(complete)
    assert 0 < found.rounds[3].none_left_out.value < 1
    rows = [(row, event.cut) for event in events for row in event.rounds[3].standing]
    for line in found.records:
        own = [row.id in cut for row, cut in rows if row.record == line.record]
        assert (line.players, line.made.value) == (len(own) / 40, mean(own))
    assert round(40 * sum(line.players for line in found.records)) == len(rows)


def test_without_a_cut_the_text_says_nothing_of_one(tmp_path, capsys) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"format": "simulation/1", "players": 8, "rounds": 3, "events": 10}')
    assert main(["simulate", str(file)]) == 0
    out = capsys.readouterr().out
    assert "cut" not in out and "Record" not in out and "knock-out" not in out and "\n\n\n" not in out
    marked = [line.split()[0] for line in out.splitlines() if line[:6].strip().rstrip("+").isdigit()]
    assert [one for one in marked if one.endswith("+")] == ["4+", "5+", "6+"]
