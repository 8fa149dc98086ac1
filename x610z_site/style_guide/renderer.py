"""Gives every Django form the look of the parts; named by the setting ``FORM_RENDERER``."""

from django.forms.renderers import TemplatesSetting


class PartsRenderer(TemplatesSetting):
    """Renders forms with ``templates/parts/form.html`` and fields with ``templates/parts/field.html``.

    Needs ``django.forms`` among INSTALLED_APPS, for the templates of the widgets.
    """

    form_template_name = "parts/form.html"
    field_template_name = "parts/field.html"
