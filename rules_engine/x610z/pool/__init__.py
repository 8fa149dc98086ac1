"""The packaged card pools: texts in data files, compiled when read."""
