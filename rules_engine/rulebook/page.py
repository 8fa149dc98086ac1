"""The page of all rules, rulings and versions, as Markdown or HTML."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from rules_engine.rulebook.explain import KIND_NAMES, wording
from rules_engine.rulebook.index import KINDS, Rule, headings, rules
from rules_engine.x610z.rulesets import LATEST, RULESETS, load_ruleset, rulings

_INTRO = (
    "Every numbered rule of X610Z, every term of its glossary and every statement of the Dutch rule sheet, in our "
    "own words. Numbers are those of the Comprehensive Rules of March 2010; `106.3#2` is the second bullet of rule "
    "106.3, `G.` marks the glossary and `NL.` the Dutch sheet. Where sources disagree, the Comprehensive Rules of "
    "the date come first, then their glossary, then the Dutch sheet. X610Z and Existenz are trademarks of their "
    "owner."
)
_MADE = "This page is made by `python -m rules_engine.rulebook --markdown --output docs/rulebook.md`."


def as_markdown() -> str:
    """The whole page as Markdown, ending in a line break."""
    return "\n".join(_markdown_lines()) + "\n"


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


def _heading(heading: str) -> str:
    title = headings()[heading].title
    return title if heading in ("G", "NL") else f"{heading}. {title}"


def _links(known: Rule) -> str:
    return f" Open: {', '.join(known.rulings)}." if known.rulings else ""


def _markdown_lines() -> Iterator[str]:
    yield from ("# The rules of X610Z in our own words", "", _INTRO, "", _MADE, "")
    yield from ("| kind | meaning | entries |", "| --- | --- | --- |")
    for kind, meaning in KINDS.items():
        count = sum(known.kind == kind for known in rules().values())
        yield f"| {KIND_NAMES['en'][kind]} | {meaning} | {count} |"
    seen: set[str] = set()
    for section, group in _sections():
        for heading, depth in _numbered_headings(section, seen):
            yield from ("", f"{'#' * (depth + 1)} {_heading(heading)}")
        yield from ("", "| rule | kind | wording |", "| --- | --- | --- |")
        for known in group:
            yield f"| {known.id} | {KIND_NAMES['en'][known.kind]} | **{known.title}.** {known.text}{_links(known)} |"
    yield from _markdown_rulings()
    yield from _markdown_versions()


def _markdown_rulings() -> Iterator[str]:
    yield from (
        "",
        "## Open questions",
        "",
        "An event may choose another option before it starts, never later.",
    )
    for known in rulings().values():
        yield from (
            "",
            f"### {known.id} `{known.key}`: {known.question}",
            "",
            f"Rules: {', '.join(known.rules)}.",
            "",
        )
        for name, meaning in known.options.items():
            mark = " (default)" if name == known.default else ""
            yield f"- `{name}`{mark}: {meaning}"
        yield from ("", f"Why: {known.rationale}")


def _markdown_versions() -> Iterator[str]:
    latest = load_ruleset(LATEST)
    yield from ("", "## Versions of the rules", "", f"The index words the rules of `{LATEST}`.")
    for ruleset_id in RULESETS:
        ruleset = load_ruleset(ruleset_id)
        yield from ("", f"### `{ruleset_id}`", "", "| switch | value |", "| --- | --- |")
        for name, value in ruleset.switches.items():
            yield f"| `{name}` | `{value}` |"
        if ruleset.absent:
            yield from ("", f"Not there yet: {', '.join(sorted(ruleset.absent))}.")
        if ruleset_id != latest.id:
            yield ""
            for rule_id in ruleset.wordings:
                yield f"- {rule_id}: {wording(rules()[rule_id], 'en', ruleset)}"


def _html_lines() -> Iterator[str]:
    yield from ("<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">')
    yield from ("<title>The rules of X610Z in our own words</title>", "</head>", "<body>")
    yield from ("<h1>The rules of X610Z in our own words</h1>", f"<p>{escape(_INTRO)}</p>")
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
