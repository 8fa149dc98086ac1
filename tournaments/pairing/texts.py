"""Every code of the pairing room with its English sentence; the site translates them by code.

Placeholders are named, so a translation may reorder them. ``render`` exists for the command line and logs.
"""

from __future__ import annotations

from tournaments.pairing.model import Params


def gettext_noop(message: str) -> str:
    """Mark a sentence for the translators and return it as it is (this floor knows no Django)."""
    return message


ERRORS: dict[str, str] = {
    "unknown_option": gettext_noop("The option %(option)s cannot be %(value)s."),
    "player_twice": gettext_noop("Player %(player)s is in the list twice."),
    "unknown_player": gettext_noop("Player %(player)s is not one of the active players."),
    "fixed_twice": gettext_noop("Player %(player)s is in two fixed pairs."),
    "fixed_self": gettext_noop("Player %(player)s cannot be paired with themselves."),
    "bad_file": gettext_noop("The file cannot be read: %(detail)s"),
    "bad_size": gettext_noop("%(count)s players cannot be divided this way."),
}

RELAXATIONS: dict[str, str] = {
    "rematch": gettext_noop(
        "%(a)s and %(b)s meet again (last in round %(last)s): no complete round keeps every rule."
    ),
    "second_bye": gettext_noop(
        "%(player)s gets another bye (had %(byes)s): no complete round keeps every rule."
    ),
    "everyone_had_bye": gettext_noop(
        "Everybody already had a bye, so a player with the fewest byes gets one."
    ),
    "forbidden_pair": gettext_noop(
        "%(a)s and %(b)s were to be kept apart, but no complete round keeps every rule."
    ),
    "same_group": gettext_noop("%(a)s and %(b)s both belong to %(group)s; stronger rules come first."),
    "fixed_rematch": gettext_noop("%(a)s and %(b)s meet again because staff fixed this pairing."),
    "fixed_second_bye": gettext_noop("%(player)s gets another bye because staff fixed it."),
    "fixed_table": gettext_noop(
        "%(player)s cannot sit at fixed table %(table)s: a higher-placed match has it."
    ),
    "future_rounds": gettext_noop(
        "Only %(possible)s of the %(wanted)s rounds after this one are possible without a rematch."
    ),
}

PROBLEMS: dict[str, str] = {
    "player_twice": gettext_noop("%(player)s is paired twice."),
    "player_missing": gettext_noop("%(player)s is active but not paired."),
    "player_unknown": gettext_noop("%(player)s is paired but not known."),
    "player_inactive": gettext_noop("%(player)s is paired but not active."),
    "self_pair": gettext_noop("%(player)s is paired against themselves."),
    "bye_too_many": gettext_noop(
        "There are %(count)s byes that nobody fixed; at most %(allowed)s is needed."
    ),
    "rematch": gettext_noop("%(a)s and %(b)s have met before (round %(last)s)."),
    "rematch_avoidable": gettext_noop(
        "%(a)s and %(b)s have met before (round %(last)s); %(a)s could have met %(c)s."
    ),
    "rematch_older": gettext_noop(
        "%(a)s and %(b)s meet again (last in round %(last)s); %(a)s and %(c)s met longer ago."
    ),
    "second_bye": gettext_noop("%(player)s already had a bye (byes so far: %(byes)s)."),
    "second_bye_avoidable": gettext_noop(
        "%(player)s already had a bye (byes so far: %(byes)s); %(c)s could have had this one."
    ),
    "forbidden_pair": gettext_noop("%(a)s and %(b)s were to be kept apart."),
    "forbidden_pair_avoidable": gettext_noop(
        "%(a)s and %(b)s were to be kept apart; %(a)s could have met %(c)s."
    ),
    "same_group": gettext_noop("%(a)s and %(b)s both belong to %(group)s."),
    "same_group_avoidable": gettext_noop(
        "%(a)s and %(b)s both belong to %(group)s; %(a)s could have met %(c)s."
    ),
    "gap_avoidable": gettext_noop("%(a)s and %(b)s differ in points by %(gap)s; %(a)s could have met %(c)s."),
    "bye_not_lowest": gettext_noop(
        "%(player)s has the bye; %(c)s is lower in the standings and could have had it."
    ),
    "float_avoidable": gettext_noop(
        "%(a)s plays outside their score group again (times so far: %(floats)s); %(a)s could have met %(c)s."
    ),
    "float_bye_avoidable": gettext_noop(
        "%(a)s plays outside their score group again (times so far: %(floats)s); %(c)s could have had the bye."
    ),
    "order_avoidable": gettext_noop("By the standings, %(a)s could have met %(c)s rather than %(b)s."),
    "order_bye_avoidable": gettext_noop(
        "By the standings, %(a)s could have met %(c)s instead of getting the bye."
    ),
    "later_rounds_lost": gettext_noop(
        "After this round, %(left)s more are possible without a rematch; another pairing would leave %(possible)s."
    ),
    "cost_above_bound": gettext_noop(
        "The squared point gaps add up to %(cost)s; a round with %(bound)s is possible."
    ),
    "cost_not_proved": gettext_noop(
        "The squared point gaps add up to %(cost)s. No round has less than %(bound)s; what lies between is not "
        "known."
    ),
    "fixed_pair_broken": gettext_noop("%(a)s and %(b)s were to be paired with each other."),
    "table_missing": gettext_noop("%(a)s and %(b)s have no table."),
    "table_twice": gettext_noop("Table %(table)s has been given to two matches."),
    "table_closed": gettext_noop("Table %(table)s is not in use."),
    "fixed_table_ignored": gettext_noop("%(player)s should sit at table %(table)s."),
    "pod_size": gettext_noop("Table %(table)s has %(count)s players; a pod has 3 to 6."),
    "pod_repeat": gettext_noop("%(a)s and %(b)s have shared a table before (times so far: %(count)s)."),
    "pod_bye": gettext_noop("%(player)s has no table, and there is room at one."),
    "pod_sizes": gettext_noop("The tables have %(own)s players; %(wanted)s were wanted."),
    "pod_turn": gettext_noop("%(a)s sits at a table of another size; it was the turn of %(b)s."),
    "pod_seats": gettext_noop(
        "At table %(table)s, another order would give players seats they have had less often."
    ),
    "pod_exchange": gettext_noop("%(a)s and %(b)s could change tables; the round would cost %(gain)s less."),
    "pod_cost_above": gettext_noop("The tables cost %(cost)s; a round with %(bound)s is possible."),
    "pod_cost_not_proved": gettext_noop(
        "The tables cost %(cost)s. No round costs less than %(bound)s; what lies between is not known."
    ),
}

SCORES = ("score", "other")
"""The parameters of a reason that are points: its sentence says them with their word, "1 point" or "3 points"."""

REASONS: dict[str, str] = {
    "same_score": gettext_noop("%(player)s and %(opponent)s both have %(score)s."),
    "down": gettext_noop("%(player)s has %(score)s and plays down: %(opponent)s has %(other)s."),
    "up": gettext_noop("%(player)s has %(score)s and plays up: %(opponent)s has %(other)s."),
    "odd_group": gettext_noop(
        "The number of players with %(score)s or more was odd, so at least one of them meets somebody with "
        "fewer points."
    ),
    "bye_odd": gettext_noop("The number of players is odd, so one player has no opponent."),
    "bye_given": gettext_noop("The player has no opponent in this round."),
    "bye_lowest": gettext_noop("Nobody lower in the standings than %(player)s has as few byes."),
    "bye_lowest_score": gettext_noop("Nobody with fewer points than %(player)s has as few byes."),
    "bye_lower_had": gettext_noop("Players lower in the standings who already had more byes: %(count)s."),
    "bye_lower_needed": gettext_noop(
        "Players lower in the standings who could not have the bye without making the round worse: %(count)s."
    ),
    "bye_drawn": gettext_noop("The draw with seed %(seed)s decided which of the equal players gets the bye."),
    "drawn": gettext_noop(
        "%(count)s players with the same score were available; between equally good rounds seed %(seed)s decided."
    ),
    "drawn_between": gettext_noop(
        "Another pairing would have been as good; the draw with seed %(seed)s decided."
    ),
    "not_as_drawn": gettext_noop(
        "The draw gives a different pairing here: staff made this one by hand, or something was changed afterwards."
    ),
    "not_as_drawn_in_public": gettext_noop(
        "By scores, byes and who has met, the draw gives a different pairing here. Clans count as well, and this "
        "page does not look at them; or staff changed the round."
    ),
    "no_other": gettext_noop("There is no complete round without this pairing."),
    "ahead": gettext_noop(
        "A round with smaller gaps exists, but it would leave fewer rounds possible later."
    ),
    "else_rule": gettext_noop("Every round without this pairing breaks a stronger rule."),
    "else_second_bye": gettext_noop("Every round without this pairing gives somebody a second bye."),
    "else_rematch": gettext_noop("Every round without this pairing has more rematches."),
    "else_rematch_sooner": gettext_noop(
        "Every round without this pairing has a rematch of players who met more recently."
    ),
    "else_same_group": gettext_noop(
        "Every round without this pairing has more matches between players of one clan."
    ),
    "else_gap": gettext_noop("Every round without this pairing has wider point gaps."),
    "else_bye": gettext_noop(
        "Every round without this pairing gives the bye to somebody higher in the standings."
    ),
    "else_floats": gettext_noop(
        "Every round without this pairing sends players outside their score group who have been outside it before."
    ),
    "only_option": gettext_noop("%(opponent)s was the only possible opponent with that score."),
    "nobody_same_score": gettext_noop("Nobody with that score was available for %(player)s."),
    "kept_apart": gettext_noop("Other players with the same score from the same clan: %(count)s."),
    "already_met": gettext_noop("Players with the same score already met: %(count)s."),
    "met_before": gettext_noop("%(a)s and %(b)s have met before (round %(last)s)."),
    "had_bye": gettext_noop("%(player)s already had a bye (byes so far: %(byes)s)."),
    "fixed": gettext_noop("Staff fixed this pairing."),
    "fixed_bye": gettext_noop("Staff gave this bye."),
    "power": gettext_noop(
        "The last round is paired by place in the standings: first against second, third against fourth."
    ),
    "leaders": gettext_noop(
        "The best %(count)s are paired first: each plays the best-placed opponent available."
    ),
    "pattern_moved": gettext_noop(
        "Other rules moved this pairing out of the pattern; among equally good ones the draw decided."
    ),
    "fold": gettext_noop("Within a score group the top half plays the bottom half, first against last."),
    "slide": gettext_noop("Within a score group the top half plays the bottom half, in order."),
    "not_paired": gettext_noop("%(player)s is not in this round."),
}

PODS: dict[str, str] = {
    "met_before": gettext_noop("%(a)s and %(b)s have shared a table before (times so far: %(count)s)."),
    "short_pod": gettext_noop("%(player)s is in a smaller pod again."),
    "pod_bye": gettext_noop("%(player)s has no pod this round."),
    "crew_split": gettext_noop("The tables of %(a)s and %(b)s are not next to each other."),
}

TEMPLATES: dict[str, str] = {
    **{f"error.{code}": text for code, text in ERRORS.items()},
    # The checker's certificate names its own problems as what gave way, and an explanation repeats what did.
    **{f"relaxed.{code}": text for code, text in (PROBLEMS | RELAXATIONS).items()},
    **{f"problem.{code}": text for code, text in PROBLEMS.items()},
    **{f"reason.{code}": text for code, text in (RELAXATIONS | REASONS).items()},
    # So does that of pods; a pod that has nobody is said in the words of the draft.
    **{f"pod.{code}": text for code, text in (PROBLEMS | PODS).items()},
}


def render(kind: str, code: str, params: Params) -> str:
    """Return the English sentence of ``code``; ``kind`` is error, relaxed, problem, reason or pod."""
    points = {key: f"{params[key]} point{'' if params[key] == 1 else 's'}" for key in SCORES if key in params}
    return TEMPLATES[f"{kind}.{code}"] % {**params, **points}
