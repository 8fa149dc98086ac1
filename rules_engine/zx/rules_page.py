"""The page of all Z/X rules in our own words, with the questions that the documents leave open, as Markdown.

``python -m rules_engine.zx.rules_page`` writes it to standard output, with ``nl`` behind it in Dutch.
"""

import sys
from collections.abc import Iterator

from rules_engine.rulebook.index import LANGUAGES, Rule

from .rulebook import zx_headings, zx_rules
from .rulings import answers, rulings

_WORDS = {
    "en": {
        "title": "The rules of Z/X in our own words",
        "intro": (
            "Documents 001 to 003 in our own words. Rules with a number keep it; sentences of the basic rules are "
            "called `B.`, their section and a number. [What proves that they are kept](coverage-zx.md)."
        ),
        "other": "[Nederlands](rulebook-zx.nl.md)",
        "made": "This page is made by `python -m rules_engine.zx.rules_page > docs/rulebook-zx.md`.",
        "head": "| rule | wording |",
        "open": "Open",
        "questions": "Open questions",
        "choose": (
            "An event may choose another option before it starts, never later. The answers of today are edition %s."
        ),
        "from": "Rules",
        "since": "since edition %s",
        "default": "default",
        "why": "Why",
    },
    "nl": {
        "title": "De regels van Z/X in onze eigen woorden",
        "intro": (
            "Documenten 001 tot en met 003 in onze eigen woorden. Regels met een nummer houden dat; zinnen van de "
            "basisregels heten `B.`, hun onderdeel en een nummer. "
            "[Waaruit blijkt dat ze worden gehandhaafd](coverage-zx.md) (Engels)."
        ),
        "other": "[English](rulebook-zx.md)",
        "made": "Deze pagina wordt gemaakt door `python -m rules_engine.zx.rules_page nl > docs/rulebook-zx.nl.md`.",
        "head": "| regel | tekst |",
        "open": "Open vraag",
        "questions": "Open vragen",
        "choose": (
            "Een toernooi mag vóór het begin een andere mogelijkheid kiezen, daarna niet meer. De antwoorden van "
            "vandaag zijn editie %s."
        ),
        "from": "Regels",
        "since": "sinds editie %s",
        "default": "gekozen als niemand iets zegt",
        "why": "Waarom",
    },
}
"""The words of the page around the rules, by language."""


def as_markdown(lang: str = "en") -> str:
    """The whole page in ``"en"`` or ``"nl"``, ending in a line break."""
    if lang not in LANGUAGES:
        raise ValueError(f"the rules are worded in {', '.join(LANGUAGES)}, not in {lang!r}")
    return "\n".join((*_rules(lang), *_questions(lang))) + "\n"


def _anchor(name: str) -> str:
    return "r-" + name.lower().replace(".", "-").replace("#", "-")


def _rules(lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    yield from (f"# {words['title']}", "", words["intro"], "", words["other"], "", words["made"])
    known = list(zx_rules().values())
    for heading in zx_headings().values():
        own = [rule for rule in known if rule.section == heading.id]
        if own:
            title = heading.title_nl if lang == "nl" else heading.title
            yield from ("", f"## {title}", "", words["head"], "| --- | --- |")
            yield from (_row(rule, lang) for rule in own)


def _row(rule: Rule, lang: str) -> str:
    asked = ", ".join(f"[{name}](#{_anchor(name)})" for name in rule.rulings)
    more = f" {_WORDS[lang]['open']}: {asked}." if asked else ""
    return f'| <a id="{_anchor(rule.id)}"></a>{rule.id} | **{rule.title_in(lang)}.** {rule.text_in(lang)}{more} |'


def _questions(lang: str) -> Iterator[str]:
    words, dutch = _WORDS[lang], lang == "nl"
    yield from ("", f"## {words['questions']}", "", words["choose"] % answers().latest.number)
    for one in rulings().values():
        named = ", ".join(f"[{rule}](#{_anchor(rule)})" for rule in one.rules)
        since = f" ({words['since'] % one.since})" if one.since > 1 else ""
        question = one.question_nl if dutch else one.question
        yield from ("", f'<a id="{_anchor(one.id)}"></a>', "", f"### {one.id} `{one.key}`: {question}", "")
        yield from (f"{words['from']}: {named}{since}.", "")
        for name, meaning in (one.options_nl if dutch else one.options).items():
            mark = f" ({words['default']})" if name == one.default else ""
            yield f"- `{name}`{mark}: {meaning}"
        if not dutch:
            yield from ("", f"{words['why']}: {one.rationale}")


if __name__ == "__main__":
    sys.stdout.write(as_markdown(*sys.argv[1:2]))
