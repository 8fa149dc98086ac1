"""What people are told of what others read, make and follow between the days."""

from django.utils.translation import gettext_lazy as _

from .kinds import Kind, Saying

COMMUNITY: dict[str, Kind] = {
    "news_withdrawn": Kind(
        _("The office withdrew news of your organization"),
        _("The office withdrew a piece of news of your organization. Its page says why."),
        _("There is an answer for you."),
        {"news.withdrawn": None},
        own="community:news_edit",
        of="news",
    ),
    "followed_event": Kind(
        _("An event you follow: its entry is open, or it is over"),
        _("Something is new at events you follow: %(found)s. The list says where."),
        _("There is news for you."),
        {"following.events": None},
        own="community:following",
        asked_first=True,
    ),
    "followed": Kind(
        _("Something new at the organizations, clans and players you follow"),
        _("Something is new at organizations, clans or players you follow: %(found)s. The list says where."),
        _("There is news for you."),
        {"following.others": None},
        own="community:following",
        asked_first=True,
    ),
    "gallery": Kind(
        _("What you sent to the gallery was decided about"),
        _("Somebody looked at what you sent to the gallery. Its page says what comes of it."),
        _("There is an answer for you."),
        {
            "gallery.decided": None,
            "gallery.answered": Saying(
                "appeal",
                _("There is an answer to your appeal in the gallery."),
                _("There is an answer for you."),
            ),
            "gallery.proposal_answered": Saying(
                "proposal",
                _("There is an answer to your picture for a card."),
                _("There is an answer for you."),
            ),
        },
        own="community:gallery_work",
        of="work",
    ),
    "reports": Kind(
        _("What was decided about something you made or reported"),
        _("Something you reported was looked at. See what was decided, and why."),
        _("There is an answer for you."),
        {
            "report.decided": None,
            "matter.hidden": Saying(
                "hidden",
                _("Something you made was hidden. See why, and what you can do."),
                _("There is an answer for you."),
            ),
            "objection.decided": Saying(
                "objection",
                _("The office looked at a decision again, as you asked."),
                _("There is an answer for you."),
            ),
        },
        own="community:decision",
        of="matter",
    ),
    "contest": Kind(
        _("A card contest you take part in, judge or host"),
        _("There is news about a card contest. Its page says more."),
        _("There is news about a card contest."),
        {
            "contest.asked": Saying(
                "asked",
                _("You are asked to be on the jury of a card contest."),
                _("Something is waiting for your answer."),
            ),
            "contest.moved": Saying(
                "moved",
                _("The dates of a card contest have changed."),
                _("The dates of a card contest have changed."),
            ),
            "contest.cancelled": Saying(
                "cancelled", _("A card contest is cancelled."), _("There is news about a card contest.")
            ),
            "contest.excluded": Saying(
                "excluded",
                _("The hosts took your card out of a contest. Its page says why."),
                _("There is an answer for you."),
            ),
            "contest.decided": Saying(
                "decided", _("A card contest is decided."), _("A card contest is decided.")
            ),
        },
        own="community:contest",
        of="contest",
    ),
}
