"""The rows of the inventory about how people and programs are reached."""

from django.utils.translation import gettext_noop

from .tables import BLANK, CODE, DELETE, Table, of_nobody

REACHED = (
    Table(
        "reach.Notice",
        "user",
        DELETE,
        {"fact": CODE, "kind": CODE, "about": CODE},
        gettext_noop("What you were told"),
        ("kind", "about", "at", "read_at"),
    ),
    Table(
        "reach.Choices",
        "user",
        DELETE,
        {"mail": CODE, "push": CODE},
        gettext_noop("What you want to be sent"),
        ("mail", "push"),
    ),
    Table(
        "reach.PushAddress",
        "user",
        DELETE,
        {
            "endpoint": BLANK,
            "endpoint_sha256": CODE,
            "p256dh": CODE,
            "auth": CODE,
            "device": CODE,
            "language": CODE,
        },
        gettext_noop("Browsers that get messages for you"),
        ("device", "endpoint", "added_at"),
    ),
    Table("reach.CalendarAddress", "user", DELETE, {"token_hash": CODE}),
    Table("reach.Sending"),
    Table(
        "reach.Webhook",
        "made_by",
        DELETE,
        {"url": BLANK, "secret": CODE, "former": CODE},
        gettext_noop("Webhooks you set up"),
        ("url", "made_at", "off_at"),
    ),
    of_nobody("reach.HookMessage", event=CODE, said=CODE),
)
