"""What somebody answered to a puzzle."""

from django.conf import settings
from django.db import models


class PuzzleAnswer(models.Model):
    """The one answer of a person to a puzzle. ``section`` is that of the rule that was broken."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_answers"
    )
    puzzle = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    answered_section = models.CharField(max_length=12)
    section = models.CharField(max_length=12)
    right_line = models.BooleanField()
    right = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_answer_to_a_puzzle")]

    def __str__(self) -> str:
        return f"puzzle {self.puzzle} of {self.user_id}"
