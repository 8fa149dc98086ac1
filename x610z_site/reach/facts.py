"""What people can be told: the facts rooms send, the kinds a person switches, and the words for each.

Two sets of words. On the page a notice says what it is about. In the subject of a mail and in a push message, which a
locked screen shows to anyone who holds the phone, it says no more than everybody may know (decision 242).
"""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.organizations.models import Level

from .community_facts import COMMUNITY
from .kinds import Kind, Saying

KINDS: dict[str, Kind] = {
    "your_table": Kind(
        _("Your table, when a round is published or changes"),
        _("Round %(round)s: table %(table)s."),
        _("Round %(round)s: table %(table)s."),
        {"round.published": None, "round.table_changed": None},
        without_table=_("Round %(round)s: you have no table. See your page."),
        with_bye=_("Round %(round)s: you have a bye."),
    ),
    "confirm_result": Kind(
        _("Your opponent has reported a result"),
        _("Your opponent has reported the result of your match in round %(round)s. Is it right?"),
        _("Something is waiting for your answer."),
        {
            "result.reported": None,
            "result.conceded": Saying(
                "conceded",
                _("Your opponent conceded your match in round %(round)s: you have won it."),
                _("There is news about one of your matches."),
            ),
        },
    ),
    "result_changed": Kind(
        _("A result of yours changed"),
        _("The result of your match in round %(round)s was changed or decided by the staff."),
        _("There is news about one of your matches."),
        {"result.changed": None, "result.ruled": None},
    ),
    "judge_coming": Kind(
        _("A judge is coming"),
        _("A judge has taken your call and is coming to your table."),
        _("A judge is coming to your table."),
        {"call.claimed": None},
    ),
    "appeal_decided": Kind(
        _("An appeal at your table was decided"),
        _("The head judge has decided the appeal at your table."),
        _("There is an answer for you."),
        {"appeal.decided": None},
    ),
    "moved_up": Kind(
        _("You moved up from the waiting list"),
        _("You moved up from the waiting list: you have a place."),
        _("There is news about your place."),
        {"entry.moved_up": None},
    ),
    "deck_missing": Kind(
        _("Your deck is missing"),
        _("Your deck has not been submitted yet."),
        _("Something is still needed from you."),
        {"deck.missing": None},
    ),
    "event_changed": Kind(
        _("A tournament you entered changed or was called off"),
        _("Something about this tournament changed. Look at its page."),
        _("A tournament you entered has changed."),
        {
            "tournament.changed": None,
            "tournament.restored": None,
            "tournament.cancelled": Saying(
                "cancelled",
                _("This tournament was called off. Its page says why."),
                _("A tournament you entered was called off."),
            ),
            "round.withdrawn": Saying(
                "withdrawn",
                _("Round %(round)s was withdrawn. Wait for its new tables."),
                _("A tournament you entered has changed."),
            ),
        },
        page="tournaments:detail",
    ),
    **COMMUNITY,
    "friends": Kind(
        _("Somebody asks you to be friends"),
        _("Somebody asks you to be friends."),
        _("Something is waiting for your answer."),
        {"friend.asked": None},
        own="tournaments:friends",
    ),
    "friendly": Kind(
        _("Friendly games: a proposal, an answer or a change"),
        _("A friendly game is proposed to you."),
        _("There is news about a friendly game."),
        {
            "friendly.proposed": None,
            "friendly.moved": Saying(
                "moved",
                _("Another moment or place is proposed for a friendly game of yours."),
                _("There is news about a friendly game."),
            ),
            "friendly.accepted": Saying(
                "accepted",
                _("A friendly game of yours is agreed."),
                _("There is news about a friendly game."),
            ),
            "friendly.declined": Saying(
                "declined",
                _("A friendly game you proposed was declined."),
                _("There is news about a friendly game."),
            ),
            "friendly.called_off": Saying(
                "called_off",
                _("A friendly game of yours was called off."),
                _("There is news about a friendly game."),
            ),
        },
        own="tournaments:friendly",
        of="friendly",
    ),
    "friendly_soon": Kind(
        _("A friendly game of yours begins soon"),
        _("A friendly game of yours begins within a day."),
        _("Something in your agenda begins within a day."),
        {
            "friendly.day": None,
            "friendly.hour": Saying(
                "hour",
                _("A friendly game of yours begins within an hour."),
                _("Something in your agenda begins within an hour."),
            ),
        },
        own="tournaments:friendly",
        of="friendly",
    ),
    "appointment": Kind(
        _("Matches of a league: times that are offered, agreed or put off"),
        _("Your opponent offers times for your match in round %(round)s."),
        _("Something is waiting for your answer."),
        {
            "appointment.offered": None,
            "appointment.agreed": Saying(
                "time_agreed",
                _("A time is agreed for your match in round %(round)s."),
                _("There is news about one of your matches."),
            ),
            "appointment.postponed": Saying(
                "put_off",
                _("Your opponent puts off your match in round %(round)s. Offer other times."),
                _("There is news about one of your matches."),
            ),
            "appointment.absent": Saying(
                "said_absent",
                _(
                    "Your opponent says that you did not come to your match in round %(round)s. A judge decides."
                ),
                _("There is news about one of your matches."),
            ),
            "league.extended": Saying(
                "more_days",
                _("You have more days for your match in round %(round)s."),
                _("There is news about one of your matches."),
            ),
        },
        page="tournaments:league_mine",
    ),
    "appointment_soon": Kind(
        _("A match of yours in a league begins soon"),
        _("Your match in round %(round)s begins within a day."),
        _("Something in your agenda begins within a day."),
        {
            "appointment.day": None,
            "appointment.hour": Saying(
                "match_hour",
                _("Your match in round %(round)s begins within an hour."),
                _("Something in your agenda begins within an hour."),
            ),
        },
        page="tournaments:league_mine",
    ),
    "league_waits": Kind(
        _("A table of a league has no result when its days are over, or somebody did not come"),
        _("The days of a match in round %(round)s are over, and it has no result."),
        _("There is news about a league."),
        {
            "league.over": None,
            "league.absent": Saying(
                "absence",
                _("Somebody did not come to a match in round %(round)s. It waits for a judge."),
                _("There is news about a league."),
            ),
        },
        page="tournaments:league",
    ),
    "search_found": Kind(
        _("New tournaments that fit a search you keep"),
        _("New tournaments that fit a search you keep: %(found)s."),
        _("There is news for you."),
        {"search.found": None},
        own="tournaments:kept_filters",
    ),
    "level_decided": Kind(
        _("The office decided on the level of an organization you own"),
        _("The office decided on the level of an organization you own. Its page says what, and why."),
        _("There is news about an organization."),
        {
            "organization.level_decided": None,
            "organization.trusted": Saying(
                "trusted",
                _(
                    "The office trusts an organization you own up to: %(level)s. What it wrote stands on its page."
                ),
                _("There is news about an organization."),
            ),
            "organization.refused": Saying(
                "refused",
                _(
                    "The office did not give an organization you own the level it asked for. Its page says why."
                ),
                _("There is news about an organization."),
            ),
            "organization.level_taken": Saying(
                "level_taken",
                _(
                    "The office lowered the level of an organization you own to: %(level)s. Its page says why."
                ),
                _("There is news about an organization."),
            ),
            "organization.trust_ended": Saying(
                "trust_ended",
                _("The office no longer trusts an organization you own by itself. Its page says why."),
                _("There is news about an organization."),
            ),
        },
        own="tournaments:organization_level",
        of="organization",
    ),
    "circuit_changed": Kind(
        _("A circuit in which you have a result changed, or ended"),
        _("A circuit in which you have a result changed or ended. Its page says what moved, and why."),
        _("There is news about a circuit."),
        {"circuit.changed": None},
        own="tournaments:circuit_by_number",
        of="circuit",
    ),
    "circuit_asks": Kind(
        _("A circuit asks whether an event of yours counts for it"),
        _("A circuit asks whether an event of yours counts for it."),
        _("Something is waiting for your answer."),
        {"circuit.asks": None},
        page="tournaments:event_circuits",
    ),
    "final": Kind(
        _("Invitations to a final"),
        _("You are invited to a final. Say whether you play."),
        _("Something is waiting for your answer."),
        {
            "final.offered": None,
            "final.reminder": Saying(
                "reminder",
                _("An invitation to a final still waits for your answer."),
                _("Something is waiting for your answer."),
            ),
            "final.missed": Saying(
                "missed",
                _("Your invitation to a final went to the next in line: there was no answer in time."),
                _("There is news about an invitation."),
            ),
            "final.withdrawn": Saying(
                "withdrawn",
                _("An invitation to a final was withdrawn."),
                _("There is news about an invitation."),
            ),
        },
        own="tournaments:my_place",
        of="place",
    ),
    "hook_failed": Kind(
        _("A webhook of yours was switched off"),
        _("A webhook you set up was switched off, because its messages did not arrive."),
        _("Something you set up was switched off."),
        {"hook.failed": None},
        page="reach:hooks",
        of_hooks=True,
    ),
}

NAMES = {name: key for key, kind in KINDS.items() for name in kind.facts}
"""Every fact a room may send, and of which kind it is."""

SAYINGS = {name: said for kind in KINDS.values() for name, said in kind.facts.items() if said is not None}
"""The facts with words of their own. Somebody who switches a kind switches all its facts."""


def kind_of(key: str) -> Kind:
    """The kind of that key; one that only a newer release knows says that something changed."""
    return KINDS.get(key, KINDS["event_changed"])


def words(kind: str, about: dict[str, int], *, locked: bool = False) -> str:
    """What a notice says, in the language of the moment; ``locked``: where others can read it."""
    of_kind = kind_of(kind)
    known: Kind | Saying = next((one for one in SAYINGS.values() if one.mark in about), of_kind)
    said = str(known.lock if locked else known.words)
    if of_kind.without_table and not about.get("table"):
        said = str(of_kind.with_bye if about.get("bye") else of_kind.without_table)
    if "%(" not in said:
        return said
    if not about.keys() & {"round", "found", "level"}:
        return gettext("See your page.")
    return said % {"table": None, **about, "level": dict(Level.choices).get(about.get("level", 0), "")}
