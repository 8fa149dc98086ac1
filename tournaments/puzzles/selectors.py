"""A person's own answers: nobody else's can be asked for."""

from typing import TypedDict

from django.db.models import Count, Q

from ledger.people import Account

from .making import LARGEST, sections
from .models import PuzzleAnswer


def answer_of(user: Account, number: int) -> PuzzleAnswer | None:
    """What this person answered to a puzzle."""
    return PuzzleAnswer.objects.filter(user=user, puzzle=number).first()


def next_puzzle(user: Account) -> int:
    """The first puzzle that this person has not answered."""
    answered = set(PuzzleAnswer.objects.filter(user=user).values_list("puzzle", flat=True))
    return next((number for number in range(1, LARGEST + 1) if number not in answered), LARGEST)


class ScoreRow(TypedDict):
    """Puzzles about one chapter of the rules: answered, rightly, and with the right line."""

    section: str
    total: int
    right: int
    found: int
    title: str


def score_of(user: Account) -> list[ScoreRow]:
    """How many puzzles about each chapter of the rules this person answered, and how many rightly; weakest first."""
    titles = dict(sections())
    rows = (
        PuzzleAnswer.objects.filter(user=user)
        .values("section")
        .annotate(
            total=Count("pk"),
            right=Count("pk", filter=Q(right=True)),
            found=Count("pk", filter=Q(right_line=True)),
        )
    )
    score: list[ScoreRow] = [{**row, "title": titles.get(row["section"], row["section"])} for row in rows]
    return sorted(score, key=lambda row: (row["right"] / row["total"], -row["total"], row["section"]))
