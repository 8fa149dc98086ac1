"""People who go to a forum, for tests: as a browser does it, step by step."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from community.forum.models import ForumAccount
from community.forum.sending_services import forum_deliver, forum_sweep
from tests.community.discourse import Discourse, Person
from tests.tournaments.hall import make_user
from x610z_site.accounts.models import MailAddress

CONNECT = "https://play.example/forum/connect/"


def reader(name: str = "Ann Nova", address: str = "ann@post.example", **fields: Any) -> tuple[Client, Any]:
    """Somebody signed in, with a verified address."""
    user = make_user(name, **fields)
    if address:
        MailAddress.objects.create(user=user, address=address, verified_at=timezone.now())
    client = Client()
    client.force_login(user)
    return client, user


def begin(client: Client, forum: Discourse, browser: str = "browser") -> Any:
    """The forum sends a browser here; what it is answered."""
    return client.get(forum.begin(browser, CONNECT).removeprefix("https://play.example"))


def go(client: Client, forum: Discourse, browser: str = "browser") -> Person:
    """All the way: sent here, yes, and back at the forum."""
    assert begin(client, forum, browser)["Location"] == "/forum/connect/go/"
    answer = client.post("/forum/connect/go/")
    assert answer.status_code == 302, answer.content.decode()
    return forum.sso_login(browser, answer["Location"])


def later(hours: float = 0.1) -> None:
    """What waits is due now, and who was looked at a moment ago is looked at again."""
    ForumAccount.objects.exclude(owes="").update(next_at=timezone.now())
    ForumAccount.objects.update(looked_at=timezone.now() - timedelta(hours=hours))
    forum_sweep()
    forum_deliver()
