"""What a stage would do with other settings, tried on a little of its input while somebody waits for it.

Nothing is written, and nothing but what the stage itself does is done: the same checks of the settings, the same
workers, a bounded amount of text. Screening and replacing can be tried; other stages need everything they read.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .benchmark import Benchmark, open_benchmark
from .recipe import changed_stage
from .stages.context import StepInputs
from .stages.corpus import replace_limits, replace_work, screen_work, source_files

if TYPE_CHECKING:
    from pingce.corpus.replace.preview import ReplacePreview
    from pingce.corpus.screen.preview import ScreenPreview
    from pingce.report.sections import Page

TRIED = ("screen", "replace")
"""The kinds of stages whose effect can be seen beforehand."""
ORIGINALS = 40
"""Originals that a replacement is tried on."""


def preview_page(benchmark: Benchmark, stage: str, *, inputs: Sequence[str], settings: Mapping[str, object]) -> "Page":
    """The stage as it is saved beside the stage as it is changed."""
    from pingce.report.previews import replace_preview_page, screen_preview_page

    before = StepInputs(benchmark, benchmark.stage(stage))
    changed = changed_stage(benchmark, stage, inputs=inputs, settings=settings)
    after = StepInputs(changed, changed.stage(stage))
    match after.stage.kind.name:
        case "screen":
            return screen_preview_page(_screened(before), _screened(after))
        case "replace":
            return replace_preview_page(_replaced(before), _replaced(after))
        case other:
            raise UserError(
                Words(f"{stage}（{other}）不能先试算。", f"{stage} ({other}) cannot be tried beforehand."),
                hint=Words(f"可以试算的：{'、'.join(TRIED)}。", f"What can be tried: {', '.join(TRIED)}."),
                code="no-preview",
            )


def preview_record(
    folder: Path, stage: str, inputs: Sequence[str], settings: Mapping[str, object]
) -> dict[str, object]:
    """The same for another process, as JSON."""
    from .result_pages import page_record

    record: dict[str, object] = page_record(
        preview_page(open_benchmark(folder), stage, inputs=inputs, settings=settings)
    )
    return record


def _screened(step: StepInputs) -> "ScreenPreview":
    from pingce.corpus.screen.preview import preview_screening

    return preview_screening(source_files(step), screen_work(step))


def _replaced(step: StepInputs) -> "ReplacePreview":
    from pingce.corpus.replace.items import read_originals
    from pingce.corpus.replace.preview import preview_replacement
    from pingce.formats.source import find_source

    (file,) = step.input_files()
    if not file.is_file():
        raise UserError(
            Words(
                "前一步还没有运行，没有可以试的句子。", "The step before has not run; there is nothing to try it on."
            ),
            code="nothing-to-try",
        )
    originals = list(islice(read_originals(find_source(str(file))), ORIGINALS))
    return preview_replacement(originals, replace_work(step), replace_limits(step))
