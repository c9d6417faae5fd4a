"""Reports on glosses and changes to them: what is sent."""

from typing import Annotated

from pydantic import Field

from pingce.annotate.services.inventory import ReportCode
from pingce.formats.gloss_edits import EditKind

from .common import Id, In, Note

Word = Annotated[str, Field(min_length=1, max_length=64)]
GlossText = Annotated[str, Field(max_length=2000)]


class GlossReportIn(In):
    code: ReportCode
    gloss: GlossText = ""
    """Its text; empty where a sense is missing."""
    remark: Note = ""


class GlossChangeIn(In):
    word: Word
    kind: EditKind
    glosses: Annotated[list[GlossText], Field(max_length=100)] = Field(default_factory=list)
    into: Annotated[list[GlossText], Field(max_length=100)] = Field(default_factory=list)
    reason: Note


class GlossChangesIn(In):
    changes: Annotated[list[GlossChangeIn], Field(min_length=1, max_length=5000)]
    reports: Annotated[list[Id], Field(max_length=5000)] = Field(default_factory=list)
    """Reports that these changes deal with."""


class SendBackIn(In):
    word: Word
    reason: Note
    everything: bool = False
    """Also items whose answers can be mapped."""
