"""Screening, replacement and drawing sentences."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from pingce.flow.benchmark import BenchmarkSource
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .context import StageContext, StageCounts, StageResult, StepInputs

if TYPE_CHECKING:
    from pingce.corpus.inputs import CorpusFile
    from pingce.corpus.replace.select import SelectionLimits
    from pingce.corpus.replace.work import ReplaceWork
    from pingce.corpus.sample.pool import Origin
    from pingce.corpus.screen.work import ScreenWork
    from pingce.formats.provenance import SourceKind
    from pingce.language.lexicon.model import SpatialClass

SCREENING = Words("筛选", "screening")
REPLACING = Words("替换", "replacing")
DRAWING = Words("选句", "drawing sentences")


SAMPLES = 2
"""Dropped passages of each reason that a batch shows."""


def screen_work(step: StepInputs) -> "ScreenWork":
    """What the workers of a screening have to know."""
    from pingce.corpus.screen.settings import load_settings
    from pingce.corpus.screen.work import ScreenWork
    from pingce.language.lexicon.model import CLASSES

    given = step.settings
    settings = load_settings(
        step.setting_path("weights"),
        weights={cls: given.get(f"weight_{cls}") for cls in CLASSES},
        spatial={name: given.get(name) for name in ("min_weight", "min_density")},
        passage={name: given.get(name) for name in ("shortest", "target", "longest")},
        duplicates={"similarity": given.get("similarity")},
    )
    return ScreenWork(
        settings,
        given["tagger"],
        step.setting_path("user_dictionary"),
        step.setting_path("lexicon"),
        dropped=False,
        kinds=_kinds(step),
        samples=SAMPLES,
    )


def screen(context: StageContext) -> StageResult:
    """Stage ``screen``: raw texts become passages."""
    from pingce.corpus.screen.counts import together
    from pingce.corpus.screen.run import screen as screen_files
    from pingce.report.screening import describe_page

    files = source_files(context)
    advance = _watched(context, SCREENING, sum(file.size for file in files))
    screening = screen_files(files, screen_work(context), out=context.out, engine=context.engine(), advance=advance)
    tally = together(screening.findings.tallies)
    return StageResult(
        StageCounts(tally.passages, tally.kept.passages, tally.dropped),
        {"genres": {genre or "": each.kept.passages for genre, each in screening.findings.tallies.items()}},
        [describe_page(screening)],
    )


def source_files(step: StepInputs, kind: str | None = None) -> "list[CorpusFile]":
    """Of all sources it names, or of those of a kind; called by their path in the benchmark."""
    sources = [step.benchmark.sources_by_name[name] for name in step.stage.inputs]
    wanted = [source for source in sources if kind is None or (source.kind or "professional") == kind]
    return [file for source in wanted for file in _files_of(step, source)]


def _files_of(step: StepInputs, source: BenchmarkSource) -> "list[CorpusFile]":
    from pingce.corpus.inputs import find_files

    path = step.benchmark.path(source.path)
    return find_files([path], genre=source.genre, root=step.benchmark.folder)


def _kinds(step: StepInputs) -> "dict[str, SourceKind]":
    """Web or edited, by file: a screening may take sources of both kinds, and every passage says which it is of."""
    sources = [step.benchmark.sources_by_name[name] for name in step.stage.inputs]
    return {file.name: source.kind for source in sources if source.kind is not None for file in _files_of(step, source)}


def _watched(context: StageContext, what: Words, total: int) -> Callable[[int], None]:
    progress = context.log.progress
    progress.begin(what, total)
    return progress.advance


def replace_work(step: StepInputs) -> "ReplaceWork":
    """What the workers of a replacement have to know."""
    from pingce.corpus.replace.make import ReplaceSettings
    from pingce.corpus.replace.work import ReplaceWork
    from pingce.language.lexicon.model import CLASSES

    given = step.settings
    classes = cast("tuple[SpatialClass, ...]", tuple(given["classes"]))
    if unknown := sorted(set(classes) - set(CLASSES)):
        listed = ", ".join(CLASSES)
        raise UserError(
            Words(f"没有词类 {'、'.join(unknown)}。", f"There is no class {', '.join(unknown)}."),
            hint=Words(f"有：{listed}。", f"There are: {listed}."),
            code="unknown-class",
        )
    settings = ReplaceSettings(given["mode"], given.get("per_original"), given["doubles"] or None, given["seed"])
    return ReplaceWork(
        settings,
        tuple(cls for cls in CLASSES if cls in classes),
        given["tagger"],
        step.setting_path("user_dictionary"),
        step.setting_path("lexicon"),
        None,
    )


def replace_limits(step: StepInputs) -> "SelectionLimits":
    """How many candidates a replacing stage keeps for each pair of words, and in all."""
    from pingce.corpus.replace.select import SelectionLimits

    return SelectionLimits(step.settings.get("per_pair"), step.settings.get("sample"))


def replace(context: StageContext) -> StageResult:
    """Stage ``replace``: passages become sentences with a spatial word replaced."""
    from pingce.corpus.replace.run import replace_file
    from pingce.formats.source import find_source
    from pingce.report.replacement import describe_page, read_samples

    (file,) = context.input_files()
    advance = _watched(context, REPLACING, 0)
    summary = replace_file(
        find_source(str(file)),
        context.out,
        replace_work(context),
        replace_limits(context),
        context.engine(),
        advance=advance,
    )
    left = {"limit": summary.made - summary.sentences}
    details = {"originals": summary.originals, "without": summary.without}
    page = describe_page(summary, source=file.name, samples=read_samples(context.out))
    return StageResult(StageCounts(summary.made, summary.sentences, left), details, [page])


def sentences(context: StageContext) -> StageResult:
    """Stage ``sentences``: sentences for the words whose senses are to be annotated."""
    from pingce.corpus.engine import fingerprint_of, resumable_output
    from pingce.corpus.sample.draw import SourceShares
    from pingce.corpus.sample.filters import Limits
    from pingce.corpus.sample.sentences import SampleSettings, sample_sentences, write_items
    from pingce.corpus.sample.word_files import read_targets
    from pingce.language.tagging.catalog import make_tagger
    from pingce.report.drawn import drawn_page

    given = context.settings
    words = context.setting_path("words")
    assert words is not None, "the recipe was checked"
    senses = read_targets(words)
    share = SourceShares(*_share(str(given["share"])))
    limits = Limits(shortest=given["min_length"], longest=given["max_length"])
    tagger, dictionary = given["tagger"], context.setting_path("user_dictionary")
    per_sense = given["per_sense"]
    wanted = SampleSettings(
        senses,
        per_sense,
        share,
        given["fill"],
        given["seed"],
        limits,
        tagger=tagger,
        user_dictionary=dictionary,
    )
    files: dict[Origin, list[CorpusFile]] = {kind: source_files(context, kind) for kind in ("web", "professional")}
    settings = {
        "command": "sentences",
        "options": [per_sense, share, wanted.fill, wanted.seed, limits.shortest, limits.longest],
        "tagger": make_tagger(tagger, user_dictionary=dictionary).version,
    }
    inputs = [words, *(file.path for group in files.values() for file in group), *([dictionary] if dictionary else [])]
    advance = _watched(context, DRAWING, sum(file.size for group in files.values() for file in group))
    lines = context.out.with_suffix(".txt")
    with resumable_output(context.out, fingerprint_of(inputs, settings), sidecars=[lines]) as output:
        sampled = sample_sentences(wanted, files, [], context.engine(), output, advance=advance)
        count = write_items(output, sampled, senses)
    asked = per_sense * sum(senses.values())
    return StageResult(
        StageCounts(asked, count, {"shortfall": asked - count}),
        {"words": len(senses), "senses": sum(senses.values())},
        [drawn_page(sampled, senses, per_sense)],
    )


def _share(text: str) -> tuple[int, int]:
    parts = text.split(":")
    if len(parts) != 2 or not all(number.isdecimal() for number in parts) or not sum(map(int, parts)):
        raise UserError(
            Words(f"share：实际 {text}；应为 网络:专业，如 6:4。", f"share: found {text}; expected web:edited as 6:4."),
            code="bad-settings",
        )
    return int(parts[0]), int(parts[1])
