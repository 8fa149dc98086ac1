"""Tables against a plain way to number them, and the draw against its written formula."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from tournaments.pairing import Options, Pair, Player, Relaxation
from tournaments.pairing.field import make_field
from tournaments.pairing.large_groups import pair_inside
from tournaments.pairing.randomness import EDGE_BITS, edge_key, player_key, player_keys
from tournaments.pairing.tables import seat_pairs

Couple = tuple[Player, Player | None]
# Of (1, 2), (2^63, 5) and (2^64 - 1, 2^64 - 2), worked out once.
DRAWS = [17027210573060, 14313285235275, 7491083407134]


def plainly_seated(
    couples: list[Couple], keys: dict[str, int], options: Options
) -> tuple[list[Pair], list[Relaxation]]:
    """Sort, give out the fixed tables, number the rest: as docs/pairing.md says it."""

    def standing(player: Player) -> tuple[int, bool, int, int]:
        return -player.score, player.rank is None, player.rank or 0, keys[player.id]

    byes = sorted((one for one, two in couples if two is None), key=standing)
    matches = [sorted((one, two), key=standing) for one, two in couples if two is not None]
    matches.sort(key=lambda match: standing(match[0]))
    tables: list[int | None] = []
    notes: list[Relaxation] = []
    for match in matches:
        wishes = sorted((p.fixed_table, p.id) for p in match if p.fixed_table is not None)
        free = [table for table, _ in wishes if table not in tables]
        tables.append(free[0] if free else None)
        if wishes and not free:
            notes.append(Relaxation("fixed_table", {"player": wishes[0][1], "table": wishes[0][0]}))
    number, pairs = options.first_table, []
    for match, table in zip(matches, tables, strict=True):
        while table is None and (number in tables or number in options.closed_tables):
            number += 1
        if table is None:
            table, number = number, number + 1
        pairs.append(Pair(match[0].id, match[1].id, table))
    pairs.sort(key=lambda pair: pair.table or 0)
    return [*pairs, *(Pair(one.id, None) for one in byes)], notes


@pytest.mark.parametrize("ranks", ["none", "all", "some", "equal"])
@pytest.mark.parametrize("fixed", [False, True])
def test_tables_are_numbered_as_by_hand(ranks: str, fixed: bool) -> None:
    dice = random.Random(f"{ranks} {fixed}")
    given_up = 0
    for case in range(60):
        count = dice.randrange(1, 12)
        places = dice.sample(range(1, 40), count)
        players = [
            Player(
                f"p{n}",
                dice.choice((0, 1, 3, 400)),
                fixed_table=dice.choice((1, 4, 5, 50)) if fixed and dice.random() < 0.3 else None,
                rank={"none": None, "all": place, "equal": place // 9}.get(ranks, place % 3 or None),
            )
            for n, place in enumerate(places)
        ]
        couples: list[Couple] = list(zip(players[::2], players[1::2], strict=False))
        couples += [(player, None) for player in players[len(couples) * 2 :]]
        if couples and dice.random() < 0.3:
            one, two = couples.pop()
            couples += [(player, None) for player in (one, two) if player is not None]
        keys = player_keys("s", case, [player.id for player in players])
        options = Options(
            first_table=dice.choice((1, 3)), closed_tables=frozenset(dice.sample(range(1, 7), case % 3))
        )
        pairs, notes = plainly_seated(couples, keys, options)
        assert seat_pairs(couples, keys, options) == (tuple(pairs), tuple(notes))
        given_up += len(notes)
    assert bool(given_up) == fixed


def test_matches_said_to_be_in_order_are_seated_like_any_other() -> None:
    dice = random.Random("in order")
    for case in range(80):
        scores = [score for score in (3, 1, 0) for _ in range(2 * dice.randrange(6))]
        players = [Player(f"p{n}", score) for n, score in enumerate(scores)]
        keys = player_keys("s", case, [player.id for player in players])
        players.sort(key=lambda player: (-player.score, keys[player.id]))
        field = make_field(players, seed="s", number=case, options=Options())
        drawn = [
            pair_inside(field, [place for place, player in enumerate(players) if player.score == score])
            for score in sorted({*scores}, reverse=True)
        ]
        for inside in drawn:
            # The moved ones exchange their second players, so neither order nor side is certain there.
            links = inside.links()
            moved = sorted(dice.sample(range(len(links)), min(len(links), dice.choice((0, 0, 1, 2)))))
            seconds = dice.sample([links[place][1] for place in moved], len(moved))
            for place, second in zip(moved, seconds, strict=True):
                first = links[place][0]
                inside.moved[place] = (second, first) if dice.random() < 0.5 else (first, second)
        strangers = [
            Player(f"x{n}", dice.choice((0, 1, 2, 3)), rank=dice.choice((None, n + 1)), fixed_table=table)
            for n, table in enumerate(dice.choices((None, None, 2, 7), k=5))
        ]
        keys |= player_keys("s", case, [player.id for player in strangers])
        loose: list[Couple] = [
            (strangers[0], strangers[1]),
            (strangers[2], strangers[3]),
            (strangers[4], None),
        ]
        apart = loose[dice.randrange(4) :]
        couples = [*apart, *(link for inside in drawn for link in inside.links())]
        options = Options(first_table=2, closed_tables=frozenset({4} if case % 2 else ()))
        plain = seat_pairs(couples, keys, options)
        assert seat_pairs(apart, keys, options, drawn=drawn) == plain
        pairs, notes = plainly_seated(couples, keys, options)
        assert plain == (tuple(pairs), tuple(notes))


def test_the_worst_rank_with_the_most_points_stands_before_the_best_with_fewer() -> None:
    a, b = Player("a", 3, rank=4), Player("b", 0, rank=3)
    c, d = Player("c", 2, rank=1), Player("d", 2, rank=2)
    keys = player_keys("s", 1, "abcd")
    assert seat_pairs([(d, c), (b, a)], keys, Options()) == ((Pair("a", "b", 1), Pair("c", "d", 2)), ())


def test_nobody_needs_no_tables() -> None:
    assert seat_pairs([], {}, Options()) == ((), ())


@pytest.mark.parametrize(
    ("seed", "number", "name"), [("s", 1, "ada"), ("rotterdam-2", 12, "Zoë"), ("", 0, "")]
)
def test_a_draw_is_the_first_eight_bytes_of_the_hash_of_seed_round_and_player(
    seed: str, number: int, name: str
) -> None:
    draw = int(sha256(f"{seed}|{number}|{name}".encode()).hexdigest()[:16], 16)
    assert player_key(seed, number, name) == draw
    assert player_keys(seed, number, [name, "other"])[name] == draw
    assert player_keys(seed, number, []) == {}


def test_a_pair_is_drawn_by_mixing_both_draws_whoever_comes_first() -> None:
    assert EDGE_BITS == 44
    assert edge_key(0, 0) == 0
    assert [edge_key(1, 2), edge_key(1 << 63, 5), edge_key((1 << 64) - 1, (1 << 64) - 2)] == DRAWS
    dice = random.Random("edges")
    drawn = set()
    for _ in range(500):
        one, two = dice.randrange(1 << 64), dice.randrange(1 << 64)
        assert edge_key(one, two) == edge_key(two, one) < 1 << 44
        drawn.add(edge_key(one, two))
    assert len(drawn) == 500 and max(drawn) > 1 << 43
