"""Explains one rule or ruling in plain text, as the command line and a judge's page show it."""

import textwrap

from rules_engine.rulebook.index import LANGUAGES, Rule, UnknownRule, headings, rule, rules
from rules_engine.x610z.rulesets import LATEST, Ruleset, Ruling, UnknownRuling, load_ruleset, ruling

KIND_NAMES = {
    "en": {
        "enforced": "enforced",
        "setup": "set-up",
        "definition": "definition",
        "physical": "at the table",
        "tournament": "tournament",
        "open": "open question",
    },
    "nl": {
        "enforced": "gehandhaafd",
        "setup": "voorbereiding",
        "definition": "uitleg",
        "physical": "aan tafel",
        "tournament": "toernooi",
        "open": "open vraag",
    },
}
"""What a kind of rule is called on a page."""

_WORDS = {
    "en": {
        "leaves_open": "It leaves a question open:",
        "chosen": "chosen",
        "option": "option",
        "from": "From rule",
        "absent": "This version of the rules does not have it yet.",
    },
    "nl": {
        "leaves_open": "Deze regel laat een vraag open:",
        "chosen": "gekozen",
        "option": "mogelijk",
        "from": "Bij regel",
        "absent": "Deze versie van de regels heeft dit nog niet.",
    },
}
_WIDTH = 96


def explain_text(rule_id: str, lang: str = "en", ruleset: Ruleset | None = None) -> str:
    """What the rule ``"202.8"``, the term ``"G.warp"`` or the ruling ``"H7"`` says, over several lines.

    ``lang`` is ``"en"`` or ``"nl"``. ``ruleset`` gives the version of the rules and the options chosen (the latest
    version with every default if left out). A number with parts below it, such as ``"106.3"`` or ``"202"``, shows
    them all. Raises :class:`~rules_engine.rulebook.index.UnknownRule` with suggestions.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"the rules are worded in {', '.join(LANGUAGES)}, not in {lang!r}")
    chosen = ruleset or load_ruleset(LATEST)
    try:
        return _explain_ruling(ruling(rule_id), lang, chosen)
    except UnknownRuling:
        return "\n\n".join(_explain_rules(rule_id, lang, chosen))


def wording(known: Rule, lang: str, ruleset: Ruleset) -> str:
    """How ``ruleset`` words the rule, which for an older version may differ from the index."""
    older = ruleset.wordings.get(known.id)
    if older is None:
        return known.text_in(lang)
    return older.text_nl if lang == "nl" else older.text


def _explain_rules(rule_id: str, lang: str, ruleset: Ruleset) -> list[str]:
    told = [known for known in rules().values() if _stands_under(known.id, rule_id)]
    if not told:
        rule(rule_id)  # raises UnknownRule with the nearest identifiers
    questions = dict.fromkeys(name for known in told for name in known.rulings)
    lines = [_explain_rule(known, lang, ruleset) for known in told]
    if rule_id in headings() and rule_id not in rules():
        title = headings()[rule_id].title_nl if lang == "nl" else headings()[rule_id].title
        lines.insert(0, f"{rule_id}  {title}")
    return lines + [_open_question(ruling(name), lang, ruleset) for name in questions]


def _stands_under(known_id: str, asked: str) -> bool:
    """Whether ``known_id`` is ``asked`` or a part of it: 204.3b of 204.3, 204 and 2, but 402.10 not of 402.1."""
    if known_id == asked:
        return True
    if asked in ("G", "NL"):
        return known_id.startswith(f"{asked}.")
    if not asked[:1].isdigit() or not known_id.startswith(asked):
        return False
    return len(asked) == 1 or not known_id[len(asked)].isdigit()


def _explain_rule(known: Rule, lang: str, ruleset: Ruleset) -> str:
    head = f"{known.id}  {known.title_in(lang)} ({KIND_NAMES[lang][known.kind]})"
    if known.id in ruleset.absent:
        return f"{head}\n{_paragraph(_WORDS[lang]['absent'])}"
    return f"{head}\n{_paragraph(wording(known, lang, ruleset))}"


def _open_question(known: Ruling, lang: str, ruleset: Ruleset) -> str:
    return f"{_WORDS[lang]['leaves_open']} {_explain_ruling(known, lang, ruleset)}"


def _explain_ruling(known: Ruling, lang: str, ruleset: Ruleset) -> str:
    words = _WORDS[lang]
    options = known.options_nl if lang == "nl" else known.options
    question = known.question_nl if lang == "nl" else known.question
    lines = [f"{known.id}  {question}", _paragraph(f"{words['from']} {', '.join(known.rules)}.")]
    for name, meaning in options.items():
        mark = words["chosen"] if ruleset.rulings[known.id] == name else words["option"]
        lines.append(_paragraph(f"{mark}: {name}. {meaning}"))
    return "\n".join(lines)


def _paragraph(text: str) -> str:
    return textwrap.fill(text, width=_WIDTH, initial_indent="    ", subsequent_indent="    ")


__all__ = ["KIND_NAMES", "UnknownRule", "explain_text", "wording"]
