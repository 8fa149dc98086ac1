"""What workers do here: tell the forum what it is still to be told."""

from celery import shared_task

from . import sending_services


@shared_task(name=sending_services.TELL)
def tell_forum() -> None:
    """Tell it some of that."""
    sending_services.forum_deliver()
