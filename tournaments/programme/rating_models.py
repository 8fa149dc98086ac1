"""What is kept of ratings: it can be made again from results at any time."""

from django.db import models


class RatingPool(models.Model):
    """The ratings of one game and mode ("x610z/1v1"). ``packed``: by the id of an account its number and its games."""

    pool = models.CharField(primary_key=True, max_length=60)
    packed = models.BinaryField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ratings of {self.pool}"
