"""Reports on glosses and changes to them: what is sent."""

from typing import Annotated

from pydantic import Field

from pingce.annotate.services.inventory import ReportCode
from pingce.formats.gloss_edits import EditKind

from .common import Id, In, Note

Word = Annotated[str, Field(min_length=1, max_length=64)]
GlossText = Annotated[str, Field(max_length=2000)]


class GlossReportIn(In):
    """A fault that an annotator noticed in a gloss of the word at hand."""

    code: ReportCode
    gloss: GlossText = ""
    """Its text; empty where a sense is missing."""
    remark: Note = ""


class GlossChangeIn(In):
    """A reviewed change of a word's glosses: split, merged, reworded, deleted or added."""

    word: Word
    kind: EditKind
    glosses: Annotated[list[GlossText], Field(max_length=100)] = Field(default_factory=list)
    into: Annotated[list[GlossText], Field(max_length=100)] = Field(default_factory=list)
    reason: Note


class GlossChangesIn(In):
    """Changes made together; answers that name a changed gloss follow where there is one successor."""

    changes: Annotated[list[GlossChangeIn], Field(min_length=1, max_length=5000)]
    reports: Annotated[list[Id], Field(max_length=5000)] = Field(default_factory=list)
    """Reports that these changes deal with."""


class SendBackIn(In):
    """Items of a word whose glosses changed, to be answered again."""

    word: Word
    reason: Note
    everything: bool = False
    """Also items whose answers can be mapped."""
