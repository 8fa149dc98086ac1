"""Priority preprocessing: the rule effects that wait for it, in the order of 901.2b, then what waits behind them."""

from collections.abc import Callable, Iterable
from itertools import product
from operator import itemgetter

from rules_engine.kernel.errors import EngineGap, GameOver
from rules_engine.kernel.report import Result

from .abilities import CHARGE_LIMIT, charge_limit, crisis
from .answers import ask_cards, ask_place
from .damage import player_damage, recover_or_void
from .effects import carry_out_waiting
from .model import (
    AGAIN,
    CHARGE,
    DECK,
    EVERY_SQUARE,
    FORCE,
    IN,
    LIFE,
    MAIN,
    SEATS,
    TRASH,
    State,
    Waiting,
    other,
)
from .moving import create, destroy, move_all, shift_effect
from .squares import PLAYER_SQUARES

WAITING_ABILITY = "waiting_ability"
"""What the choice of the first waiting ability is called."""
WITHOUT_END = "abilities_without_end"
MOST_ABILITIES = 300
"""So many one after the other are no chain any more: nine Squares, a hand and four Life hold far fewer."""


def preprocess(st: State) -> None:
    """Carry out what is due until nothing is; then the turn player picks a waiting ability, and again.

    Raises :class:`GameOver` when somebody has lost, :class:`EngineGap` where abilities set each other off for ever: no
    document says how such a game goes on.
    """
    always = AGAIN if st.table.watching else 0
    abilities, moved = 0, always
    while True:
        moved |= st.moved
        if _rule_effects(st):
            continue
        if moved & st.table.watched:
            if st.behind and player_extras(st):
                continue
            if st.option("Z34") == "while_it_holds" and turned_back(st):
                continue
        moved = always
        if not st.waiting:
            return
        abilities += 1
        if abilities > MOST_ABILITIES:
            raise EngineGap(WITHOUT_END, limit=MOST_ABILITIES)
        chosen = _picked(st)
        st.waiting = tuple(waiting for waiting in st.waiting if waiting is not chosen)
        if chosen.line < 0:
            recover_or_void(st, chosen)
        else:
            carry_out_waiting(st, chosen)


def player_extras(st: State) -> bool:
    """A Player Extra whose Crisis condition holds is revealed and lies on its Player card (B.arc-4)."""
    found = [slot for slot in st.behind if crisis(st, slot)]  # nearly always none
    if found and st.option("Z23") == "main_phase":
        found = [slot for slot in found if st.phase == MAIN and st.objs[slot].owner == st.active]
    for slot in sorted(found, key=lambda slot: st.objs[slot].owner != st.active):
        st.change(slot, face_up=True)
        st.behind = tuple(one for one in st.behind if one != slot)
        st.hit("B.arc-4")
        st.events.append(("crisis", slot))
    return bool(found)


def turned_back(st: State) -> bool:
    """By Z34 a revealed Player Extra whose Crisis condition holds no more lies face-down behind its card again."""
    objs = st.objs
    gone = [
        slot
        for square in st.squares
        for slot in square
        if st.card(slot).kind == "player_extra" and objs[slot].face_up and not crisis(st, slot)
    ]
    for slot in gone:
        st.change(slot, face_up=False)
        st.events.append(("crisis_over", slot))
    st.behind = tuple(sorted((*st.behind, *gone)))
    return bool(gone)


def could_be_next(st: State) -> tuple[Waiting, ...]:
    """The waiting abilities among which the first one is chosen: all of them, or one player's by ``Z13``."""
    if st.option("Z13") != "own_by_own":
        return st.waiting
    return tuple(one for one in st.waiting if one.seat == st.active) or st.waiting


def _picked(st: State) -> Waiting:
    """The waiting ability that comes first, by the choice of the turn player or of the player who controls it."""
    waiting = could_be_next(st)
    seat = waiting[0].seat if st.option("Z13") == "own_by_own" else st.active
    return waiting[ask_place(st, seat, WAITING_ABILITY, "901.2", len(waiting))]


def _rule_effects(st: State) -> bool:
    """One round of the order of 901.2b; True if something was done.

    Only what can have come due is looked at, until one effect was carried out: what stands behind it in the order may
    be due because of it.
    """
    moved, shaken = st.moved, st.hurt or st.settled or st.table.frail
    piles = False
    if moved & _LOOKED_AT or shaken:
        piles = moved & _PILES != 0 and _piles_due(st)
        for effect in _DUE[bool(moved & EVERY_SQUARE), piles, bool(shaken)]:
            if effect(st):
                if st.option("Z3") != "restart":
                    for later in ORDER[ORDER.index(effect) + 1 :]:
                        later(st)
                return True
    st.moved = moved & _PILES if piles else 0  # what is allowed there now may not be so later
    # Never while another rule effect must be carried out (907.3).
    return st.damage != NO_DAMAGE and player_damage(st)


def _piles_due(st: State) -> bool:
    """Whether Force (908), Charge (906), Life or deck (903) hold more or fewer cards than nearly always."""
    loose, charge, other_charge, life, other_life, deck, other_deck = _looked_into(st.piles)
    if loose or len(charge) > CHARGE_LIMIT or len(other_charge) > CHARGE_LIMIT:
        return True
    return not (life and other_life and deck and other_deck)


def _late_shift(st: State) -> bool:
    return st.option("Z2") == "in_preprocessing" and shift_effect(st)


def improper_player(st: State) -> bool:
    """A player without a Player card on a Square gets a Virtual Player Card (909.1), unless 909.2 says otherwise."""
    done = False
    for seat in SEATS:
        if _has_player(st, seat, st.squares[PLAYER_SQUARES[seat]]):  # nearly always
            continue
        cards = [slot for square in st.squares for slot in square]
        if _has_player(st, seat, cards):
            continue
        if any(st.card(s).kind == "zx_overboost" and st.objs[s].controller == seat for s in cards):
            st.hit("909.2")
            continue
        create(st, st.table.virtual_player, seat, PLAYER_SQUARES[seat])
        st.hit("909.1")
        done = True
    return done


def _has_player(st: State, seat: int, slots: Iterable[int]) -> bool:
    players, objs = st.table.players, st.objs
    for slot in slots:
        obj = objs[slot]
        if obj.owner == seat and players[obj.rev]:
            return True
    return False


def improper_force(st: State) -> bool:
    """A card in the Force Zone that no card is connected with goes to Trash (908.1)."""
    loose = [slot for slot in st.pile(FORCE) if st.objs[slot].host < 0]
    if loose:
        st.hit("908.1")
        move_all(st, loose, TRASH)
    return bool(loose)


def charge_excess(st: State) -> bool:
    """A player with more Charge than the limit puts cards of his choice into Trash, all at once (906.1)."""
    done = False
    for seat in (st.active, other(st.active)):
        cards = st.pile(CHARGE, seat)
        limit = charge_limit(st, seat) if len(cards) > CHARGE_LIMIT else CHARGE_LIMIT
        if len(cards) > limit:
            st.hit("906.1")
            move_all(st, ask_cards(st, seat, "excess", "906.1", cards, len(cards) - limit), TRASH)
            done = True
    return done


_ALLOWED = tuple(int(square not in PLAYER_SQUARES) for square in range(9))
"""How many cards a Square can hold before anything of 905.1 can apply: on a Player Square even one may be foreign."""


def improper_zx(st: State) -> bool:
    """Squares with Z/X that cannot stand there together, or at all (905.1)."""
    standing = st.squares
    squares = [
        square
        for square in _CHANGED[st.moved & EVERY_SQUARE]
        if len(standing[square]) > _ALLOWED[square] and _crowded(st, square)  # nearly never
    ]
    if not squares:
        return False
    done = False
    for part in (_named,) if st.option("Z8") == "together" else (_same_owner, _other_owner, _foreign):
        wrong = [slot for square in squares for slot in part(st, square)]
        if wrong:
            done = True
            move_all(st, wrong, TRASH)
    return done


def _crowded(st: State, square: int) -> bool:
    """Whether any part of 905.1 can apply: to one card alone only the rule of Player Squares can."""
    home = square in PLAYER_SQUARES
    standing = st.zx_on(square)
    if len(standing) == 1 and home:
        return st.objs[standing[0]].owner != PLAYER_SQUARES.index(square)
    return len(standing) > 1


def _named(st: State, square: int) -> list[int]:
    wrong = {*_same_owner(st, square), *_other_owner(st, square), *_foreign(st, square)}
    return sorted(wrong)


def _same_owner(st: State, square: int) -> list[int]:
    """Of several Z/X of one owner the newest stays."""
    standing = _by_age(st, square)
    newest = {st.objs[slot].owner: slot for slot in standing}
    return _counted(st, "905.1#1", [slot for slot in standing if newest[st.objs[slot].owner] != slot])


def _other_owner(st: State, square: int) -> list[int]:
    """Of Z/X of different owners those stay that the owner of the oldest one owns."""
    standing = _by_age(st, square)
    return _counted(
        st, "905.1#2", [slot for slot in standing if st.objs[slot].owner != st.objs[standing[0]].owner]
    )


def _foreign(st: State, square: int) -> list[int]:
    """On a Player Square only its player's own Z/X stand."""
    if square not in PLAYER_SQUARES:
        return []
    seat = PLAYER_SQUARES.index(square)
    return _counted(st, "905.1#3", [slot for slot in st.zx_on(square) if st.objs[slot].owner != seat])


def _by_age(st: State, square: int) -> list[int]:
    return sorted(st.zx_on(square), key=lambda slot: st.objs[slot].stamp)


def _counted(st: State, rule: str, slots: list[int]) -> list[int]:
    if slots:
        st.hit(rule)
    return slots


def lethal_damage(st: State) -> bool:
    """Z/X with as much damage as Power, or without Power, are destroyed together (904)."""
    dead = []
    weak = _weak(st)
    st.hurt = bool(weak)  # nearly always none; what saves one of them may end at any time
    for slot in weak:
        obj = st.objs[slot]
        if not st.table.zx[obj.rev]:
            continue
        power = st.power(slot)
        if power <= 0 or obj.damage >= power:
            st.hit("904.2" if power <= 0 else "904.1")
            dead.append(slot)
    if dead:
        destroy(st, dead)
    return bool(dead)


def _weak(st: State) -> list[int]:
    """The cards on Squares whose Power has to be looked at: those where it can be less than printed, and those with as
    much damage as that."""
    objs, table = st.objs, st.table
    less = table.frail or st.settled
    weaker = [lasting.slot for lasting in st.lasting if lasting.power < 0]
    return [
        slot
        for slots in st.squares
        for slot in slots
        if less or objs[slot].damage >= table.powers[objs[slot].rev] or slot in weaker
    ]


def loss(st: State) -> bool:
    """A player without Life, or with neither deck nor Trash, loses (903)."""
    lost = [(seat, rule) for seat in SEATS if (rule := loss_rule(st, seat))]
    if not lost:
        return False
    for _seat, rule in lost:
        st.hit(rule)
    if len(lost) == 2 and st.option("Z5") == "draw":
        st.result = Result(draw=True, rule="101.3")
    else:
        loser, rule = next(row for row in lost if len(lost) == 1 or row[0] == st.active)
        st.result = Result((other(loser),), (loser,), rule=rule)
    raise GameOver


def loss_rule(st: State, seat: int) -> str:
    """The rule by which a player has lost, "" if none."""
    if not st.pile(LIFE, seat):
        return "903.1"
    return "903.2" if not st.pile(DECK, seat) and not st.pile(TRASH, seat) else ""


_looked_into = itemgetter(FORCE * 2, *(zone * 2 + seat for zone in (CHARGE, LIFE, DECK) for seat in SEATS))
_PILES = IN[FORCE] | IN[CHARGE] | IN[LIFE] | IN[DECK] | AGAIN
_LOOKED_AT = EVERY_SQUARE | _PILES
NO_DAMAGE = [0, 0]
ORDER: tuple[Callable[[State], bool], ...] = (
    _late_shift,
    improper_player,
    improper_force,
    charge_excess,
    improper_zx,
    lethal_damage,
    loss,
)
"""The rule effects of preprocessing before player damage, in the order of 901.2b; the others act at once."""
_OF_SQUARES, _OF_PILES = (_late_shift, improper_player, improper_zx), (improper_force, charge_excess, loss)
_DUE = {
    (moved, piles, shaken): tuple(
        effect
        for effect in ORDER
        if (moved if effect in _OF_SQUARES else piles if effect in _OF_PILES else shaken)
    )
    for moved, piles, shaken in product((False, True), repeat=3)
}
"""Those of them that can come due: by whether a card came to a Square or left one, what the piles hold, and whether a
card on a Square may have damage or less Power."""
_CHANGED = tuple(
    tuple(square for square in range(9) if moved >> square & 1) for moved in range(EVERY_SQUARE + 1)
)
"""The Squares whose bits are set."""
