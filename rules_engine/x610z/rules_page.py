"""The page of all rules, rulings and versions, as Markdown or HTML."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from rules_engine.rulebook.index import KINDS, KINDS_NL, LANGUAGES, Rule, headings, rules
from rules_engine.x610z.explain import KIND_NAMES, wording
from rules_engine.x610z.rulesets import LATEST, RULESETS, answers, load_ruleset, rulings

_WORDS = {
    "en": {
        "title": "The rules of X610Z in our own words",
        "intro": (
            "Every numbered rule of X610Z, every term of its glossary and every statement of the Dutch rule sheet, in "
            "our own words. Numbers are those of the Comprehensive Rules of March 2010; `106.3#2` is the second bullet "
            "of rule 106.3, `G.` marks the glossary and `NL.` the Dutch sheet. Where sources disagree, the "
            "Comprehensive Rules of the date come first, then their glossary, then the Dutch sheet. X610Z and Existenz "
            "are trademarks of their owner."
        ),
        "made": "This page is made by `python -m rules_engine.rulebook --markdown --output docs/rulebook.md`.",
        "other": "[Nederlands](rulebook.nl.md) · [What proves that the rules are kept](coverage.md)",
        "kinds": "| kind | meaning | entries |",
        "rules": "| rule | kind | wording |",
        "open": "Open",
        "questions": "Open questions",
        "choose": "An event may choose another option before it starts, never later.",
        "from": "Rules",
        "default": "default",
        "editions": (
            "Answers have editions. A log names the one it was played under, and is judged by it for ever; a question "
            "that got its name later is marked."
        ),
        "edition_rows": "| edition | from | questions | hash of all answers |",
        "since": "since edition %s",
        "why": "Why",
        "versions": "Versions of the rules",
        "latest": "The index words the rules of `%s`.",
        "switches": "| switch | value |",
        "absent": "Not there yet",
    },
    "nl": {
        "title": "De regels van X610Z in onze eigen woorden",
        "intro": (
            "Elke genummerde regel van X610Z, elk woord uit de woordenlijst en elke uitspraak van het Nederlandse "
            "regelblad, in onze eigen woorden. De nummers zijn die van de Comprehensive Rules van maart 2010; "
            "`106.3#2` is het tweede punt van regel 106.3, `G.` staat voor de woordenlijst en `NL.` voor het "
            "Nederlandse blad. Spreken bronnen elkaar tegen, dan gaan de Comprehensive Rules van die datum voor, dan "
            "hun woordenlijst, dan het Nederlandse blad. X610Z en Existenz zijn merken van hun eigenaar."
        ),
        "made": (
            "Deze pagina wordt gemaakt door "
            "`python -m rules_engine.rulebook --markdown --lang nl --output docs/rulebook.nl.md`."
        ),
        "other": "[English](rulebook.md) · [Waaruit blijkt dat de regels worden gehandhaafd](coverage.md) (Engels)",
        "kinds": "| soort | betekenis | aantal |",
        "rules": "| regel | soort | tekst |",
        "open": "Open vraag",
        "questions": "Open vragen",
        "choose": "Een toernooi mag vóór het begin een andere mogelijkheid kiezen, daarna niet meer.",
        "from": "Regels",
        "default": "gekozen als niemand iets zegt",
        "editions": (
            "Antwoorden hebben edities. Een verslag noemt die waaronder gespeeld is en wordt daar voor altijd naar "
            "beoordeeld; bij een vraag die later een naam kreeg, staat dat vermeld."
        ),
        "edition_rows": "| editie | vanaf | vragen | hash van alle antwoorden |",
        "since": "sinds editie %s",
        "why": "Waarom",
        "versions": "Versies van de regels",
        "latest": "Hierboven staan de regels van `%s`.",
        "switches": "| instelling | waarde |",
        "absent": "Nog niet aanwezig",
    },
}
"""The words of the page around the rules, by language."""


def as_markdown(lang: str = "en") -> str:
    """The whole page as Markdown in ``"en"`` or ``"nl"``, ending in a line break."""
    if lang not in LANGUAGES:
        raise ValueError(f"the rules are worded in {', '.join(LANGUAGES)}, not in {lang!r}")
    return "\n".join(_markdown_lines(lang)) + "\n"


def anchor(rule_id: str) -> str:
    """The anchor of a rule or ruling on the Markdown pages: ``"r-202-8"``, ``"r-106-3-2"``, ``"r-g-sharp-turn"``.

    An answer has the anchor of its ruling and its own name: ``"r-h7-wider_only"``.
    """
    return "r-" + rule_id.lower().replace(".", "-").replace("#", "-")


def as_html() -> str:
    """The whole page as one HTML document without styles or scripts; every rule has its number as anchor."""
    return "\n".join(_html_lines()) + "\n"


def _sections() -> Iterator[tuple[str, list[Rule]]]:
    for section, group in groupby(rules().values(), key=lambda known: known.section):
        yield section, list(group)


def _chapters_above(section: str) -> list[str]:
    """The headings that open at this section and have no rules of their own: ``"2"`` before ``"200"``."""
    order = list(headings())
    at = order.index(section)
    above = []
    while at and section.startswith(order[at - 1]):
        at -= 1
        above.append(order[at])
    return above[::-1]


def _numbered_headings(section: str, seen: set[str]) -> Iterator[tuple[str, int]]:
    """Every heading to print before this section's rules, with its depth (1 to 3)."""
    for heading in [*_chapters_above(section), section]:
        if heading not in seen:
            seen.add(heading)
            yield heading, 1 if len(heading) <= 2 else 2 if "." not in heading else 3


def _heading(heading: str, lang: str = "en") -> str:
    known = headings()[heading]
    title = known.title_nl if lang == "nl" else known.title
    return title if heading in ("G", "NL") else f"{heading}. {title}"


def _links(known: Rule) -> str:
    return f" Open: {', '.join(known.rulings)}." if known.rulings else ""


def _markdown_lines(lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    yield from (f"# {words['title']}", "", words["intro"], "", words["other"], "", words["made"], "")
    yield from (words["kinds"], "| --- | --- | --- |")
    for kind, meaning in KINDS.items() if lang == "en" else KINDS_NL.items():
        count = sum(known.kind == kind for known in rules().values())
        yield f"| {KIND_NAMES[lang][kind]} | {meaning} | {count} |"
    seen: set[str] = set()
    for section, group in _sections():
        for heading, depth in _numbered_headings(section, seen):
            yield from ("", f"{'#' * (depth + 1)} {_heading(heading, lang)}")
        yield from ("", words["rules"], "| --- | --- | --- |")
        yield from (_markdown_row(known, lang) for known in group)
    yield from _markdown_rulings(lang)
    yield from _markdown_versions(lang)


def _markdown_row(known: Rule, lang: str) -> str:
    """A rule; its number is an anchor, an enforced rule leads to its proof, an open one to its question."""
    mark = anchor(known.id)
    kind = KIND_NAMES[lang][known.kind]
    if known.kind == "enforced":
        kind = f"[{kind}](coverage.md#{mark})"
    asked = ", ".join(f"[{name}](#{anchor(name)})" for name in known.rulings)
    more = f" {_WORDS[lang]['open']}: {asked}." if asked else ""
    return f'| <a id="{mark}"></a>{known.id} | {kind} | **{known.title_in(lang)}.** {known.text_in(lang)}{more} |'


def _markdown_rulings(lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    yield from ("", f"## {words['questions']}", "", words["choose"], "", words["editions"], "")
    yield from (words["edition_rows"], "| --- | --- | --- | --- |")
    for edition in answers().editions:
        count = sum(known.since <= edition.number for known in rulings().values())
        yield f"| `{edition.name}` | {edition.day} | {count} | `{edition.sha256[:16]}` |"
    for known in rulings().values():
        question = known.question_nl if lang == "nl" else known.question
        named = ", ".join(f"[{rule_id}](#{anchor(rule_id)})" for rule_id in known.rules)
        yield from (
            "",
            f'<a id="{anchor(known.id)}"></a>',
            "",
            f"### {known.id} `{known.key}`: {question}",
            "",
        )
        since = f" ({words['since'] % known.since})" if known.since > 1 else ""
        yield from (f"{words['from']}: {named}{since}.", "")
        options = known.options_nl if lang == "nl" else known.options
        for name, meaning in options.items():
            mark = f" ({words['default']})" if name == known.default else ""
            yield f'- <a id="{anchor(known.id)}-{name}"></a>`{name}`{mark}: {meaning}'
        if lang == "en":
            yield from ("", f"{words['why']}: {known.rationale}")


def _markdown_versions(lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    latest = load_ruleset(LATEST)
    yield from ("", f"## {words['versions']}", "", words["latest"] % LATEST)
    for ruleset_id in RULESETS:
        ruleset = load_ruleset(ruleset_id)
        yield from ("", f"### `{ruleset_id}`", "", words["switches"], "| --- | --- |")
        for name, value in ruleset.switches.items():
            yield f"| `{name}` | `{value}` |"
        if ruleset.absent:
            yield from ("", f"{words['absent']}: {', '.join(sorted(ruleset.absent))}.")
        if ruleset_id != latest.id:
            yield ""
            for rule_id in ruleset.wordings:
                yield f"- {rule_id}: {wording(rules()[rule_id], lang, ruleset)}"


def _html_lines() -> Iterator[str]:
    yield from ("<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">')
    yield from (f"<title>{_WORDS['en']['title']}</title>", "</head>", "<body>")
    yield from (f"<h1>{_WORDS['en']['title']}</h1>", f"<p>{escape(_WORDS['en']['intro'])}</p>")
    seen: set[str] = set()
    for section, group in _sections():
        for heading, depth in _numbered_headings(section, seen):
            yield f"<h{depth + 1}>{escape(_heading(heading))}</h{depth + 1}>"
        yield "<dl>"
        for known in group:
            kind = escape(KIND_NAMES["en"][known.kind])
            yield f'<dt id="{escape(known.id)}">{escape(known.id)} {escape(known.title)} <small>{kind}</small></dt>'
            yield f"<dd>{escape(known.text + _links(known))}</dd>"
        yield "</dl>"
    yield "<h2>Open questions</h2>"
    for ruled in rulings().values():
        yield f'<h3 id="{ruled.id}">{ruled.id} {escape(ruled.question)}</h3>'
        yield "<ul>"
        for name, meaning in ruled.options.items():
            mark = " (default)" if name == ruled.default else ""
            yield f"<li><code>{escape(name)}</code>{mark}: {escape(meaning)}</li>"
        yield from ("</ul>", f"<p>{escape(ruled.rationale)}</p>")
    yield from ("</body>", "</html>")
