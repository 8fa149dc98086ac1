"""What somebody of 12 to 15 may and may not: each row of the table is true of the code, and docs/young.md says it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from community.forum.people import why_not
from community.gallery.selectors import credits_of, shown
from community.safety.services import report_make
from community.safety.young import YOUNG, May
from ledger.commands import Actor
from ledger.errors import UserError
from tests.community.hung import hang, send_story
from tests.ledger.test_commands import all_commands
from tests.security.young_page import PAGE, page
from tests.tournaments.agenda.people import acts, game, in_one_clan
from tests.tournaments.hall import approved_tournament, make_tournament, make_user, organizer_of
from tournaments.agenda import friend_services as friends
from tournaments.agenda.models import Friendship
from tournaments.agenda.selectors import friend_ids, requests_to
from tournaments.agenda.services import friendly_propose, place_of
from tournaments.clans.models import Membership
from tournaments.entries.services import entry_create
from tournaments.events.services import tournament_open_entry
from x610z_site.privacy.choice_services import (
    guardian_confirm,
    guardian_withdraw,
    page_choose,
    real_name_change,
)
from x610z_site.privacy.models import Guardian

pytestmark = [pytest.mark.django_db]
Proof = Callable[[], bool]


def done(do: Callable[[], Any]) -> bool:
    """Whether it can be done."""
    try:
        do()
    except UserError:
        return False
    return True


class World:
    """A child whose guardian nobody has heard, an adult, a clan mate, an event: what is proved is asked of it."""

    def __init__(self) -> None:
        self.event = approved_tournament(4)
        self.kim, self.adult, self.mate = (
            self.event.entries.first().user,
            make_user("Adult"),
            make_user("Mate"),
        )
        Guardian.objects.create(user=self.kim, given_at=timezone.now(), contact="parent")
        in_one_clan(self.mate, self.kim)

    def heard(self) -> None:
        """A desk has spoken with the guardian, who knows of every friend."""
        Guardian.objects.filter(user=self.kim).update(confirmed_at=timezone.now())
        Friendship.objects.update(asker_known=True, asked_known=True)

    def play(self) -> bool:
        event = make_tournament("Open")
        tournament_open_entry(actor=organizer_of(event), tournament=event, casual=True)
        return done(lambda: entry_create(actor=acts(self.kim), tournament=event))

    def clan(self) -> bool:
        return Membership.objects.filter(user=self.kim).exists()

    def clan_shown(self) -> bool:
        return Membership.objects.get(user=self.kim).shown

    def clan_games(self) -> bool:
        return done(lambda: friendly_propose(actor=acts(self.kim), user_id=self.mate.pk, **game()))

    def asked_by_strangers(self) -> bool:
        friends.friend_ask(actor=acts(self.adult), username=self.kim.username)
        return bool(requests_to(self.kim))

    def asks(self) -> bool:
        friends.friend_ask(actor=acts(self.kim), username=self.adult.username)
        return bool(requests_to(self.adult))

    def friends(self) -> bool:
        if not Friendship.objects.filter(asker=self.kim, asked=self.mate).exists():
            number = friends.friend_ask_mate(actor=acts(self.kim), user_id=self.mate.pk)["friendship"]
            Friendship.objects.filter(pk=number).update(state="accepted")
        return self.mate.pk in friend_ids(self.kim)

    def agenda(self) -> bool:
        return Friendship.objects.get(asker=self.kim, asked=self.mate).asker_shares

    def messages(self) -> bool:
        return any(word in one for one in all_commands() for word in ("message", "chat"))

    def places(self) -> bool:
        return done(lambda: place_of("call me: 06 1234 5678"))

    def real_name(self) -> bool:
        return done(lambda: real_name_change(actor=acts(self.kim), real_name="Kim Real", shown=True))

    def page(self) -> bool:
        return done(lambda: page_choose(actor=acts(self.kim), opened=True, parts=[]))

    def gallery(self) -> bool:
        work = hang(send_story(self.kim, title="By Kim"))
        return shown().filter(pk=work.pk).exists()

    def gallery_name(self) -> bool:
        work = hang(send_story(self.kim, title="By Kim again", named=True))
        return self.kim.display_name in credits_of([work])[work.pk]

    def forum(self) -> bool:
        return "guardian" not in why_not(self.kim, None)

    def guardian(self) -> bool:
        """Also for a child who works at the desk of the event."""
        desk = Actor(self.kim, "organizer")
        said = {"tournament": self.event, "user_id": self.kim.pk}
        return done(lambda: guardian_confirm(actor=desk, **said)) or done(
            lambda: guardian_withdraw(actor=desk, **said)
        )

    def report(self) -> bool:
        said = {
            "kind": "event",
            "thing_key": self.event.slug,
            "reason": "hurts",
            "words": "",
            "language": "en",
        }
        return done(lambda: report_make(actor=acts(self.kim), **said))

    def block(self) -> bool:
        return done(lambda: friends.person_block(actor=acts(self.kim), user_id=self.mate.pk))


BEFORE = {May.YES: True, May.ASKED: False, May.CHOSEN: False, May.NO: False}
AFTER = BEFORE | {May.ASKED: True}


def test_each_row_is_true_before_and_after_a_desk_has_spoken_with_the_guardian() -> None:
    world = World()
    proofs: dict[str, Proof] = {row.key: getattr(world, row.key) for row in YOUNG}
    assert list(proofs)[-1] == "block", "it ends what the other rows ask for"
    before = {row.key for row in YOUNG[:-1] if proofs[row.key]() != BEFORE[row.may]}
    assert before == set()
    world.heard()
    assert {row.key for row in YOUNG if proofs[row.key]() != AFTER[row.may]} == set()


def test_the_page_says_what_the_table_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.security.young_page"
