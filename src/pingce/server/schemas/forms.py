"""The description of a form, as the browser draws it."""

from pydantic import ConfigDict

from pingce.annotate.describe import Widget
from pingce.spec.words import Words

from .common import Out


class FormTextView(Out):
    """A text of the item that the form shows."""

    name: str
    title: Words


class FormFieldView(Out):
    """A field of the answer and the widget that asks for it; `key` is its name in answers."""

    name: str
    key: str
    widget: Widget
    title: Words
    optional: bool
    shown_if: dict[str, list[str]]
    """Other fields' values under which this one is asked for; empty: always."""
    needed_if: dict[str, list[str]]
    """Other fields' values under which a rule wants it answered although it is optional."""
    instead: str
    """The field that may be answered instead of this optional one; empty: none."""
    shape: dict[str, object]
    """What the widget needs to know; its keys depend on `widget`."""


class FormView(Out):
    """A form: which texts are shown and what is asked about them, from the shapes of the task's answer."""

    model_config = ConfigDict(from_attributes=True, extra="allow")

    id: str
    task: str
    title: Words
    texts: list[FormTextView]
    fields: list[FormFieldView]
