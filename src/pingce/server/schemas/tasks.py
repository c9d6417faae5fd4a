"""A subtask as pages show it."""

from pingce.spec.words import Words

from .common import Out
from .forms import FormView


class TaskView(Out):
    id: str
    title: Words
    summary: Words
    number: str
    """Which number ranks, as `measure.number`."""
    form: FormView
    """Its texts and its answer; answers are as in the task's files."""
