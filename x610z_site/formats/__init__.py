"""How dates and times are written, a module per language; named by the setting ``FORMAT_MODULE_PATH``."""
