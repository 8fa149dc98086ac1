"""Pods: players with equal points share a table, and meet others than before as far as possible."""

from dataclasses import replace

from django.utils.translation import gettext as _
from msgspec import Struct

from ledger.shapes import Ids
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.plans import cut_for
from tournaments.events.policy import PODS, Policy, StagePlan, Template
from tournaments.formats.by_table import explained
from tournaments.formats.letters import LETTERS
from tournaments.pairing.pod_model import PodOptions, PodPlayer
from tournaments.pairing.pods import certify_pods, check_pods, pair_pods
from tournaments.rounds.formats import Draft, Explanation, Plan, Rounds, StoredCertificate, drawn_from, proven
from tournaments.rounds.models import Round

from .repair import exchange_for, has_two, plans_for
from .seating import certificate_data, certificate_of, pod_options, pod_players, stored_pods, tables_of
from .settings import PodSettings
from .templates import TEMPLATES

# (players up to, rounds)
ROUNDS = ((8, 2), (16, 3), (34, 4), (64, 5))
MORE_ROUNDS = 6


class Pods(Rounds):
    """Tables of about as many players as the policy says."""

    kind = PODS
    ending = LETTERS
    mendable = gathers = by_hand = many_seats = True
    pairing_texts = "pod"
    settings: type[Struct] = PodSettings
    rank = 30
    templates: tuple[Template, ...] = TEMPLATES

    def begins(self, policy: Policy) -> bool:
        """Where the policy says so."""
        return policy.pairing == PODS

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """Rounds by the table for pods."""
        by_table = next((rounds for most, rounds in ROUNDS if entries <= most), MORE_ROUNDS)
        return StagePlan(self.kind, policy.rounds or by_table, cut_for(policy, entries))

    def options(self, tournament: Tournament) -> PodOptions:
        """The sizes that the policy allows."""
        return pod_options(tournament.policy)

    def field(self, tournament: Tournament, number: int) -> list[PodPlayer]:
        """Everybody for the pods of this round."""
        return pod_players(tournament, before=number, target=self.options(tournament).target)

    def draft(self, tournament: Tournament, stage: Stage, number: int, seed: str) -> Draft:
        """As the pairing room seats them, with the announced rounds in view."""
        options = replace(self.options(tournament), rounds=stage.rounds)
        players = self.field(tournament, number)
        draft = pair_pods(players, seed=seed, number=number, options=options)
        basis = drawn_from(players, [options])
        return Draft(list(tables_of(draft.pods, draft.byes)), certificate_data(draft, self.kind), basis)

    def basis(self, tournament: Tournament, stage: Stage, number: int) -> str:
        """Points, opponents, seats and byes, and the sizes that the policy allows."""
        options = replace(self.options(tournament), rounds=stage.rounds)
        return drawn_from(self.field(tournament, number), [options])

    def fits(self, tournament: Tournament, round_: Round) -> bool:
        """Whether the checker finds everybody who plays exactly once."""
        problems = check_pods(self.field(tournament, round_.number), *stored_pods(tournament, round_))
        return all(problem.severity != "error" for problem in problems)

    def recertify(
        self, tournament: Tournament, round_: Round, reason: str
    ) -> tuple[StoredCertificate, list[str]]:
        """The certificate by the independent checker, for those who sit in the round."""
        pods, byes = stored_pods(tournament, round_)
        here = {one for pod in pods for one in pod.seats} | set(byes)
        players = [
            replace(player, active=player.id in here) for player in self.field(tournament, round_.number)
        ]
        certificate, problems = certify_pods(players, pods, byes, self.options(tournament), two=has_two(pods))
        fresh: StoredCertificate = (
            certificate_of(certificate, self.kind) if certificate else {"method": self.kind}
        )
        fresh["changed_by_hand"] = reason
        return fresh, [problem.code for problem in problems]

    def proof(self, round_: Round) -> tuple[str, str] | None:
        """The certificate is made again after every change by hand, and says what it can prove."""
        certificate = round_.certificate
        if certificate.get("changed_by_hand") and not certificate.get("certified"):
            return None
        return proven(certificate)

    def plans(self, tournament: Tournament, round_: Round, gone: Ids = (), given_up: Ids = ()) -> list[Plan]:
        """Leave it, change as little as possible, seat the rest anew; for two who are left of a table two ways more."""
        players = self.field(tournament, round_.number)
        return list(plans_for(tournament, round_, players, self.options(tournament), gone, given_up))

    def exchange(self, tournament: Tournament, round_: Round, names: tuple[str, str]) -> Plan:
        """Two players change their tables; the sizes stay."""
        players = self.field(tournament, round_.number)
        return exchange_for(tournament, round_, players, self.options(tournament), names)

    def leaving(self, tournament: Tournament) -> bool:
        """A table goes on with those who are left, so it matters who leaves."""
        return True

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The pods in a few sentences."""
        reasons = [
            _("Players with equal points share a table, with players they have not met where possible."),
            _("Everybody sits at the starting dot where they have sat least often."),
        ]
        return explained(round_, entry, reasons)
