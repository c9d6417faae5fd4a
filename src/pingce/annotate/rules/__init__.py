"""Live rules: what annotators are told while they work, and what the server refuses."""

from .check import blocks, changeable, check, read_levels, rules_of
from .model import Breach, Hit, Level, Rule, Setting
from .table import RULES
from .tagged import spatial_words

__all__ = [
    "RULES",
    "Breach",
    "Hit",
    "Level",
    "Rule",
    "Setting",
    "blocks",
    "changeable",
    "check",
    "read_levels",
    "rules_of",
    "spatial_words",
]
