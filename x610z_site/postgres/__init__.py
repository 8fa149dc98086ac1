"""PostgreSQL as the site opens it: a database that is away is remembered for a moment (:mod:`.base`)."""
