"""Shapes of the public API; every field is named here, so nothing leaks by being added to a model."""

from rest_framework import serializers

from .fields import Query


class StandingsQuery(Query):
    """What is asked of the standings."""

    round = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=99_999,
        help_text="after this round; default: the last completed one",
    )


class FeeSerializer(serializers.Serializer):
    """What an event costs, in cents of one currency; a price that is null is not offered."""

    cents = serializers.IntegerField()
    currency = serializers.CharField()
    member_cents = serializers.IntegerField(allow_null=True)
    young_cents = serializers.IntegerField(allow_null=True, help_text="for people under 16")
    early_cents = serializers.IntegerField(allow_null=True)
    early_until = serializers.DateTimeField(allow_null=True)


class TournamentSerializer(serializers.Serializer):
    """A tournament as everybody may know it; ``fee`` is null where it asks none."""

    slug = serializers.CharField()
    name = serializers.CharField()
    state = serializers.CharField()
    organized_play = serializers.BooleanField()
    format = serializers.CharField()
    mode = serializers.CharField()
    ruleset = serializers.CharField()
    starts_at = serializers.DateTimeField()
    location = serializers.CharField()
    town = serializers.CharField(help_text="key of a town of the Netherlands or Belgium, or empty")
    beginners = serializers.BooleanField()
    capacity = serializers.IntegerField()
    organization = serializers.CharField(
        source="organization.slug", default=None, help_text="its address, or null"
    )
    scale = serializers.IntegerField(help_text="1 evening, 2 open event, 3 championship")
    fee = FeeSerializer(allow_null=True)


class SeatSerializer(serializers.Serializer):
    """One player at a table; ``games_won`` is null while there is no final result."""

    entry = serializers.IntegerField(help_text="entry number in this tournament")
    name = serializers.CharField()
    games_won = serializers.IntegerField(allow_null=True)


class MatchSerializer(serializers.Serializer):
    """One table of a round; ``table`` is null for a bye, ``state`` "open" until the result is "final".

    ``verified``: the signed recordings of its games prove the result that all players reported.
    """

    table = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    kind = serializers.CharField()
    drawn_games = serializers.IntegerField(allow_null=True)
    verified = serializers.BooleanField()
    seats = SeatSerializer(many=True)


class RoundSerializer(serializers.Serializer):
    """A published round with its tables."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    ends_at = serializers.DateTimeField(allow_null=True)
    matches = MatchSerializer(many=True)


class StandingSerializer(serializers.Serializer):
    """One line of the standings; ``values`` holds exact fractions as text ("5/9") by metric key."""

    rank = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
    name = serializers.CharField()
    record = serializers.ListField(child=serializers.IntegerField())
    dropped = serializers.BooleanField()
    values = serializers.DictField(child=serializers.CharField(allow_null=True))


class KnockOutMatchSerializer(serializers.Serializer):
    """A match or final table after the cut. Players are entry numbers, null while an earlier match decides.

    ``games``: won by each of them, null before the result is final and where no games are counted.
    """

    slot = serializers.CharField(help_text="where it stands in the bracket; it never changes")
    round = serializers.IntegerField(help_text="the round of the tournament")
    table = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    winner = serializers.IntegerField(allow_null=True, help_text="who goes on")


class FinalPlaceSerializer(serializers.Serializer):
    """A line of the final places; ``place`` is null for somebody who has none."""

    place = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
    name = serializers.CharField()


class KnockOutSerializer(serializers.Serializer):
    """What is played after the cut, and how everybody is placed in the end.

    ``kind`` is null where nothing is played after the rounds. ``places`` is empty before the end; who was knocked out
    in the same round shares a place.
    """

    kind = serializers.CharField(allow_null=True)
    seeds = serializers.ListField(child=serializers.IntegerField(), help_text="entry numbers, the best first")
    matches = KnockOutMatchSerializer(many=True)
    places = FinalPlaceSerializer(many=True)


class LedgerHeadSerializer(serializers.Serializer):
    """A row of the tournament's ledger that was published; `verify_ledger --expected-head` proves it is still there."""

    row = serializers.IntegerField()
    chain = serializers.CharField()
    hash = serializers.CharField()


class StandingsSerializer(serializers.Serializer):
    """The standings after a completed round, and with the last one the published head of the ledger."""

    through_round = serializers.IntegerField()
    ledger_head = LedgerHeadSerializer(allow_null=True)
    rows = StandingSerializer(many=True)
