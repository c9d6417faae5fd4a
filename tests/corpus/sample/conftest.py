"""The program with its corpus commands, as for the dictionary."""

from tests.corpus.dictionary.conftest import Ran, Run, pingce

__all__ = ["Ran", "Run", "pingce"]
