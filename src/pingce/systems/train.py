"""One training run, from files to a model folder that is there whole or not at all.

``train_model`` does what ``pingce systems train`` asks: it works in a hidden folder, continues there after an
interruption, measures dev and moves the folder into place. ``load_model`` is the way back. The
steps of a network are taken in ``learning/trainer.py``.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec

from pingce import __version__
from pingce.formats.checksum import file_sha256, source_sha256
from pingce.formats.load import load_inventory
from pingce.formats.senses import Inventory
from pingce.formats.source import find_source
from pingce.formats.write import remove_drafts, write_text
from pingce.scoring.run import score_answers
from pingce.spec.errors import UserError, cannot_write
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

from .catalog import SYSTEMS, find_system, open_system
from .data import TrainingFile, hold_out, read_examples
from .interface import SURE_FROM, Example, Model, Prediction, Progress, System, Training
from .learning.crf_trial import try_fields
from .learning.curves import keep_curves
from .learning.runtimes import Runtime
from .model_folder import CARD, ModelCard, card_task, checksums, keep_own_task, parse_card, read_card, write_card
from .settings import as_table, given_part, given_settings, make_settings, stored_settings
from .stored import errors_as_damage

RUN = "run.json"


@dataclass(frozen=True)
class Order:
    """What a person asked for."""

    task: TaskSpec
    system: str
    train: str | None
    """Only a system that learns nothing can do without."""
    out: Path
    dev: str | None = None
    encoder: str | None = None
    encoder_name: str | None = None
    """What the model's card calls the encoder, where its path means nothing to others."""
    inventory: str | None = None
    seed: int = 0
    settings_file: Path | None = None
    changes: Sequence[str] = ()
    may_replace: bool = False
    """A finished model of another order may go; one of the same order is always made anew."""

    @property
    def encoder_shown(self) -> str:
        return self.encoder_name or self.encoder or ""


def train_model(order: Order, progress: Progress) -> tuple[ModelCard, bool]:
    """The finished model's card, and whether an interrupted run was continued."""
    system = open_system(order.system, order.task)
    settings = make_settings(system.Settings, file=order.settings_file, changes=order.changes)
    encoder = _encoder(order)
    train, dev, data = _data(order)
    inventory = load_inventory(order.inventory) if order.inventory is not None else None
    _may_write(order, settings, data)
    draft, continued = _work_folder(order, settings, data, encoder)
    training = Training(
        task=order.task,
        train=train,
        dev=dev,
        settings=settings,
        folder=draft,
        seed=order.seed,
        encoder=encoder,
        inventory=inventory,
        progress=progress,
        score=lambda answers: score_answers(order.task, dev, answers).main,
    )
    system.train(training)
    # An interruption while dev is measured must not cost the training, so what a run continues from goes last.
    measured: dict[str, float] = {}
    sure: dict[str, float] = {}
    if dev:
        model = system.load(draft, order.task, settings, inventory)
        predictions = model.predict([example.item for example in dev], progress)
        measured, sure = _dev_scores(order.task, dev, predictions), _sure_judgements(dev, predictions)
    keep_curves(training.checkpoints, draft)
    shutil.rmtree(training.checkpoints)
    (draft / RUN).unlink()
    keep_own_task(draft, order.task)
    card = ModelCard(
        system=order.system,
        task=order.task.id,
        seed=order.seed,
        settings=as_table(settings),
        data=data,
        dev=measured,
        files=checksums(draft),
        encoder=order.encoder_shown,
        sure=sure,
    )
    write_card(draft, card)
    _put_in_place(draft, order.out)
    return card, continued


def load_model(
    folder: Path,
    *,
    task: TaskSpec | None = None,
    inventory: Inventory | None = None,
    runtime: Runtime = "torch",
    given: Mapping[str, Any] | None = None,
) -> tuple[Model, ModelCard, TaskSpec]:
    """The model in a folder; told which task it should be for, it is refused for another unless it can answer both.

    ``runtime`` says what computes its encoders (see :mod:`pingce.systems.learning.onnx_encoder`).
    ``given`` are settings of the person who runs it: what a folder says about addresses, keys and places outside it is
    not obeyed (see :mod:`pingce.systems.settings`).
    """
    card = read_card(folder)
    if task is not None and card.task != task.id and not answers_too(card, task):
        raise UserError(
            Words(
                f"模型 {folder} 是 {card.task} 的，不是 {task.id} 的。",
                f"The model {folder} is for {card.task}, not {task.id}.",
            ),
            code="wrong-task",
        )
    asked = task or card_task(folder, card)
    system: System = open_system(card.system, asked)
    try:
        settings = stored_settings(system.Settings, card.settings, given or {})
    except msgspec.ValidationError as problem:
        raise UserError(
            Words(
                f"模型 {folder} 的设置读不出来：{problem}。",
                f"The settings of the model {folder} cannot be read: {problem}.",
            ),
            hint=Words(f"它由 pingce {card.pingce} 训练。", f"It was trained by pingce {card.pingce}."),
            code="damaged-model",
        ) from problem
    with errors_as_damage(folder):
        model = system.load(folder, asked, settings, inventory)
    if runtime != "torch":
        from .learning.onnx_encoder import use_runtime

        use_runtime(model, folder, runtime)
    return model, card, asked


def given_for(folder: Path, changes: Sequence[str]) -> dict[str, Any]:
    """Settings that somebody gives a trained model, told apart from those it has of itself."""
    if not changes:
        return {}
    card = parse_card(folder)
    return given_settings(open_system(card.system, card_task(folder, card)).Settings, changes)


def answers_too(card: ModelCard, task: TaskSpec) -> bool:
    """Can a model that was trained for another task answer this one?"""
    entry = SYSTEMS.get(card.system)
    if entry is None:
        return False
    return entry.answers(task) if entry.interchangeable else task.id in entry.also


def copy_model(folder: Path, to: Path, *, task: TaskSpec | None = None, given: Mapping[str, Any] | None = None) -> None:
    """Into the folder of a model that asks it; damage and folders of something else are told before that."""
    try_fields(folder)
    load_model(folder, task=task, given=given)
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to)


def train_by_asking(system: System, training: Training, model: str, to: str) -> None:
    """All the training of a system that learns nothing: a model that it asks goes into a folder of its own.

    ``model`` is the folder that was named for it, or empty; loading says what else is missing.
    """
    if model:
        copy_model(Path(model), training.folder / to, given=given_part(training.settings))
    system.load(training.folder, training.task, training.settings, None)


def _sure_judgements(dev: Sequence[Example], predictions: Sequence[Prediction]) -> dict[str, float]:
    """How many judgements are told with some confidence and how many of those are right; nothing of other answers."""
    if any("yes" not in prediction.detail for prediction in predictions):
        return {}
    told = [
        all(example.answer.get(name) == value for name, value in prediction.answer.items())
        for example, prediction in zip(dev, predictions, strict=True)
        if max(prediction.detail["yes"], 1 - prediction.detail["yes"]) >= SURE_FROM
    ]
    accuracy = {"accuracy": sum(told) / len(told)} if told else {}
    return {"from": SURE_FROM, "items": len(dev), "share": len(told) / len(dev), **accuracy}


def _dev_scores(task: TaskSpec, dev: Sequence[Example], predictions: Sequence[Prediction]) -> dict[str, float]:
    result = score_answers(task, dev, [prediction.answer for prediction in predictions])
    return {
        f"{name}.{number}": float(value)
        for name, measured in result.measures.items()
        for number, value in measured.numbers.items()
    }


def _data(order: Order) -> tuple[list[Example], list[Example], dict[str, TrainingFile]]:
    """Training and dev examples; nothing is held out for a system that is not measured unless asked."""
    entry = find_system(order.system, order.task)
    train: list[Example] = []
    dev: list[Example] = []
    data: dict[str, TrainingFile] = {}
    if order.train is not None:
        train, data["train"] = read_examples(order.task, order.train)
    elif entry.trained:
        raise UserError(
            Words(f"系统 {order.system} 需要训练数据。", f"The system {order.system} learns from data."),
            hint=Words("用 --train 给出文件。", "Name a file with --train."),
            code="no-training-data",
        )
    if order.dev is not None:
        dev, data["dev"] = read_examples(order.task, order.dev)
    elif train and entry.measured:
        train, dev = hold_out(train, task=order.task)
    return train, dev, data


def _encoder(order: Order) -> Path | None:
    """A folder or a name of a pretrained encoder; only systems that use one may be given one, and they need it."""
    wants = find_system(order.system, order.task).encoder
    if wants is None or wants == (order.encoder is not None):
        return Path(order.encoder) if order.encoder is not None else None
    if wants:
        raise UserError(
            Words(
                f"系统 {order.system} 需要预训练编码器。",
                f"The system {order.system} starts from a pretrained encoder.",
            ),
            hint=Words("用 --encoder 给出文件夹或名称。", "Name a folder or a model with --encoder."),
            code="no-encoder",
        )
    raise UserError(
        Words(
            f"系统 {order.system} 不用编码器，请去掉 --encoder。",
            f"The system {order.system} uses no encoder; leave out --encoder.",
        ),
        code="no-encoder",
    )


def _may_write(order: Order, settings: object, data: Mapping[str, TrainingFile]) -> None:
    """Neither anything that is no model nor, unless asked, a model that this order would not give again."""
    out = order.out
    if not out.exists():
        return
    if not (out / CARD).is_file():
        raise UserError(
            Words(f"{out} 已存在，但不是模型文件夹。", f"{out} exists and is no model folder."),
            hint=Words("请用 --out 换一个名称。", "Choose another name with --out."),
            code="cannot-write",
        )
    if not order.may_replace and not _same_order(order, settings, data):
        raise UserError(
            Words(f"{out} 里是另一个模型。", f"{out} holds another model."),
            hint=Words(
                "请用 --out 换一个名称，或用 --replace 换掉它。", "Choose another name with --out, or --replace it."
            ),
            code="other-model",
        )


def _same_order(order: Order, settings: object, data: Mapping[str, TrainingFile]) -> bool:
    """Whether the model that is there came of the same files, by content, and of the same settings."""
    try:
        card = parse_card(order.out)
        asked = stored_settings(type(settings), card.settings, given_part(settings))
    except (UserError, msgspec.ValidationError):
        return False  # a card that cannot be read is not known to be the same
    there = (card.system, card.task, card.seed, card.encoder, asked, _digests(card.data))
    return there == (order.system, order.task.id, order.seed, order.encoder_shown, settings, _digests(data))


def _digests(data: Mapping[str, TrainingFile]) -> dict[str, str]:
    return {name: file.sha256 for name, file in data.items()}


def _work_folder(order: Order, settings: Any, data: dict[str, TrainingFile], encoder: Path | None) -> tuple[Path, bool]:  # noqa: ANN401
    """Where the run writes, and whether it goes on with an interrupted one of exactly the same order."""
    config = encoder / "config.json" if encoder is not None else None
    run = {
        "system": order.system,
        "task": order.task.id,
        "seed": order.seed,
        "settings": as_table(settings),
        "data": {name: asdict(file) for name, file in data.items()},
        "encoder": order.encoder_shown,
        "encoder_config": file_sha256(config) if config is not None and config.is_file() else None,
        "inventory": source_sha256(find_source(order.inventory)) if order.inventory else None,
        "pingce": __version__,
    }
    written = json.dumps(run, ensure_ascii=False, indent=1, sort_keys=True)
    draft = order.out.with_name(f".{order.out.name}.part")
    try:
        if (draft / RUN).is_file() and (draft / RUN).read_text(encoding="utf-8") == written:
            remove_drafts(draft)  # the card names every file of the folder
            return draft, True
        if draft.exists():
            shutil.rmtree(draft)
        draft.mkdir(parents=True)
    except OSError as problem:
        raise cannot_write(draft, problem) from problem
    write_text(draft / RUN, written)
    return draft, False


def _put_in_place(draft: Path, out: Path) -> None:
    old = out.with_name(f".{out.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        out.rename(old)
    draft.rename(out)
    shutil.rmtree(old, ignore_errors=True)
