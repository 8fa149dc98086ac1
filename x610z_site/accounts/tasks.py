"""Sending mail: the task knows a number, looks up what is to be said, and says it."""

import logging

from celery import shared_task

from ledger.commands import SYSTEM

from . import mail_services
from . import outgoing_mail_services as mail

LOG = logging.getLogger("x610z.mail")


@shared_task(name=mail.TASK)
def send_letter(letter_id: int) -> None:
    """Send one letter; a mail server that does not take it is asked again later, and no line says for whom."""
    said = mail_services.letter_write(actor=SYSTEM, letter_id=letter_id)
    if said is None:
        return
    try:
        mail.send(mail.Mail(**said))
    except mail.NOT_TAKEN as error:
        LOG.warning("letter %s was not taken: %s", letter_id, type(error).__name__)
        mail_services.letter_again(actor=SYSTEM, letter_id=letter_id)
    else:
        mail_services.letter_sent(actor=SYSTEM, letter_id=letter_id)
