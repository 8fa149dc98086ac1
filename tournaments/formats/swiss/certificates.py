"""The certificate of a Swiss round: stored when it is drawn, made again by the checker after every change by hand."""

from dataclasses import replace

import msgspec

from ledger.hashing import plain
from tournaments.events.models import Tournament
from tournaments.pairing import Certificate, Options, check_round
from tournaments.rounds.field import players_of
from tournaments.rounds.formats import StoredCertificate
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.rules import decisions

from .pairs import kept_decisions, pairs_of

FIGURES = (
    "cost",
    "lower_bound",
    "certified",
    "rematches",
    "second_byes",
    "soft_conflicts",
    "pair_downs",
    "exact",
)


def certificate_data(certificate: Certificate) -> StoredCertificate:
    """The certificate as stored JSON."""
    data: dict[str, object] = {name: getattr(certificate, name) for name in FIGURES}
    data["relaxed"] = [{"code": item.code, "params": dict(item.params)} for item in certificate.relaxed]
    return msgspec.convert(plain(data), StoredCertificate)


def recomputed_certificate(
    tournament: Tournament, round_: Round, options: Options, reason: str
) -> tuple[StoredCertificate, list[str]]:
    """Let the checker judge the round as it is now, for those who sit in it: certificate, and codes of what it found.

    Somebody who left or who waits for the next round is no part of it. A round that is not whole (an entry that
    staff could not seat, two byes) proves nothing any more.
    """
    made = pairs_of(tournament, round_)
    seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    names = {who for pair in made for who in (pair.a, pair.b)}
    players = [
        replace(player, active=player.id in names)
        for player in players_of(tournament, before=round_.number, also=seated)
    ]
    decided = decisions(tournament, round_.number, players)
    report = check_round(
        players,
        made,
        options=options,
        # Staff who change a round by hand may overrule their own decision.
        fixed_pairs=kept_decisions(decided, made),
        forbidden_pairs=decided.apart,
        number=round_.number,
    )
    if report.certificate is None:
        fresh: StoredCertificate = round_.certificate | {"certified": False, "exact": False, "relaxed": []}
    else:
        fresh = certificate_data(report.certificate)
    fresh["changed_by_hand"] = reason
    return fresh, [problem.code for problem in report.problems]
