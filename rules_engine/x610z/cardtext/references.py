"""Who and what a text names, how it is described, and how much of something there is."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules_engine.x610z import nodes as n

from .filling import Filling
from .scope import Mention, wrong
from .templates import Parts, Phrase, Template

_BASE = n.Select("summon", life_base=True)
_ONCE = "no second 'up to so many targets': a log could not tell the two apart (200.3)"


class References(Filling):
    """Players and objects, descriptions and amounts."""

    # --- who and what --------------------------------------------------------------------------------------------

    def make_player(self, phrase: Phrase) -> n.Ref:
        return self.declare(phrase, phrase.template.value)

    def take_player(self, template: Template, value: object) -> Parts | None:
        return self._first_named(value, lambda select: select == template.value)

    def make_that_player(self, phrase: Phrase) -> n.Ref:
        return self.latest(phrase, "player")

    def take_that_player(self, template: Template, value: object) -> Parts | None:
        if isinstance(value, n.Actor):
            return {}
        select = self._again(value)
        return {} if select is not None and select.kind == "player" else None

    def make_of_latest(self, phrase: Phrase) -> n.Base:
        assert phrase.template.node is not None
        return phrase.template.node(self.latest(phrase, ""))

    def take_of_latest(self, template: Template, value: object) -> Parts | None:
        return {} if type(value) is template.node else None

    def make_target(self, phrase: Phrase) -> n.Ref:
        return self.declare(phrase, self.fields(phrase)["select"])

    def take_target(self, template: Template, value: object) -> Parts | None:
        return self._first_named(value, lambda select: not select.other and select.kind != "player")

    def make_another(self, phrase: Phrase) -> n.Ref:
        return self.declare(phrase, msgspec.structs.replace(self.fields(phrase)["select"], other=True))

    def take_another(self, template: Template, value: object) -> Parts | None:
        return self._first_named(value, lambda select: select.other)

    def make_that(self, phrase: Phrase) -> n.Ref:
        return self.latest(phrase, phrase.template.value)

    def take_that(self, template: Template, value: object) -> Parts | None:
        select = self._again(value)
        return {} if select is not None and select.kind == template.value and not _by_class(value) else None

    def make_that_class(self, phrase: Phrase) -> n.Ref:
        leaf = phrase.parts["class"]
        ref = self.latest(phrase, "summon", self.vocabulary.kinds[leaf.text][1])
        return (
            msgspec.structs.replace(ref, by_class=True)
            if isinstance(ref, n.Slot | n.Host | n.Subject)
            else ref
        )

    def take_that_class(self, template: Template, value: object) -> Parts | None:
        select = self._again(value)
        if select is None or not select.classes or not _by_class(value):
            return None
        return {"class": select.classes[0]}

    def make_all(self, phrase: Phrase) -> n.Ref:
        select = self.fields(phrase)["select"]
        self.scope.mentions.append(Mention(select.kind, n.Each(select), select))
        return n.Each(select)

    def take_all(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Each) or value.of is not None or value.every or value.like is not None:
            return None
        select = value.select
        return {"select": select} if select.kind != "player" and not select.other else None

    def make_all_like(self, phrase: Phrase) -> n.Ref:
        """Summons of the Class of another summon; what is named is named here as any other thing (208.6)."""
        found = self.fields(phrase)
        select = found["select"]
        if select.kind != "summon" or select.classes:
            raise wrong(phrase, "'all summons of the same Class as ...'")
        ref = n.Each(select, like=found["like"])
        self.scope.mentions.append(Mention("summon", ref, select))
        return ref

    def take_all_like(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Each) or value.like is None:
            return None
        return {"select": value.select, "like": value.like}

    def make_all_other(self, phrase: Phrase) -> n.Ref:
        return n.Each(msgspec.structs.replace(self.fields(phrase)["select"], other=True))

    def take_all_other(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Each) or value.of is not None or not value.select.other:
            return None
        return {"select": msgspec.structs.replace(value.select, other=False)}

    def _holder(self, phrase: Phrase) -> n.Ref:
        select = phrase.template.value
        return self.latest(phrase, "player") if select is None else self.declare(phrase, select)

    def _take_holder(self, template: Template, player: object) -> bool:
        if template.value is None:
            return isinstance(player, n.Actor) or self._again(player) is not None
        return self._first_named(player, lambda select: select == template.value) is not None

    def make_things(self, phrase: Phrase) -> n.Ref:
        player = self._holder(phrase)
        select = self.fields(phrase)["select"]
        if select.kind not in ("summon", "crystal", "effect", "permanent") or select.control != "any":
            raise wrong(phrase, "summons, Energy Crystals, Effects or permanents")
        return self._things(select, player)

    def _things(self, select: n.Select, player: n.Ref) -> n.Ref:
        ref = n.Each(select, player)
        self.scope.mentions.append(Mention(select.kind, ref, select))
        return ref

    def take_things(self, template: Template, value: object) -> Parts | None:
        if (
            not isinstance(value, n.Each)
            or value.of is None
            or isinstance(value.of, n.You)
            or value.select == _BASE
        ):
            return None
        return {"select": value.select} if self._take_holder(template, value.of) else None

    def make_base(self, phrase: Phrase) -> n.Ref:
        return self._things(_BASE, self._holder(phrase))

    def take_base(self, template: Template, value: object) -> Parts | None:
        if (
            not isinstance(value, n.Each)
            or value.of is None
            or isinstance(value.of, n.You)
            or value.select != _BASE
        ):
            return None
        return {} if self._take_holder(template, value.of) else None

    def make_chosen(self, phrase: Phrase) -> n.Ref:
        found = self.fields(phrase)
        if not found["count"]:
            raise wrong(phrase, "1 or more")
        if found["select"].kind in ("action", "player"):
            raise wrong(phrase, "summons, Energy Crystals, Effects or permanents")
        return n.Chosen(found["select"], count=found["count"])

    def take_chosen(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Chosen):
            return None
        return {"count": value.count, "select": value.select}

    def make_up_to(self, phrase: Phrase) -> n.Ref:
        found = self.fields(phrase)
        scope, count = self.scope, found["count"]
        if self.card.hosted or scope.extra:
            raise wrong(
                phrase, "'target'; only what is cast or activated without more has up to so many targets"
            )
        if not count:
            raise wrong(phrase, "1 or more")
        if found["select"].kind == "action":
            raise wrong(phrase, "summons, Energy Crystals, Effects or permanents")
        self._may_declare(phrase)
        if any(one.optional for one in self._beside()):
            raise wrong(phrase, _ONCE)
        ref = n.Slots(len(scope.targets), count)
        scope.targets += [n.Target(found["select"], scope.option, optional=True)] * count
        if count > 1:
            scope.mentions.append(Mention(found["select"].kind, ref, several=True))
        return ref

    def take_up_to(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Slots) or value.first in self.named:
            return None
        self.named |= {value.first}
        return {"count": value.count, "select": self.targets[value.first].select}

    def make_those_targets(self, phrase: Phrase) -> n.Ref:
        for mention in reversed(self.scope.mentions):
            if mention.several and mention.kind == phrase.template.value:
                return mention.ref
        raise wrong(phrase, "'up to 2 targets' or more of that kind named before")

    def take_those_targets(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Slots) or value.first not in self.named:
            return None
        return {} if self.targets[value.first].select.kind == template.value else None

    def _beside(self) -> list[n.Target]:
        """The targets that a text has declared for the same announcement (207.1)."""
        here = self.scope.option
        return [one for one in self.scope.targets if one.option is None or here in (None, one.option)]

    def _may_declare(self, phrase: Phrase) -> None:
        if self.scope.paying:
            raise wrong(phrase, "what is yours; a cost has no targets (204.3)")

    def declare(self, phrase: Phrase, select: n.Select) -> n.Ref:
        """A target, numbered in the order in which the text names it."""
        self._may_declare(phrase)
        scope = self.card if self.card.hosted else self.scope
        scope.targets.append(n.Target(select, scope.option, scope.extra))
        ref: n.Ref = n.Host() if self.card.hosted else n.Slot(len(scope.targets) - 1)
        for one in (scope, self.scope):
            one.mentions.append(Mention(select.kind, ref, select))
        return ref

    def latest(self, phrase: Phrase, kind: str, card_class: str = "") -> n.Ref:
        """The latest thing named of that kind and Class ("" = any but a player)."""
        for mention in reversed(self.scope.mentions):
            if mention.fits(kind, card_class):
                return mention.ref
        if self.scope is not self.card or self.card.hosted:
            for target in self.card.targets[:1]:
                if Mention(target.select.kind, n.Host(), target.select).fits(kind, card_class):
                    return n.Host()
        raise wrong(phrase, f"a target {card_class or kind or 'summon, effect or action'} named before")

    def select_of(self, ref: n.Ref) -> n.Select | None:
        """What a reference describes, while building."""
        if isinstance(ref, n.Slot):
            return self.scope.targets[ref.n].select
        if isinstance(ref, n.Host) and self.card.targets:
            return self.card.targets[0].select
        return getattr(ref, "select", None)

    def select_named(self, ref: object) -> n.Select | None:
        """What a target, the host or the subject of an event is described as, in the tree."""
        if isinstance(ref, n.Slot):
            return self.targets[ref.n].select if ref.n < len(self.targets) else None
        if isinstance(ref, n.Host):
            return self.tree.targets[0].select if self.tree is not None and self.tree.targets else None
        return self.subject if isinstance(ref, n.Subject) else None

    def _first_named(self, ref: object, fits: Callable[[n.Select], bool]) -> Parts | None:
        """The description of a target that has not been named yet; it is named now."""
        select = self.select_named(ref)
        if select is None or isinstance(ref, n.Subject) or self._again(ref) is not None or not fits(select):
            return None
        if isinstance(ref, n.Slot):
            self.named |= {ref.n}
        else:
            self.host_named = True
        return {"select": msgspec.structs.replace(select, other=False)}

    def _again(self, ref: object) -> n.Select | None:
        """The description of what has been named before."""
        select = self.select_named(ref)
        if isinstance(ref, n.Host):
            return select if self.host_named else None
        if isinstance(ref, n.Slot):
            return select if ref.n in self.named else None
        return select

    # --- descriptions --------------------------------------------------------------------------------------------

    def _word(self, phrase: Phrase, key: str) -> str:
        return self.vocabulary.kinds[phrase.parts[key].text][1]

    def make_element(self, phrase: Phrase) -> tuple[str, str]:
        return ("element", self._word(phrase, "element"))

    def take_element(self, template: Template, value: tuple[str, str]) -> Parts | None:
        return {"element": value[1]} if value[0] == "element" else None

    def make_crew(self, phrase: Phrase) -> tuple[str, str]:
        return ("crew", self._word(phrase, "crew"))

    def take_crew(self, template: Template, value: tuple[str, str]) -> Parts | None:
        return {"crew": value[1]} if value[0] == "crew" else None

    def make_class(self, phrase: Phrase) -> n.Select:
        return n.Select("summon", classes=(self._word(phrase, "class"),))

    def take_class(self, template: Template, value: n.Select) -> Parts | None:
        return (
            {"class": value.classes[0]}
            if value == n.Select("summon", classes=value.classes) and value.classes
            else None
        )

    def make_cast_of(self, phrase: Phrase) -> n.Select:
        cards = self.build(phrase.parts["cards"])
        return n.Select(
            "action", action="cast", card_kind=cards.card_kind, classes=cards.classes, element=cards.element
        )

    def take_cast_of(self, template: Template, value: n.Select) -> Parts | None:
        if value.kind != "action" or value.action != "cast":
            return None
        return {"cards": msgspec.structs.replace(value, kind="card", action="any")}

    def make_class_card(self, phrase: Phrase) -> n.Select:
        return n.Select("card", card_kind="summon", classes=(self._word(phrase, "class"),))

    def take_class_card(self, template: Template, value: n.Select) -> Parts | None:
        plain = n.Select("card", card_kind="summon", classes=value.classes)
        return {"class": value.classes[0]} if value.classes and value == plain else None

    def make_element_card(self, phrase: Phrase) -> n.Select:
        return n.Select("card", card_kind="summon", element=self._word(phrase, "element"))

    def take_element_card(self, template: Template, value: n.Select) -> Parts | None:
        plain = n.Select("card", card_kind="summon", element=value.element)
        return {"element": value.element} if value.element and value == plain else None

    # --- how much ------------------------------------------------------------------------------------------------

    def make_no_tail(self, phrase: Phrase) -> None:
        return None

    def take_no_tail(self, template: Template, value: object) -> Parts | None:
        return {} if value is None else None

    def make_count(self, phrase: Phrase) -> n.Count:
        found = {**phrase.template.fixed, **self.fields(phrase)}
        if found["what"] in ("hand", "discard"):
            found["who"] = n.You()
        return n.Count(**found)

    def take_count(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Count) or value.what != template.fixed["what"]:
            return None
        if value.what in ("hand", "discard") and not isinstance(value.who, n.You):
            return None
        return {"select": value.select or n.Select("summon")} if value.what == "select" else {}

    def make_count_that(self, phrase: Phrase) -> n.Count:
        return n.Count(phrase.template.fixed["what"], who=self.latest(phrase, "player"))

    def take_count_that(self, template: Template, value: object) -> Parts | None:
        if (
            not isinstance(value, n.Count)
            or value.what != template.fixed["what"]
            or isinstance(value.who, n.You)
        ):
            return None
        return {}


def _by_class(ref: object) -> bool:
    """True for what a text points back to by its Class: "that Dragon"."""
    return isinstance(ref, n.Slot | n.Host | n.Subject) and ref.by_class
