"""The model folder: what the model is, from which data, how good on dev, and checksums of everything in it.

``model.toml`` says system, task, seed, settings, data and scores; ``read_card`` refuses a folder in which anything was
changed since, before anything in it is opened. The folder of an ensemble holds the folders of its models.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pingce import __version__
from pingce.formats.checksum import file_sha256
from pingce.formats.taskfile.places import CarriedTasks, write_carried
from pingce.formats.write import write_text
from pingce.spec.errors import UserError, reason
from pingce.spec.problem import shown
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.tasks.catalog import TASKS, find_task
from pingce.tasks.own import find_own

from .data import TrainingFile
from .stored import read_json

CARD = "model.toml"
MEMBERS = "members.json"
"""In the folder of an ensemble: which models it holds."""
Number = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
"""Neither without end nor no number at all, which TOML can say and JSON cannot."""
FORMAT = 1


@dataclass(frozen=True)
class ModelCard:
    """Written beside the weights as readable TOML."""

    system: str
    task: str
    seed: int
    settings: dict[str, Any]
    data: dict[str, TrainingFile]
    dev: dict[str, Number]
    files: dict[str, str] = field(default_factory=dict)
    """Checksums of all other files of the folder."""
    encoder: str = ""
    sure: dict[str, Number] = field(default_factory=dict)
    """Of judgements on dev told with at least the probability ``from``: their ``share`` of all ``items``
    there and their ``accuracy``."""
    pingce: str = __version__
    format: int = FORMAT


@dataclass(frozen=True)
class EnsembleMember:
    """One model of an ensemble."""

    system: str
    seed: int
    changes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.system}-{self.seed}"


def write_card(folder: Path, card: ModelCard) -> None:
    """Last of all: a folder with a card is complete."""
    import tomli_w

    told = {key: value for key, value in asdict(card).items() if value != "" and (value or key != "sure")}
    told["data"] = {
        part: {key: value for key, value in file.items() if value != ""} for part, file in told["data"].items()
    }
    write_text(folder / CARD, tomli_w.dumps(told))


def checksums(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file of a model folder, by its path in it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / CARD)
    return {path.relative_to(folder).as_posix(): file_sha256(path) for path in files}


def read_card(folder: Path) -> ModelCard:
    """The card of a complete, undamaged folder."""
    card = parse_card(folder)
    if card.format != FORMAT:
        raise _not_a_model(
            folder, Words(f"格式 {card.format}，应为 {FORMAT}", f"found format {card.format}; expected {FORMAT}")
        )
    _all_inside(folder)
    digests = checksums(folder)
    damaged = [name for name, digest in card.files.items() if digests.get(name) != digest]
    if damaged:
        missing = [name for name in damaged if name not in digests]
        changed = [name for name in damaged if name in digests]
        zh = "；".join(
            [f"缺少 {'、'.join(missing)}"] * bool(missing) + [f"内容变了 {'、'.join(changed)}"] * bool(changed)
        )
        en = "; ".join(
            [f"missing {', '.join(missing)}"] * bool(missing) + [f"changed {', '.join(changed)}"] * bool(changed)
        )
        raise UserError(
            Words(f"模型 {folder} 已损坏：{zh}。", f"The model {folder} is damaged: {en}."),
            hint=Words("请重新训练或重新复制。", "Train or copy it again."),
            code="damaged-model",
        )
    return card


def _all_inside(folder: Path) -> None:
    """Files and folders only, and no link out of it: a pipe would be waited for, and a link read what is not ours."""
    home = folder.resolve()
    for path in folder.rglob("*"):
        if not (path.is_file() or path.is_dir()) or not path.resolve().is_relative_to(home):
            name = path.relative_to(folder).as_posix()
            raise _not_a_model(folder, Words(f"{name} 不是它自己的普通文件", f"{name} is no ordinary file of its own"))


def parse_card(folder: Path) -> ModelCard:
    """What the card says, whether or not the rest of the folder is as it should be."""
    path = folder / CARD
    try:
        raw: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(raw, ModelCard)
    except FileNotFoundError:
        raise _not_a_model(folder, Words(f"没有 {CARD}", f"it has no {CARD}")) from None
    except NotADirectoryError:
        raise _not_a_model(folder, Words("不是文件夹", "it is no folder")) from None
    except OSError as problem:
        raise _not_a_model(folder, reason(problem)) from problem
    except (ValueError, RecursionError, msgspec.ValidationError) as problem:
        raise _not_a_model(folder, Words(f"{CARD}：{problem}", f"{CARD}: {problem}")) from problem


def read_members(folder: Path) -> list[EnsembleMember]:
    """The models that an ensemble asks, in its order."""
    return read_json(folder / MEMBERS, list[EnsembleMember])


def systems_inside(folder: Path) -> frozenset[str]:
    """The systems of a model and of all models in it, by every card and every list of members below the folder."""
    systems = {parse_card(path.parent).system for path in folder.rglob(CARD)}
    for path in folder.rglob(MEMBERS):
        systems |= {member.system for member in read_members(path.parent)}
    return frozenset(systems)


def keep_own_task(folder: Path, task: TaskSpec) -> None:
    """The description of a task of one's own beside the model, so that the model can be used elsewhere."""
    own = None if task.id in TASKS else find_own(task.id)
    if own is not None and own.description:
        write_carried(folder, own)


def card_task(folder: Path, card: ModelCard) -> TaskSpec:
    """The task a model was trained for."""
    return find_model_task(folder, card.task)


def find_model_task(folder: Path, task_id: str) -> TaskSpec:
    """A task by its id: built in, described in the model's own folder, or of a place that is opened."""
    own = None if task_id in TASKS else CarriedTasks([folder]).find(task_id)
    if own is not None:
        return own.task
    try:
        return find_task(task_id)
    except UserError as problem:
        if problem.code != "unknown-task":
            raise
        raise UserError(
            Words(
                f"模型 {folder} 是 {task_id} 的，这里没有这个任务的描述。",
                f"The model {folder} is for {task_id}, which is not described here.",
            ),
            hint=Words(
                "请在它的评测文件夹里运行，或安装带来这个任务的软件包。",
                "Run this in the folder of its benchmark, or install the package that brings the task.",
            ),
            code="unknown-task",
        ) from problem


def card_says(folder: Path, setting: str) -> str:
    """A setting as the card has it, for a message; nothing if it has none or there is no card."""
    try:
        value = parse_card(folder).settings.get(setting)
    except UserError:
        return ""
    return shown(value) if value else ""


def _not_a_model(folder: Path, why: Words) -> UserError:
    return UserError(
        Words(f"{folder} 不是训练好的模型：{why.zh}。", f"{folder} is no trained model: {why.en}."),
        hint=Words("pingce systems train 会写出模型文件夹。", "pingce systems train writes such a folder."),
        code="not-a-model",
    )
