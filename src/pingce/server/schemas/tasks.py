"""A subtask as pages show it."""

from .common import Out, Text
from .forms import FormView


class TaskView(Out):
    id: str
    title: Text
    summary: Text
    number: str
    """Which number ranks, as `measure.number`."""
    form: FormView
    """Its texts and its answer; answers are as in the task's files."""
