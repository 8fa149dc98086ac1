"""Fourth floor: the Django project that joins the rooms into one site.

Settings, URLs, the Celery application, the servers' entry points, accounts and community live here. It may
import from every floor below; nothing below may import from it. Kept free of imports so that the plain modules in
`services/` work before anything is installed.
"""
