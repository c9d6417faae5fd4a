"""What only people can say about a release: names, licence, citation, and when which files become public."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast, get_args

from pingce.formats.source import read_bytes
from pingce.formats.tomlfile import toml_table
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..flaws import Flaw, FlawsError

StageContent = Literal["train", "dev questions", "dev answers", "test questions", "test answers", "reports"]
STAGE_CONTENTS: tuple[StageContent, ...] = get_args(StageContent)
TEXTS = ("name", "version", "licence", "licence_file", "url")
BILINGUAL = ("title", "description")
KNOWN = frozenset(
    (*TEXTS, *BILINGUAL, "creators", "date", "citation", "keywords", "annotations_creators", "responsible", "stages")
)
ANNOTATIONS_CREATORS = ("expert-generated", "crowdsourced", "machine-generated", "found", "no-annotation", "other")
"""Who annotated, as cards on the Hugging Face hub say it."""
RESPONSIBLE = {
    "collection": "dataCollection",
    "collection_timeframe": "dataCollectionTimeframe",
    "preprocessing": "dataPreprocessingProtocol",
    "annotation_protocol": "dataAnnotationProtocol",
    "annotation_platform": "dataAnnotationPlatform",
    "annotation_analysis": "dataAnnotationAnalysis",
    "annotations_per_item": "annotationsPerItem",
    "annotator_demographics": "annotatorDemographics",
    "machine_annotation": "machineAnnotationTools",
    "biases": "dataBiases",
    "limitations": "dataLimitations",
    "use_cases": "dataUseCases",
    "social_impact": "dataSocialImpact",
    "personal_information": "personalSensitiveInformation",
    "maintenance": "dataReleaseMaintenancePlan",
}
"""What ``[responsible]`` may say about how data came to be and what they are fit for, and Croissant's names for it."""
SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Stage:
    """What is published together; ``date`` is when, if that is settled."""

    name: str
    files: tuple[StageContent, ...]
    date: dt.date | None = None


USUAL_STAGES = (
    Stage("train", ("train", "dev questions", "reports")),
    Stage("dev-answers", ("dev answers",)),
    Stage("test", ("test questions",)),
)
"""As SpaCE did it: training data and dev questions, then dev answers, then test questions. Test answers stay."""


@dataclass(frozen=True)
class About:
    """The content of ``release.toml`` and of the licence it names."""

    name: str
    version: str
    title: Words
    description: Words
    licence: str
    licence_text: str
    creators: tuple[str, ...]
    url: str
    date: dt.date
    citation: str = ""
    keywords: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = USUAL_STAGES
    annotations_creators: tuple[str, ...] = ()
    responsible: Mapping[str, str] = field(default_factory=dict)

    def stage(self, name: str) -> Stage:
        for stage in self.stages:
            if stage.name == name:
                return stage
        names = [stage.name for stage in self.stages]
        raise UserError(
            Words(f"没有阶段“{name}”。", f"There is no stage '{name}'."),
            hint=Words(f"已有：{'、'.join(names)}。", f"There are: {', '.join(names)}."),
            code="unknown-stage",
        )

    def public_on(self, day: dt.date) -> tuple[StageContent, ...]:
        """Everything that the stages up to a day make public."""
        files = [file for stage in self.stages if stage.date is not None and stage.date <= day for file in stage.files]
        return tuple(content for content in STAGE_CONTENTS if content in files)


def read_about(path: Path, licence: Path | None = None) -> tuple[About, bytes]:
    """``release.toml`` and its bytes; all that is wrong with it is said at once.

    ``licence`` stands for the file it names, which a pack keeps elsewhere.
    """
    raw = read_bytes(path)
    table = toml_table(raw, path)
    problems = [Flaw(str(path), code, words) for code, words in _problems(table)]
    if problems:
        words = Words(f"{path} 有 {len(problems)} 处要改。", f"{path} needs {len(problems)} corrections.")
        raise FlawsError(words, problems, code="bad-about")
    licence_text = _licence(licence or path.parent / table["licence_file"])
    stages = tuple(Stage(stage["name"], tuple(stage["files"]), stage.get("date")) for stage in table.get("stages", ()))
    about = About(
        table["name"],
        table["version"],
        Words(**table["title"]),
        Words(**table["description"]),
        table["licence"],
        licence_text,
        tuple(table["creators"]),
        table["url"],
        table["date"],
        table.get("citation", ""),
        tuple(table.get("keywords", ())),
        stages or USUAL_STAGES,
        tuple(table.get("annotations_creators", ())),
        {key: " ".join(text.split()) for key, text in table.get("responsible", {}).items()},
    )
    return about, raw


def _licence(path: Path) -> str:
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as problem:
        words = Words(f"{path} 不是 UTF-8 文本。", f"{path} is not text in UTF-8.")
        raise UserError(words, code="not-utf8") from problem


Complaint = tuple[str, Words]


def _problems(table: Mapping[str, object]) -> Iterator[Complaint]:
    for key in sorted(table.keys() - KNOWN):
        yield "unknown-key", Words(f"不认识的键 {key}", f"unknown key {key}")
    for key in TEXTS:
        if not _is_text(table.get(key)):
            yield "bad-value", Words(f"{key} 应为非空字符串", f"{key} must be a string that is not empty")
    name = table.get("name")
    if _is_text(name) and SLUG.fullmatch(cast("str", name)) is None:
        yield "bad-value", Words("name 只能有字母、数字和 ._-", "name may have letters, digits and ._- only")
    for key in BILINGUAL:
        value = table.get(key)
        if not isinstance(value, dict) or value.keys() != {"zh", "en"} or not all(map(_is_text, value.values())):
            yield "bad-value", Words(f"{key} 应为 {{zh = …, en = …}}", f"{key} must be {{zh = …, en = …}}")
    if not _is_list(table.get("creators")) or not table.get("creators"):
        yield "bad-value", Words("creators 应为非空的名单", "creators must be a list of names, not empty")
    if not _is_list(table.get("keywords", [])):
        yield "bad-value", Words("keywords 应为字符串的列表", "keywords must be a list of strings")
    if not isinstance(table.get("citation", ""), str):
        yield "bad-value", Words("citation 应为字符串", "citation must be a string")
    if not _is_date(table.get("date")):
        yield "bad-value", Words("date 应为日期，如 2026-06-01", "date must be a date such as 2026-06-01")
    creators = table.get("annotations_creators", [])
    if not _is_list(creators) or not set(cast("list[str]", creators)) <= set(ANNOTATIONS_CREATORS):
        choice = ", ".join(ANNOTATIONS_CREATORS)
        yield (
            "bad-value",
            Words(f"annotations_creators 应取自 {choice}", f"annotations_creators must be some of {choice}"),
        )
    yield from _responsible_problems(table.get("responsible", {}))
    yield from _stage_problems(table.get("stages", []))


def _responsible_problems(said: object) -> Iterator[Complaint]:
    if not isinstance(said, dict):
        yield "bad-value", Words("responsible 应写成 [responsible] 表", "responsible must be a table [responsible]")
        return
    for key in sorted(said.keys() - RESPONSIBLE.keys()):
        choice = ", ".join(RESPONSIBLE)
        yield (
            "unknown-key",
            Words(
                f"responsible：不认识的键 {key}（可用 {choice}）", f"responsible: unknown key {key} (known: {choice})"
            ),
        )
    for key in sorted(said.keys() & RESPONSIBLE.keys()):
        if not _is_text(said[key]):
            yield (
                "bad-value",
                Words(f"responsible.{key} 应为非空字符串", f"responsible.{key} must be a string that is not empty"),
            )


def _stage_problems(stages: object) -> Iterator[Complaint]:
    if not isinstance(stages, list) or not all(isinstance(stage, dict) for stage in stages):
        yield "bad-value", Words("stages 应写成 [[stages]] 表", "stages must be written as [[stages]] tables")
        return
    last: dt.date | None = None
    names = [stage.get("name") for stage in stages]
    for number, stage in enumerate(stages, start=1):
        where = f"stages[{number}]"
        for key in sorted(stage.keys() - {"name", "files", "date"}):
            yield "unknown-key", Words(f"{where}：不认识的键 {key}", f"{where}: unknown key {key}")
        name = stage.get("name")
        if not _is_text(name) or names.count(name) > 1:
            yield "bad-value", Words(f"{where}：name 应为各不相同的名字", f"{where}: name must be a name of its own")
        files = stage.get("files")
        if not _is_list(files) or not files or not set(files) <= set(STAGE_CONTENTS):
            choice = ", ".join(STAGE_CONTENTS)
            yield "bad-value", Words(f"{where}：files 应取自 {choice}", f"{where}: files must be some of {choice}")
        date = stage.get("date")
        if date is not None and not _is_date(date):
            yield "bad-value", Words(f"{where}：date 应为日期", f"{where}: date must be a date")
        elif date is not None:
            if last is not None and date < last:
                yield "bad-value", Words(f"{where}：日期早于前一阶段", f"{where}: earlier than the stage before")
            last = date


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) and text for text in value)


def _is_date(value: object) -> bool:
    return isinstance(value, dt.date) and not isinstance(value, dt.datetime)
