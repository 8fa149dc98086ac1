"""Recordings, the entries of their journals, and the devices that write them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Recording(models.Model):
    """One game that is written down. ``opening`` is what the server wrote of it: header, seats, what it dealt.

    ``head`` and ``head_hash`` are the last entry of its journal; ``pen`` is the device that wrote last. A practice game
    belongs to its ``owner`` and to no match; ``practice`` says against whom, and with which numbers it was dealt.
    ``result`` (seats that won and lost, or a draw, and the rule) and ``log`` are made when its end line is written.
    """

    class Mode(models.TextChoices):
        TWO_PHONES = "two_phones", _("every player writes on their own phone")
        SCRIBE = "scribe", _("one person writes for the table")
        JUDGE = "judge", _("a judge writes it down afterwards")
        PRACTICE = "practice", _("practice")

    class State(models.TextChoices):
        OPEN = "open", _("being played")
        FROZEN = "frozen", _("a judge was called")
        ENDED = "ended", _("over, to be signed")
        SIGNED = "signed", _("signed")
        VOID = "void", _("does not count")

    match = models.ForeignKey(
        "tournaments.Match", null=True, on_delete=models.CASCADE, related_name="recordings"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="practice_games"
    )
    game_number = models.PositiveSmallIntegerField(default=1)
    mode = models.CharField(max_length=10, choices=Mode)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    opening = models.BinaryField()
    practice = models.JSONField(default=dict)
    head = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64)
    pen = models.ForeignKey("RecordingDevice", null=True, on_delete=models.SET_NULL, related_name="+")
    log = models.OneToOneField("GameLog", null=True, on_delete=models.SET_NULL, related_name="recording")
    result = models.JSONField(null=True)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["match_id", "game_number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "game_number"], condition=~Q(state="void"), name="one_recording_per_game"
            ),
            models.CheckConstraint(
                condition=Q(match=None, mode="practice", owner__isnull=False)
                | (Q(match__isnull=False, owner=None) & ~Q(mode="practice")),
                name="recording_of_a_match_or_of_a_person",
            ),
        ]

    def __str__(self) -> str:
        return f"recording {self.pk} of match {self.match_id}"

    @property
    def stream(self) -> str:
        """The key under which the live process tells of new entries."""
        return f"recording:{self.pk}"


class RecordingDevice(models.Model):
    """A browser that writes in one recording. Its secret stands in a cookie there; here is only its hash.

    ``seat`` is None for who writes for the whole table: a scribe, a judge, somebody who practises. It writes beside the
    session in which it was made (``session``) and dies with it; or it is ``paired``, another phone that took a code,
    listed and ended on the page of its person's account. ``public_key``: that of the key with which it signs, made on
    it and never changed. ``heard_at``: when it last said that it is there, with the entry ``seen`` on its screen.
    """

    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="devices")
    entry = models.ForeignKey("tournaments.Entry", null=True, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="recording_devices"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    secret_hash = models.CharField(max_length=64)
    session = models.CharField(max_length=36, blank=True, default="", db_default="")
    paired = models.BooleanField(default=False, db_default=False)
    public_key = models.CharField(max_length=90, blank=True, default="", db_default="")
    heard_at = models.DateTimeField(null=True)
    seen = models.PositiveIntegerField(default=0, db_default=0)
    seen_signature = models.CharField(max_length=100, blank=True, default="", db_default="")
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of recording {self.recording_id}"


class PairingCode(models.Model):
    """A code by which another phone becomes a device: made by the owner of the seat, good once and for some minutes."""

    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="codes")
    entry = models.ForeignKey("tournaments.Entry", null=True, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"code {self.pk} for recording {self.recording_id}"


class RecordingEntry(models.Model):
    """One entry of a journal: added once and never changed; the database sees to it.

    Only forgetting empties a ``body`` (then its hash shows that there was one), and only practice games are deleted.

    ``by`` is the seat for which it was written, None for a judge or a scribe; ``author`` who wrote it. ``hash`` is that
    of all it says and of the entry before it. ``signature`` is that of its phone; ``voice`` says how it speaks for
    seats that are not its writer's, as the server found it then (:mod:`.voices`).
    """

    class Kind(models.TextChoices):
        LINE = "line"
        UNDO = "undo"
        DEVIATE = "deviate"
        CHOOSE = "choose"
        PEN = "pen"
        CALL = "call"
        FREEZE = "freeze"
        RESUME = "resume"
        SIGN = "sign"
        CONFIRM = "confirm"

    class Status(models.TextChoices):
        OK = "ok"
        UNCHECKED = "unchecked"
        DEVIATION = "deviation"
        ASKED = "asked"
        SAME = "same"
        CONFLICT = "conflict"

    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    device = models.ForeignKey(RecordingDevice, null=True, on_delete=models.RESTRICT, related_name="entries")
    device_seq = models.PositiveIntegerField(null=True)
    base = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=8, choices=Kind)
    body = models.JSONField()
    by = models.PositiveSmallIntegerField(null=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    status = models.CharField(max_length=9, choices=Status)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    signature = models.CharField(max_length=100, blank=True, default="", db_default="")
    voice = models.CharField(max_length=30, blank=True, default="", db_default="")
    client_at = models.CharField(max_length=40, blank=True)
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["recording_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["recording", "seq"], name="one_journal_entry_per_number"),
            models.UniqueConstraint(
                fields=["device", "device_seq"],
                condition=Q(device__isnull=False),
                name="an_entry_of_a_device_once",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.seq} of recording {self.recording_id}"


class OpenedHand(models.Model):
    """Notes on their own hand that a player opened to the judges of the event; they never leave the phone otherwise."""

    recording = models.ForeignKey(Recording, on_delete=models.CASCADE, related_name="opened_hands")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    notes = models.JSONField()
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["recording", "entry"], name="one_opened_hand_per_seat")
        ]

    def __str__(self) -> str:
        return f"opened hand of {self.entry_id} in {self.recording_id}"
