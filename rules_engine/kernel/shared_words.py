"""Sentences about a log and its tournament, the same for every game, in English and Dutch, by stable code."""

from collections.abc import Mapping

SHARED_EN: Mapping[str, str] = {
    "agreement_not_confirmed": "The players set something right that no judge here has confirmed: %(text)s",
    "card_not_registered": "%(player)s shows %(card)s, which is not on the registered list.",
    "correction_not_confirmed": "A correction by “%(by)s” that no judge here has confirmed: %(text)s",
    "more_than_registered": "%(player)s shows %(shown)s copies of %(card)s; the registered list has %(registered)s.",
    "no_list_to_compare": "%(player)s has not submitted a list, so the deck cannot be compared.",
    "play_differs": "The log says %(written)s; this tournament is %(wanted)s.",
    "player_differs": "Seat %(seat)s is “%(player)s”; the players of this match are %(wanted)s.",
    "player_twice": "%(player)s sits at two seats.",
    "pool_differs": "The log was made with other card texts than those of this round.",
    "replay_stopped": "The replay of this log was stopped: it took more memory or time than one log may take.",
    "ruleset_differs": "The log goes by the rules %(written)s; this tournament by %(wanted)s.",
    "ruling_differs": "The log settles %(ruling)s as “%(written)s”; this tournament as “%(wanted)s”.",
    "rulings_differ": "The log was made with other rulings than those of this tournament.",
    "seat_not_compared": "Seat %(seat)s names nobody of this match, so its deck cannot be compared.",
    "seats_differ": "The log is of a game with %(written)s players; this match has %(wanted)s.",
    "start_differs": "In the log %(player)s begins; by the tournament it is %(wanted)s.",
    "team_differs": "%(player)s is in team “%(written)s” of the log; who plays together in this match: %(wanted)s.",
    "time_limit_differs": "The log says otherwise than the tournament whether the game has a time limit.",
}
SHARED_NL: Mapping[str, str] = {
    "agreement_not_confirmed": "De spelers herstelden iets wat geen scheidsrechter hier heeft bevestigd: %(text)s",
    "card_not_registered": "%(player)s toont %(card)s, en die staat niet op de ingeleverde lijst.",
    "correction_not_confirmed": "Een correctie van ‘%(by)s’ die geen scheidsrechter hier heeft bevestigd: %(text)s",
    "more_than_registered": "%(player)s toont %(card)s %(shown)s keer; op de lijst staan er %(registered)s.",
    "no_list_to_compare": "%(player)s heeft geen lijst ingeleverd, dus het deck kan niet worden vergeleken.",
    "play_differs": "Het verslag zegt %(written)s; dit toernooi is %(wanted)s.",
    "player_differs": "Op stoel %(seat)s zit ‘%(player)s’; de spelers van deze wedstrijd zijn %(wanted)s.",
    "player_twice": "%(player)s zit op twee stoelen.",
    "pool_differs": "Het verslag is gemaakt met andere kaartteksten dan die van deze ronde.",
    "replay_stopped": "Het naspelen is gestopt: dit verslag kostte meer geheugen of tijd dan een verslag mag kosten.",
    "ruleset_differs": "Het verslag volgt de regels %(written)s; dit toernooi volgt %(wanted)s.",
    "ruling_differs": "Het verslag beslist %(ruling)s als ‘%(written)s’; dit toernooi als ‘%(wanted)s’.",
    "rulings_differ": "Het verslag is gemaakt met andere uitspraken dan die van dit toernooi.",
    "seat_not_compared": "Stoel %(seat)s noemt niemand van deze wedstrijd, dus het deck kan niet worden vergeleken.",
    "seats_differ": "Het verslag is van een spel met %(written)s spelers; deze wedstrijd heeft er %(wanted)s.",
    "start_differs": "In het verslag begint %(player)s; volgens het toernooi is dat %(wanted)s.",
    "team_differs": "%(player)s zit in het verslag in team ‘%(written)s’; wie hier samen spelen: %(wanted)s.",
    "time_limit_differs": "Over de tijdslimiet zegt het verslag iets anders dan het toernooi.",
}
