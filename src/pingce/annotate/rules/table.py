"""All live rules by name."""

from . import corefs, others, reasons, senses, step_records, step_spans
from .model import Rule

RULES: dict[str, Rule] = {
    rule.name: rule for module in (others, senses, reasons, step_records, step_spans, corefs) for rule in module.RULES
}
