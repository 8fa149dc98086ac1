"""What workers do here: letters to people without an account who reported something."""

import logging
import smtplib

from celery import shared_task

from .mails import letter
from .models import Report
from .services import LETTER, letter_again

LOG = logging.getLogger("x610z.mail")


@shared_task(name=LETTER)
def send_letter(number: int, what: str) -> None:
    """Send one letter; a mail server that does not take it is asked again later, some times."""
    report = Report.objects.select_related("matter").filter(pk=number).exclude(mail="").first()
    if report is None:
        return
    try:
        letter(report, what).send()
    except (OSError, smtplib.SMTPException) as error:
        LOG.warning("the letter of report %s was not taken: %s", number, type(error).__name__)
        letter_again(number, what)
