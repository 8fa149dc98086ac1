#!/usr/bin/env python3
"""Django's command line for X610Z Organized Play (`manage.py help` lists the commands)."""

import os
import sys


def main() -> None:
    """Run one management command with the local settings unless the environment names others."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.local")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
