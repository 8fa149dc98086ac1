"""What a clock says when it has run out: the procedure of its game, as the event settled it."""

import pytest
from django.utils import translation
from msgspec.structs import replace

from tests.tournaments.hall import make_tournament
from tournaments.rounds.clock import clock_of
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.django_db]


@pytest.mark.parametrize(
    ("template", "rulings", "said"),
    [
        ("constructed-community", {}, "Time is up: finish the turn"),
        (
            "zx-community",
            {},
            "Time is up: finish the turn, one more turn for the other player, then compare Life",
        ),
        ("zx-community", {"Z19": "no_more_turn"}, "Time is up: finish the turn, then compare Life"),
    ],
)
def test_a_clock_that_has_run_out_says_what_its_game_does_then(
    template: str, rulings: dict[str, str], said: str
) -> None:
    tournament = make_tournament(template=template)
    policy = tournament.policy
    tournament.policy = replace(policy, rulings={**policy.rulings, **rulings})
    round_ = Round(tournament=tournament, number=1, minutes=30)
    assert clock_of(round_)["over"] == said
    with translation.override("nl"):
        assert clock_of(round_)["over"].startswith("De tijd is om")
