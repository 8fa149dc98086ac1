"""The hidden field by which a form that is sent twice has one effect."""

import uuid

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field with a fresh idempotency key; ``ledger.web.submission_key`` reads it back."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', uuid.uuid4().hex)
