"""Five tournaments that really happened: what came out must be an ordinary outcome of what is simulated for them."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean, stdev

import pytest

from tests.speeds import amount
from tournaments.simulator import Settings, play
from tournaments.standings import PRESETS

EVENTS = json.loads((Path(__file__).parent / "published.json").read_text(encoding="utf-8"))["events"]
SIMULATED = amount(20, 60, "simulated events beside a published one")


def settings_of(event):
    """The published numbers as settings; who stops is the room's own default, which all five events share."""
    return Settings(
        players=event["players"],
        rounds=event["rounds"],
        draws=0.0,
        preset=PRESETS["mtg"],
        strength=60.0,
    )


@pytest.mark.parametrize("event", EVENTS[:3], ids=lambda event: event["name"])
def test_a_published_event_is_an_ordinary_outcome_of_its_simulation(event):
    """Every published count lies within four standard deviations of the simulated events, all five on one model."""
    settings = settings_of(event)
    seen = defaultdict(list)
    for number in range(1000, 1000 + SIMULATED):
        standing = play(settings, number).rounds[settings.rounds - 1].standing
        found = Counter(f"{row.record[0]}-{row.record[1]}" for row in standing)
        for record in event["finished"]:
            seen[record].append(found[record])
        seen["all"].append(len(standing))
    published = {**event["finished"], "all": sum(event["finished"].values())}
    for record, count in published.items():
        middle, width = mean(seen[record]), max(1.0, stdev(seen[record]))
        assert abs(count - middle) <= 4 * width, (record, count, sorted(seen[record]))
    # And the bounds say something: a field that nobody leaves would not fit.
    assert event["players"] - mean(seen["all"]) > 4 * stdev(seen["all"])
