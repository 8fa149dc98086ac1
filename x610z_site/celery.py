"""The Celery application: `celery -A x610z_site.celery worker -Q default,replay,outgoing`."""

import os
from pathlib import Path

from django.conf import settings

if not settings.configured:
    # Started by `celery -A`: nobody else has said what this process is.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.local")
    os.environ.setdefault("X610Z_ROLE", "worker")

from celery import Celery
from kombu import Queue

from x610z_site.services.environment import APPS

QUEUES = ("default", "replay", "outgoing")
"""What leaves the site (notices, webhooks) waits for others' servers, and so in a queue of its own."""


def task_rooms() -> list[str]:
    """Dotted names of every room that has a tasks.py (rooms are packages inside an app, not apps)."""
    root = Path(__file__).resolve().parent.parent
    found = (path.parent.relative_to(root) for floor in APPS for path in (root / floor).rglob("tasks.py"))
    return sorted(".".join(room.parts) for room in found)


app = Celery("x610z")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Each its own key: two queues bound by one key would both receive every message.
app.conf.task_queues = [Queue(name, routing_key=name) for name in QUEUES]
app.autodiscover_tasks(task_rooms())
