"""Tables that have begun: where somebody has said or ruled anything, and what may still be taken apart there."""

from collections.abc import Collection

from .models import Match, Round
from .questions import judged_matches, logged_matches, recorded_matches
from .selectors import with_seats


def matches_in_use(round_: Round) -> set[int]:
    """The matches (ids) somebody has reported, disputed or submitted a log for."""
    matches = Match.objects.filter(round=round_)
    found = set(matches.filter(reports__isnull=False).values_list("pk", flat=True))
    found |= set(matches.filter(state=Match.State.DISPUTED).values_list("pk", flat=True))
    return found | logged_matches(round_)


def locked_matches(round_: Round, given_up: Collection[int] = ()) -> set[int]:
    """The matches (ids) that every plan keeps; ``given_up``: finished ones of which a head judge lets the result go.

    Where one is given up, finished is no longer enough to stay, so every other finished one is locked.
    """
    locked = matches_in_use(round_)
    if given_up:
        locked |= set(
            Match.objects.filter(round=round_, state=Match.State.FINAL).values_list("pk", flat=True)
        )
    return locked - set(given_up)


def may_give_up(round_: Round) -> list[Match]:
    """The finished tables of a round of which a head judge may let the result go, by table.

    Never one with a game log or a recording, or at which a judge was called, checked or ruled: that has no other place.
    """
    matches = Match.objects.filter(round=round_, state=Match.State.FINAL, kind=Match.Kind.PLAYED)
    finished = list(with_seats(matches.order_by("table")))
    if not finished:
        return []
    kept = logged_matches(round_) | recorded_matches(round_) | judged_matches(round_)
    return [match for match in finished if match.pk not in kept]


def touched_matches(round_: Round) -> set[int]:
    """The matches (ids) about which anybody has said, recorded, entered or ruled anything, or that got extra time."""
    matches = Match.objects.filter(round=round_)
    found = set(matches.filter(ended_at__isnull=False).values_list("pk", flat=True))
    found |= set(matches.filter(extension_minutes__gt=0).values_list("pk", flat=True))
    return found | matches_in_use(round_) | recorded_matches(round_) | judged_matches(round_)
