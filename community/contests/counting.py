"""The rows of a contest as its result is counted from them, every time anew."""

from collections import Counter
from typing import NamedTuple

from django.db.models import Count

from .models import Contest, ContestEntry, Juror, Marks, Vote
from .result import Result, result_of
from .selectors import standing


def counted(contest: Contest) -> Result:
    """The result by what stands in the tables now: handed-in marks, votes that were not set aside."""
    codes = dict(standing(contest).values_list("pk", "code"))
    sheets: dict[str, dict[str, list[int]]] = {
        str(number): {}
        for number in Juror.objects.filter(contest=contest, state=Juror.State.ACCEPTED)
        .exclude(handed_in_at=None)
        .values_list("pk", flat=True)
    }
    rows = Marks.objects.filter(juror__in=[int(one) for one in sheets], card__in=codes)
    for juror, entry, marks in rows.values_list("juror_id", "card_id", "marks"):
        sheets[str(juror)][codes[entry]] = marks
    votes = Counter(
        {
            codes[entry]: count
            for entry, count in Vote.objects.filter(contest=contest, set_aside_at=None, card__in=codes)
            .values_list("card")
            .annotate(Count("pk"))
            .order_by()
        }
    )
    weights = [one["weight"] for one in contest.criteria]
    return result_of(
        sorted(codes.values()), weights, sheets, votes, jury_share=contest.jury_share, wanted=contest.wanted
    )


class Said(NamedTuple):
    """What one juror said of one entry."""

    juror: str
    marks: list[tuple[str, int]]
    reason: str


def reasons(contest: Contest, entries: list[ContestEntry], but: Juror | None = None) -> dict[str, list[Said]]:
    """What the jurors who handed in said, by the code of the entry; ``but`` leaves out one of them.

    A juror whose account is closed is a member of the jury without a name.
    """
    rows = (
        Marks.objects.filter(card__in=entries)
        .exclude(juror__handed_in_at=None)
        .select_related("juror__user", "card")
    )
    found: dict[str, list[Said]] = {one.code: [] for one in entries}
    for row in rows.order_by("juror__asked_at", "juror"):
        if but is not None and row.juror_id == but.pk:
            continue
        user = row.juror.user
        name = user.display_name if user is not None and user.is_active else ""
        named = [(one["name"], mark) for one, mark in zip(contest.criteria, row.marks, strict=False)]
        found[row.card.code].append(Said(name, named, row.reason))
    return found
