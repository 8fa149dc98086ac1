"""The gallery at the same moment: two reviewers, an appeal beside a change, a yes beside what is taken back."""

from functools import partial
from typing import Any

import pytest

from community.gallery.models import Work
from community.gallery.review_services import (
    appeal_answer,
    proposal_answer,
    work_appeal,
    work_propose,
    work_refuse,
    work_show,
)
from community.gallery.services import values_token, work_change, work_withdraw
from decks.cards.models import Card, CardPicture
from ledger.commands import SITE_CHAIN, Actor
from ledger.errors import UserError
from ledger.selectors import verify_chain
from tests.community.hung import hang, kept_files, refuse, reviewer, said, send_picture
from tests.decks.catalogue import SUMMON, make_keeper, publish_rows
from tests.ledger.chains import broken
from tests.races.tools import REPEATS, racers
from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def codes(answers: list[Any]) -> list[str]:
    """The code of each refusal, "done" for what went through; anything else is a fault."""
    return sorted(
        one.code if isinstance(one, UserError) else "done" if isinstance(one, dict) else repr(one)
        for one in answers
    )


def test_of_two_reviewers_who_decide_at_once_one_does() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            work = send_picture(make_user(f"Painter {time}"))
            first, second, shown = reviewer(), reviewer("Second"), values_token(work)
            answers = at_once(
                partial(work_show, actor=first, work=work, shown=shown),
                partial(work_refuse, actor=second, work=work, why="ages", reason="", shown=shown),
            )
            assert codes(answers) == ["done", "stale"]
            work.refresh_from_db()
            assert (work.state == "shown") == (work.decided_by == first.user) == (work.why == "")
        assert broken(SITE_CHAIN) == []


def test_an_appeal_and_a_change_at_once_are_one_of_both() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            work = refuse(send_picture(make_user(f"Painter {time}")))
            actor, shown = Actor(work.artist, "artist"), values_token(work)
            changed: Any = {"actor": actor, "work": work, "card": None, "picture": None, "shown": shown}
            answers = at_once(
                partial(work_appeal, actor=actor, work=work, appeal="It is mine.", shown=shown),
                partial(work_change, **changed, words=said(title="Another")),
            )
            assert codes(answers) == ["done", "stale"]
            work.refresh_from_db()
            assert (work.state, bool(work.appeal)) in {("refused", True), ("waiting", False)}


def test_of_two_answers_to_an_appeal_one_counts() -> None:
    with racers(2) as at_once:
        for time in range(REPEATS):
            work = refuse(send_picture(make_user(f"Painter {time}")))
            artist = Actor(work.artist, "artist")
            work_appeal(actor=artist, work=work, appeal="It is mine.", shown=values_token(work))
            work.refresh_from_db()
            shown = values_token(work)
            said_by = [(reviewer("Second"), True), (reviewer("Third"), False)]
            answers = at_once(
                *(
                    partial(
                        appeal_answer,
                        actor=by,
                        work=work,
                        overturn=overturn,
                        answer="Looked at.",
                        shown=shown,
                    )
                    for by, overturn in said_by
                )
            )
            assert codes(answers) == ["done", "stale"]


def test_what_is_taken_back_while_a_keeper_says_yes_is_at_no_card_and_leaves_no_file() -> None:
    before = kept_files()
    publish_rows([SUMMON])
    card, keeper = Card.objects.get(number=SUMMON["number"]), Actor(make_keeper(), "keeper")
    with racers(2) as at_once:
        for time in range(REPEATS):
            work = hang(send_picture(make_user(f"Painter {time}"), card))
            artist = Actor(work.artist, "artist")
            work_propose(actor=artist, work=work, shown=values_token(work))
            work.refresh_from_db()
            shown = values_token(work)
            answers = at_once(
                partial(proposal_answer, actor=keeper, work=work, accept=True, reason="", shown=shown),
                partial(work_withdraw, actor=artist, work=work),
            )
            assert codes(answers) in (["done", "done"], ["done", "gone"])
            card.refresh_from_db()
            assert card.picture is None and not Work.objects.exists()
            assert not CardPicture.objects.filter(removed_at=None).exists()
            assert kept_files() == before
        assert verify_chain("catalogue") == []
