"""The pages: any WSGI server serves `x610z_site.wsgi:application`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.production")
os.environ.setdefault("X610Z_ROLE", "web")

from django.core.wsgi import get_wsgi_application

from x610z_site.struct_types import learn_types

application = get_wsgi_application()
learn_types()
