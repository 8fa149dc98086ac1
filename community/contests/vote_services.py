"""The vote of everybody: one of an account, changed until the close, and what hosts do about votes that look bought."""

import hashlib
import hmac
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from community.hosts import host_role
from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import reason_of
from ledger.people import Account
from ledger.quotas import require_quota
from ledger.shapes import Done

from .access import takes_part
from .models import HIDDEN_CHAIN, REASON, Contest, Juror, Vote
from .selectors import standing
from .services import AboutContest, lock_contest
from .stages import Stage, stage_of

MOST_VOTED = 200
"""So often one person votes anew within a day."""
NEW = timedelta(days=30)
"""An account that was this young when the contest was published counts as new in what hosts are shown."""
FEWEST = 3
"""So many votes from one network are told; fewer say nothing, and would say who lives where."""


def network_mark(contest: Contest, network: str) -> str:
    """A keyed hash of a network. Its key is the contest's own and is thrown away with it: then it leads nowhere."""
    if not network or not contest.network_key:
        return ""
    return hmac.new(contest.network_key.encode(), network.encode(), hashlib.sha256).hexdigest()[:16]


def why_no_vote(contest: Contest, user: Account) -> str:
    """Why somebody has no vote in this contest, in words for them; empty for who has one."""
    if not takes_part(user):
        return _("You need an account of your own for this.")
    if contest.published_at is None or user.date_joined >= contest.published_at:
        return _("Only accounts that are older than the contest vote.")
    if Juror.objects.filter(contest=contest, user=user, state=Juror.State.ACCEPTED).exists():
        return _("You are on the jury, so you do not vote.")
    if host_role(user, contest.organization):
        return _("You host this contest, so you do not vote.")
    return ""


@command("contest_vote.cast", chain=HIDDEN_CHAIN)
def vote_cast(cmd: Command, *, contest: Contest, code: str, network: str) -> Done:
    """Vote for a card, or for another one instead; ``network`` as :func:`network_mark` made it."""
    require_quota(cmd, MOST_VOTED)
    user = cmd.actor.user
    contest = lock_contest(cmd, contest, hidden=True)
    if stage_of(contest, cmd.at) != Stage.VOTING:
        raise UserError("closed", _("Nobody can vote now."))
    if why := why_no_vote(contest, user):
        raise UserError("no_vote", why)
    entry = standing(contest).filter(code=code).first()
    if entry is None:
        raise UserError("gone", _("This card is not in the contest."))
    if entry.author_id == user.pk:
        raise UserError("own", _("This is your own card. Vote for another one."))
    values = {"card": entry, "at": cmd.at, "network": network[:16]}
    Vote.objects.update_or_create(contest=contest, voter=user, defaults=values)
    cmd.record(contest=contest.pk)
    return {}


class Place(NamedTuple):
    """What is told of a network that several votes came from: how many, of new accounts, and set aside, with why."""

    network: str
    votes: int
    new: int
    aside: int
    why: str


def places_of_votes(contest: Contest) -> list[Place]:
    """The networks several votes came from, the most first. A hint: a school is such a network too."""
    if contest.published_at is None:
        return []
    new = Q(voter__date_joined__gt=contest.published_at - NEW)
    rows = Vote.objects.filter(contest=contest).exclude(network="").values("network").order_by()
    counted = rows.annotate(
        votes=Count("pk"),
        new=Count("pk", filter=new),
        aside=Count("pk", filter=Q(set_aside_at__isnull=False)),
    ).filter(votes__gte=FEWEST)
    aside = Vote.objects.filter(contest=contest, set_aside_at__isnull=False)
    why = dict(aside.values_list("network", "set_aside_why"))
    found = [
        Place(row["network"], row["votes"], row["new"], row["aside"], why.get(row["network"], ""))
        for row in counted
    ]
    return sorted(found, key=lambda one: (-one.new, -one.votes, one.network))


@command("contest.set_aside")
def votes_set_aside(
    cmd: Command, *, contest: Contest, network: str, reason: str, aside: bool
) -> AboutContest:
    """Let the votes of one network not count, with a reason everybody reads in the result; or count again."""
    contest = lock_contest(cmd, contest)
    if stage_of(contest, cmd.at) != Stage.COUNTING:
        raise UserError("not_now", _("Votes are looked at once the vote is over, until it is decided."))
    rows = Vote.objects.filter(contest=contest, network=network).exclude(network="")
    if not rows.exists():
        raise UserError("gone", _("No votes came from there."))
    needed = _("Say why these votes do not count; everybody reads it.") if aside else ""
    why = reason_of(reason, needed=needed, most=REASON) if aside else ""
    changed = rows.update(set_aside_at=cmd.at if aside else None, set_aside_why=why)
    cmd.record(contest=contest.pk, votes=changed, aside=aside)
    return {"contest": contest.pk}
