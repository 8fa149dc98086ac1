"""What stands beside the site: embedded servers, the supervisor, and the work of `./run` and `./test`.

Plain modules: standard library only, no Django, so that `environment` works on a bare Python before anything is
installed.
"""
