"""Real event days, a file for each: given, when, then, by the pages people use."""

import pytest

pytest.register_assert_rewrite("tests.tournaments.scenarios.pods_and_crews")
