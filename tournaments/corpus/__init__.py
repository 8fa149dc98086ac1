"""The public corpus: rounds and standings with expected values, and the judge that holds any program against them.

It must not know Django; it reads the files in docs/corpus, speaks the round JSON and the FIDE report of the pairing
room, and starts the program it is given. Expected values were proved without the engine (docs/corpus/README.md).
"""

from tournaments.corpus.case import Case, CorpusError, cases_in, read_case
from tournaments.corpus.judge import LEVELS, Verdict, judge_round, judge_standings, measure

__all__ = [
    "LEVELS",
    "Case",
    "CorpusError",
    "Verdict",
    "cases_in",
    "judge_round",
    "judge_standings",
    "measure",
    "read_case",
]
