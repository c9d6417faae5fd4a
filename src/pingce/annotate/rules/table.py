"""All live rules by name.

The modules of rules are listed here by hand; what is not in this table is not a rule. A new rule is a function in one
of them and, for a new module, a line here.
"""

from . import corefs, others, reasons, senses, step_records, step_spans
from .model import Rule

RULES: dict[str, Rule] = {
    rule.name: rule for module in (others, senses, reasons, step_records, step_spans, corefs) for rule in module.RULES
}
