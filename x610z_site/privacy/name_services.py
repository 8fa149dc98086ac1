"""A name that may not stay: part of a decision about a player's page that was reported."""

import secrets

from django.contrib.auth import get_user_model

from ledger.commands import Command
from ledger.names import sort_name
from tournaments.entries.models import Entry
from tournaments.entries.questions import open_page
from tournaments.events.models import Tournament
from tournaments.programme.ladder_services import ladders_show_anew

from .models import Choice


def name_hide(cmd: Command, code: str, reason: str) -> None:
    """Give somebody a name that says nothing, wherever they played; a real name is shown to nobody any more.

    They may choose another name. What they played stays as it is.
    """
    page = open_page(code)
    if page is None:
        return
    user = get_user_model().objects.select_for_update(no_key=True).get(pk=page.user_id)
    user.display_name = f"Player {secrets.token_hex(3)}"
    user.save(update_fields=["display_name", "sort_name"])
    Choice.objects.filter(user=user).update(shows_real_name=False)
    Entry.objects.filter(user=user).update(
        name=user.display_name, sort_name=sort_name(user.display_name)[:80]
    )
    for tournament in Tournament.objects.filter(entries__user=user).order_by("pk").distinct():
        cmd.also("name.hide", chain=tournament.chain_key, public=True)
    ladders_show_anew(user.pk)
