"""How a program writes: each operation calls the service that the page calls, with the rights the page asks.

An operation names its address, the scope a token needs for it, the right its person needs, and the service. Which
fields its body has, what the schema says of them and what comes back follow from the signature of the service
(:mod:`tournaments.api.bodies`); there is no second way to write.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypedDict, TypeVar, Unpack

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.commands import Actor, action_of
from ledger.errors import UserError
from ledger.people import Account, signed_in
from ledger.sending import sending, stored_of, under_way
from ledger.shapes import Arguments
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament, actor_to_rule, require_right
from tournaments.events.models import Tournament
from tournaments.organizations.access import access_organization
from tournaments.programme.access import access_circuit
from tournaments.programme.models import Circuit
from tournaments.rounds.models import Match, Round

from .bodies import Service, answer_of, body_of, fields_of, parameters_of, said_of
from .fields import Body, Kind
from .refusals import REFUSALS, refusal
from .tokens import TokenView

Row = TypeVar("Row")
ONE = "tournaments/<slug:slug>/"
ROUND = f"{ONE}rounds/<int:round>/"
TABLE = f"{ROUND}tables/<int:table>/"
ENTRY = f"{ONE}entries/<int:entry>/"
SHORTEST_KEY, LONGEST_KEY, KEY = 8, 72, "^[A-Za-z0-9_.:-]+$"
"""The key that a program makes for a request: from so many characters to so many, and which."""
KEY_SCHEMA = {"type": "string", "minLength": SHORTEST_KEY, "maxLength": LONGEST_KEY, "pattern": KEY}


@dataclass(frozen=True)
class Call:
    """One request for an operation: who, under which key, with what, at which address."""

    user: Account
    key: str
    said: Arguments
    path: Mapping[str, Any]
    operation: "Operation"

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament of the address, for those who may know of it; else 404."""
        return access_tournament(self.user, self.path["slug"])

    @property
    def player(self) -> Actor:
        """The person as a player."""
        return Actor(self.user, "player")

    def staff(self, right: Right) -> Actor:
        """The person in the role that gives this right; else 403."""
        return require_right(self.user, self.tournament, right)

    @property
    def actor(self) -> Actor:
        """Who acts: staff with the right that the operation asks (else 403), or the person for themselves."""
        right = self.operation.right
        if not right:
            return self.operation.whose.acts(self.user)
        # Without a judge the organizer rules, as on the page.
        ruler = actor_to_rule(self.user, self.tournament) if right == Right.RULE else None
        return ruler or self.staff(right)

    def require_access(self) -> None:
        """What every operation asks of its person, before it looks anything up; else 403 or 404."""
        if "slug" in self.path:
            _known, _actor = self.tournament, self.actor

    def require_own(self) -> None:
        """One's own entry, where the operation asks for one; else 404. One that was done needs it no more."""
        if self.operation.own:
            self.own_entry()

    def own_entry(self) -> Entry:
        """The person's own entry; else 404."""
        return _found(Entry.objects.filter(tournament=self.tournament, user=self.user).first())

    def entry(self, number: int | None = None) -> Entry:
        """The entry of the address (or with this number); else 404."""
        wanted = self.path["entry"] if number is None else number
        return _found(Entry.objects.filter(tournament=self.tournament, number=wanted).first())

    def round(self) -> Round:
        """The round of the address, a draft too; else 404."""
        return _found(Round.objects.filter(tournament=self.tournament, number=self.path["round"]).first())

    def match(self) -> Match:
        """The table of the address in a round that is published; else 404."""
        rows = Match.objects.filter(
            tournament=self.tournament, round__number=self.path["round"], table=self.path["table"]
        )
        match = _found(rows.exclude(round__state=Round.State.DRAFT).select_related("round__stage").first())
        match.tournament = self.tournament
        return match

    def circuit(self) -> Circuit:
        """The circuit of the address, in preparation too for those who belong to its organization; else 404."""
        return access_circuit(self.user, self.path["organization"], self.path["circuit"])

    def params(self) -> Arguments:
        """What the service is given: from the address, and from the body."""
        one = self.operation
        found = {name: find(self) for name, find in one.given.items()}
        for name, called in one.says.items():
            value, find = self.said[called], one.finds.get(name)
            found[name] = find(self, value) if find is not None and value is not None else value
        return found

    def carry_out(
        self, service: Service | None = None, *, actor: Actor | None = None, **changes: object
    ) -> object:
        """Call the service of the operation (or this one), as ``actor`` where that is not who usually acts."""
        one = self.operation
        actor = actor or self.actor
        params = self.params() | changes
        if "slug" in self.path:
            params["tournament"] = self.tournament
        answer: object = (service or one.services[0])(actor=actor, key=self.key, **params)
        return answer


def _found(row: Row | None) -> Row:
    """The row, or 404."""
    if row is None:
        raise Http404
    return row


def part(name: str) -> "Find":
    """What the address says under this name."""
    return lambda call: call.path[name]


Find = Callable[[Call], object]
FindSaid = Callable[[Call, Any], object]
Run = Callable[[Call], object]

ADDRESSED: dict[str, tuple[str, Find]] = {
    "match_id": ("table", lambda call: call.match().pk),
    "round_id": ("round", lambda call: call.round().pk),
    "entry_id": ("entry", lambda call: call.entry().pk),
    "number": ("number", part("number")),
    "organization": ("organization", lambda call: access_organization(call.path["organization"])),
    "circuit": ("circuit", lambda call: call.circuit()),
    "circuit_id": ("circuit", lambda call: call.circuit().pk),
    **{
        f"{name}_id": (name, part(name))
        for name in (
            *("snapshot", "invitation", "deck", "rule", "log", "friendship", "friendly"),
            *("asked", "venue", "bar", "counts", "gift", "place"),
        )
    },
}
"""Parameters of services that an address says: the part of it that does, and how the value is found."""


def entry_id(call: Call, number: int) -> int:
    """The entry with this number in the tournament; else 404."""
    return int(call.entry(number).pk)


FOUND: dict[str, FindSaid] = {"entry_id": entry_id, "other_id": entry_id}
"""Parameters that are found by what a body says."""


class How(TypedDict, total=False):
    """What is said of an operation because it does not follow from its service.

    ``body``: what fields take, where their names and types do not tell; more fields, too. ``about``: what the schema
    says of the body. ``given``: how a parameter is found that neither address nor body says as usual. ``finds``: how
    one is found by what the body says. ``without``: parameters that the operation adds itself, or that are not offered.
    ``own``: only for somebody with an entry of their own. ``actions``: the commands it may come to.
    """

    body: Mapping[str, Kind]
    about: str
    given: Mapping[str, Find]
    finds: Mapping[str, FindSaid]
    without: Collection[str]
    own: bool
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Operation:
    """One thing a program can do.

    ``actions``: the commands it may come to. ``says``: parameters of the service, by their names in the body;
    ``finds``: how some of them are found by what is said there; ``given``: how the others are found. ``own``: only for
    somebody with an entry of their own.
    """

    name: str
    path: str
    whose: "Scope"
    services: tuple[Service, ...]
    actions: tuple[str, ...]
    words: str
    body: type[Body]
    says: Mapping[str, str]
    finds: Mapping[str, FindSaid]
    given: Mapping[str, Find]
    own: bool
    run: Run

    @property
    def scope(self) -> str:
        """What a token needs."""
        return self.whose.name

    @property
    def right(self) -> Right | None:
        """What staff need; None for what people do for themselves."""
        return self.whose.right

    @classmethod
    def of(
        cls,
        name: str,
        path: str,
        whose: "Scope",
        services: tuple[Service, ...],
        words: str,
        run: Run,
        **how: Unpack[How],
    ) -> "Operation":
        """An operation as it follows from its first service, and from what is said beside it."""
        service, parts = services[0], set(re.findall(r":(\w+)>", path))
        without = how.get("without", ())
        found = {
            each: ADDRESSED[each][1]
            for each in parameters_of(service)
            if each in ADDRESSED and each not in without and ADDRESSED[each][0] in parts
        } | dict(how.get("given", {}))
        says = said_of(service, {*found, *without})
        fields = fields_of(service, says, how.get("body", {}))
        return cls(
            name=name,
            path=path,
            whose=whose,
            services=services,
            actions=how.get("actions") or tuple(action_of(one) for one in services),
            words=words,
            body=body_of(f"{_class_name(name)}Body", how.get("about", words), fields),
            says=says,
            finds={**FOUND, **how.get("finds", {})},
            given=found,
            own=how.get("own", False),
            run=run,
        )


OPERATIONS: dict[str, Operation] = {}
"""Every operation that writes, by name."""


def as_player(user: Account) -> Actor:
    """Who acts in an operation of players."""
    return Actor(user, "player")


@dataclass(frozen=True)
class Scope:
    """Whose operations follow: the scope that a token needs, the right of staff, and as whom a person acts."""

    name: str
    right: Right | None = None
    acts: Callable[[Account], Actor] = as_player

    def command(self, name: str, path: str, service: Service, words: str, **how: Unpack[How]) -> None:
        """An operation that calls a service with what the address and the body say; ``how`` as in :class:`How`.

        Raises TypeError when ``body`` names something that the service does not take.
        """
        one = Operation.of(name, path, self, (service,), words, Call.carry_out, **how)
        if unknown := set(one.body().fields) - set(one.says.values()):
            raise TypeError(f"{name} says {unknown}, which its service does not take")
        OPERATIONS[name] = one

    def special(self, path: str, *services: Service, **how: Unpack[How]) -> Callable[[Run], Run]:
        """Make ``run`` the operation at this address; its docstring is what the schema says of it."""

        def register(run: Run) -> Run:
            name, words = run.__name__, (run.__doc__ or "").strip()
            OPERATIONS[name] = Operation.of(name, path, self, services, words, run, **how)
            return run

        return register


def _class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def key_of(request: Request) -> str:
    """The key the client made for this request, under which sending it again changes nothing; raises 400 without."""
    key = request.headers.get("Idempotency-Key", "")
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY or not re.fullmatch(KEY, key):
        words = f"{SHORTEST_KEY} to {LONGEST_KEY} letters, digits or _.:- of your own making"
        raise ValidationError({"Idempotency-Key": [words]})
    return f"api:{key}"


def _done(one: Operation, call: Call) -> object:
    """What the operation answers: as at first when exactly this was sent before, whatever has become of its table."""
    sent = sending(call.player.key, call.key, [one.name, call.path, call.said])
    stored = stored_of(sent)
    if stored is not None:
        return stored["result"]
    call.require_own()
    with under_way(sent):
        return one.run(call)


def view_of(one: Operation) -> type[TokenView]:
    """The view of an operation."""

    @extend_schema(
        operation_id=one.name,
        description=one.words,
        tags=[one.scope],
        request=one.body if one.body().fields else None,
        parameters=[OpenApiParameter("Idempotency-Key", KEY_SCHEMA, OpenApiParameter.HEADER, required=True)],
        responses={200: answer_of(*one.services), **REFUSALS},
    )
    def post(self: TokenView, request: Request, **path: Any) -> Response:
        key = key_of(request)
        call = Call(signed_in(request), key, {}, path, one)
        call.require_access()  # before the body is looked at: whoever may not learns nothing of what it must be
        said = one.body(data=request.data)
        if not said.is_valid():
            call.require_own()
            raise ValidationError(said.errors)
        call.said.update(said.validated_data)
        try:
            return Response({"result": _done(one, call)})
        except UserError as error:
            return refusal(error)

    return type(_class_name(one.name), (TokenView,), {"post": post, "scope": one.scope, "__doc__": one.words})
