"""What a stranger hands in, made up by a program that watches which lines of code each try reaches.

``targets``: for every kind of input its seeds and what must hold of any bytes whatever: an answer of the kind the
reader promises, never another exception, and the same answer twice. ``python -m benchmarks.fuzz`` (``make fuzz``)
drives them with atheris; ``tests/site/test_fuzz_targets.py`` with a handful of mutations by chance.
"""
