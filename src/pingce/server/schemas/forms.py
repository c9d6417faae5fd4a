"""The description of a form, as the browser draws it."""

from pydantic import ConfigDict

from pingce.annotate.describe import Widget
from pingce.spec.words import Words

from .common import Out


class FormTextView(Out):
    name: str
    title: Words


class FormFieldView(Out):
    name: str
    key: str
    widget: Widget
    title: Words
    optional: bool
    shown_if: dict[str, list[str]]
    """Other fields' values under which this one is asked for; empty: always."""
    shape: dict[str, object]
    """What the widget needs to know; its keys depend on `widget`."""


class FormView(Out):
    model_config = ConfigDict(from_attributes=True, extra="allow")

    id: str
    task: str
    title: Words
    texts: list[FormTextView]
    fields: list[FormFieldView]
