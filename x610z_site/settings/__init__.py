"""Settings by place: `base` is shared, `local` serves `./run`, `test` serves `./test`, `production` the real site."""
