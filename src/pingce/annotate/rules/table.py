"""All live rules by name.

The modules of rules are listed here by hand; what is not in this table is not a rule. A new rule is a function in one
of them and, for a new module, a line here.
"""

from . import cleaning, corefs, outcomes, reasons, scene_pairs, senses, step_records, step_spans
from .model import Rule

MODULES = (outcomes, scene_pairs, senses, reasons, step_records, step_spans, corefs, cleaning)
RULES: dict[str, Rule] = {rule.name: rule for module in MODULES for rule in module.RULES}
