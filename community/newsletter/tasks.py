"""What workers do here: ask for confirmations, and bring newsletters to who wants them."""

import logging

from celery import shared_task

from . import sending_services, services
from .mails import confirmation_mail

LOG = logging.getLogger("x610z.mail")


@shared_task(name=services.CONFIRM)
def send_confirmation(number: int) -> None:
    """Mail one link; a mail server that does not take it is asked again later, and no line says for whom."""
    said = services.confirmation_write(number)
    if said is None:
        return
    try:
        confirmation_mail(said).send()
    except sending_services.NOT_TAKEN as error:
        LOG.warning("confirmation %s was not taken: %s", number, type(error).__name__)
        services.confirmation_again(number)
    else:
        services.confirmation_sent(number)


@shared_task(name=sending_services.SEND)
def send_newsletter(number: int) -> None:
    """Send some more copies of one newsletter."""
    sending_services.newsletter_send(number)
