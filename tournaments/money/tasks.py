"""A payment that its provider never told of is asked about: a webhook can be lost."""

from celery import shared_task

from ledger.errors import UserError

from .asking import look_again
from .models import OnlinePayment


@shared_task
def ask_about_payment(payment_id: int) -> str:
    """Ask the provider once; harmless to run twice."""
    row = OnlinePayment.objects.select_related("tournament").filter(pk=payment_id).first()
    if row is None or row.state != OnlinePayment.State.OPEN:
        return "not wanted"
    try:
        return look_again(row)
    except UserError as error:
        return error.code
