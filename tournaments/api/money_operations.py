"""What the desk does with money through the API: the fee, taking and giving back, the till, prizes."""

from tournaments.events.access import Right
from tournaments.money import fee_services, payment_services, prize_services, till_services
from tournaments.money.amounts import CURRENCIES, MOST
from tournaments.money.models import Booking, Prize

from .fields import Kind, Whole, one_of, text, whole
from .operations import ENTRY, ONE, Scope, part
from .staff_operations import door, edits
from .tokens import ORGANIZE

till = Scope(ORGANIZE, Right.TILL)
CENTS = whole(0, MOST)
CENTS_OR_NONE = Kind(Whole, {"least": 0, "most": MOST, "allow_null": True})
CURRENCY = one_of(CURRENCIES)
PRICE = one_of(tuple(Booking.Price.values))
METHOD = one_of(tuple(payment_services.AT_THE_DESK))
ROW = f"{ONE}till/rows/<int:booking>/"
PRIZE = f"{ONE}prizes/<int:prize>/"
BY_ROW, BY_PRIZE = {"booking": part("booking")}, {"prize": part("prize")}

edits.command(
    "set_fee",
    f"{ONE}fee/",
    fee_services.fee_set,
    "Say what the event costs, in cents; null: it asks no fee.",
    about="The full price and those in its place, in cents of one currency; null where there is none.",
    body={
        "cents": CENTS_OR_NONE,
        "currency": CURRENCY,
        "member_cents": CENTS_OR_NONE,
        "young_cents": CENTS_OR_NONE,
        "early_cents": CENTS_OR_NONE,
    },
)
door.command(
    "take_fee",
    f"{ENTRY}fee/",
    payment_services.payment_take,
    "Take a player's fee; refused where it was paid already, with the name of who took it.",
    about="How it was paid and by which price; ``cents`` and ``currency``: what you showed, refused if it has changed.",
    body={
        "method": METHOD,
        "reduction": PRICE,
        "cents": CENTS_OR_NONE,
        "currency": one_of(("", *CURRENCIES)),
    },
)
till.command(
    "refund_fee",
    f"{ROW}refund/",
    payment_services.payment_refund,
    "Pay a fee back, whole or in part; what was paid online goes back on the page of the till.",
    body={"method": METHOD, "cents": CENTS_OR_NONE},
    given=BY_ROW,
)
till.command(
    "undo_row",
    f"{ROW}undo/",
    payment_services.payment_reverse,
    "Undo a row of the books that was a mistake: another row takes it back.",
    given=BY_ROW,
)
till.command(
    "close_till",
    f"{ONE}till/close/",
    till_services.till_close,
    "Close the open till with the cash that was counted; the answer says the difference.",
    body={
        "till": whole(1, MOST),
        "counted_cents": CENTS,
        "begun_cents": CENTS,
        "rows": CENTS_OR_NONE,
    },
)
till.command(
    "announce_prize",
    f"{ONE}prizes/",
    prize_services.prize_announce,
    "Announce a prize by place, by lot or for everybody; of a lottery the hash of its seed comes back.",
    body={
        "by": one_of(tuple(Prize.By.values)).required(),
        "what": text(80),
        "first": whole(1, 4096),
        "last": whole(1, 4096),
        "cents": CENTS,
    },
)
till.command(
    "drop_prize",
    f"{PRIZE}drop/",
    prize_services.prize_drop,
    "Take a prize off the list that was neither drawn nor given.",
    given=BY_PRIZE,
)
till.command(
    "draw_prize",
    f"{PRIZE}draw/",
    prize_services.prize_draw,
    "Draw a lottery among all who were checked in; the numbers that were drawn come back.",
    given=BY_PRIZE,
)
till.command(
    "give_prize",
    f"{PRIZE}give/",
    prize_services.prize_give,
    "Hand a prize to a player it is due to.",
    given=BY_PRIZE,
)
