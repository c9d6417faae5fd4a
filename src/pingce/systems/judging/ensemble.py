"""Several models together: by vote, or by weights learned on answers to texts whose originals they had not seen."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.language.originals import group_items
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.catalog import find_system, open_system
from pingce.systems.interface import Model, Prediction, Progress, Training
from pingce.systems.learning.linear import Stack, fit_stack
from pingce.systems.model_folder import MEMBERS, EnsembleMember, read_members
from pingce.systems.settings import as_table, make_settings
from pingce.systems.stored import damaged, read_json

from .prediction import YES, judged, label_of, log_odds_of, says_yes

STACK = "stack.json"
NO_MEMBERS = ("ensemble", "majority", "llm")
"""Those that do not tell how sure they are, and itself."""
DONE = "done"


@dataclass(frozen=True)
class EnsembleSettings:
    """Who is in it."""

    members: str = "linear replacement"
    """Systems, with spaces between them; settings may follow a name: ``encoder:epochs=2,rdrop=1``."""
    encoders: str = ""
    """Pretrained models of single members, with spaces between: ``linear-lm=FOLDER``; others start from the one of
    ``--encoder``. Needed in training only."""
    seeds: int = 1
    """Models of each system; with one they have the run's seed, with more the seeds after it too."""
    how: Literal["vote", "stack"] = "stack"
    folds: int = 5
    """Of stacking; each costs another training of every model."""
    normal_share: float = 0.5
    """Share of yes expected where the model will be used (stacking)."""


@dataclass(frozen=True)
class EnsembleModel:
    """Asks its members and decides by their votes, or by learned weights."""

    field: str
    share: float
    models: Sequence[Model]
    stack: Stack | None

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        answers = [model.predict(items, progress) for model in self.models]
        return [self._together(list(predictions)) for predictions in zip(*answers, strict=True)]

    def _together(self, predictions: Sequence[Prediction]) -> Prediction:
        odds = [log_odds_of(prediction) for prediction in predictions]
        votes = sum(prediction.answer[self.field] == YES for prediction in predictions)
        if self.stack is not None:
            prediction = judged(self.field, self.stack.log_odds(odds, share=self.share))
        else:
            # An even vote is decided by how sure the members are.
            even = 2 * votes == len(predictions)
            prediction = judged(self.field, sum(odds) if even else 2 * votes - len(predictions))
        told = {**prediction.detail, "votes": votes, "members": [round(value, 3) for value in odds]}
        return replace(prediction, detail=told)


class Ensemble:
    """Trains its members one after the other; those that are done are not trained again after an interruption."""

    Settings = EnsembleSettings

    def train(self, training: Training) -> None:
        settings: EnsembleSettings = training.settings
        members = plan(settings, training.task, training.seed)
        _encoders_named(members, training)
        if settings.how == "stack":
            columns = [_unseen_odds(training, member, settings.folds) for member in members]
            rows = [list(row) for row in zip(*columns, strict=True)]
            stack = fit_stack(rows, says_yes(training.train, label_of(training.task)))
            write_text(training.folder / STACK, json.dumps(asdict(stack)))
        for member in members:
            _train_member(training, member, training.folder / member.name)
        write_text(training.folder / MEMBERS, json.dumps([asdict(member) for member in members], ensure_ascii=False))

    def load(
        self, folder: Path, task: TaskSpec, settings: EnsembleSettings, inventory: Inventory | None
    ) -> EnsembleModel:
        stack = read_json(folder / STACK, Stack) if settings.how == "stack" else None
        members = read_members(folder)
        if not members or any(member.system in NO_MEMBERS for member in members):
            raise damaged(folder / MEMBERS, Words("成员不能这样组成", "these cannot be its members"))
        models = [_load(member, folder / member.name, task, inventory) for member in members]
        return EnsembleModel(label_of(task), settings.normal_share, models, stack)


def plan(settings: EnsembleSettings, task: TaskSpec, seed: int) -> list[EnsembleMember]:
    """Every name is looked up and every setting read before anything is trained."""
    members = []
    for written in settings.members.split():
        name, _, changes = written.partition(":")
        if name in NO_MEMBERS:
            raise _bad(Words(f"{name} 不能作成员", f"{name} cannot be a member"))
        member = EnsembleMember(name, seed, tuple(changes.split(",")) if changes else ())
        make_settings(open_system(name, task).Settings, changes=member.changes)
        members += [replace(member, seed=seed + i) for i in range(settings.seeds)]
    if len({member.name for member in members}) < max(1, len(members)):
        raise _bad(Words("成员重复", "a member stands twice"))
    if not members or settings.folds < 2:
        raise _bad(Words("至少要一个成员、两折", "expected a member and two folds at least"))
    return members


def _bad(what: Words) -> UserError:
    return UserError(
        Words(f"ensemble 的设置有误：{what.zh}。", f"The settings of ensemble are wrong: {what.en}."),
        hint=Words(
            "例：--set members='linear encoder:epochs=2' --set seeds=3 --set how=vote。",
            "For example --set members='linear encoder:epochs=2' --set seeds=3 --set how=vote.",
        ),
        code="bad-settings",
    )


def own_encoders(settings: EnsembleSettings) -> dict[str, Path]:
    """The pretrained models of those members that do not start from the common one, by system."""
    named: dict[str, Path] = {}
    for written in settings.encoders.split():
        name, _, folder = written.partition("=")
        if not folder:
            raise _bad(Words(f"“{written}”应写作 成员=文件夹", f"found '{written}'; expected MEMBER=FOLDER"))
        named[name] = Path(folder)
    return named


def start_of(training: Training, system: str) -> Path | None:
    """What a member starts from."""
    wants = find_system(system, training.task).encoder
    return own_encoders(training.settings).get(system, training.encoder) if wants else None


def _encoders_named(members: Sequence[EnsembleMember], training: Training) -> None:
    """Members that start from an encoder have one of their own or start from the common one, which is for them."""
    own = own_encoders(training.settings)
    wanting = [member.system for member in members if find_system(member.system, training.task).encoder]
    if idle := sorted(set(own) - set(wanting)):
        raise _bad(Words(f"{idle[0]} 不是用编码器的成员", f"{idle[0]} is no member that starts from an encoder"))
    if any(name not in own for name in wanting) != (training.encoder is not None):
        listed = "、".join(dict.fromkeys(wanting)) or "–"
        raise UserError(
            Words(
                f"成员中需要编码器的有：{listed}；--encoder（或 encoders 里各自的）应与之相符。",
                f"Members that start from an encoder: {listed}; --encoder must be given exactly if there are any "
                "without one of their own (encoders).",
            ),
            code="no-encoder",
        )


def _train_member(training: Training, member: EnsembleMember, folder: Path) -> None:
    """Into a folder of its own; ``done`` stands in the run's checkpoints, which go away with the run."""
    done = training.checkpoints / f"{folder.name}.{DONE}"
    if done.is_file():
        return
    folder.mkdir(parents=True, exist_ok=True)
    system = open_system(member.system, training.task)
    own = replace(
        training,
        settings=make_settings(system.Settings, changes=member.changes),
        folder=folder,
        seed=member.seed,
        encoder=start_of(training, member.system),
    )
    system.train(own)
    shutil.rmtree(own.checkpoints)
    write_text(done, json.dumps(as_table(own.settings), ensure_ascii=False))


def _unseen_odds(training: Training, member: EnsembleMember, folds: int) -> list[float]:
    """Log-odds for every training example by a model trained without its original."""
    note = training.checkpoints / f"{member.name}.odds.json"
    if note.is_file():
        stored: list[float] = json.loads(note.read_text(encoding="utf-8"))
        return stored
    fold_of = [group % folds for group in group_items([example.item for example in training.train])]
    odds = [0.0] * len(training.train)
    for fold in sorted(set(fold_of)):
        held = [i for i, fold_number in enumerate(fold_of) if fold_number == fold]
        rest = [example for example, fold_number in zip(training.train, fold_of, strict=True) if fold_number != fold]
        folder = training.checkpoints / f"{member.name}.fold{fold}"
        _train_member(replace(training, train=rest), member, folder)
        model = _load(member, folder, training.task, training.inventory)
        for i, prediction in zip(
            held, model.predict([training.train[i].item for i in held], training.progress), strict=True
        ):
            odds[i] = log_odds_of(prediction)
    write_text(note, json.dumps(odds))
    return odds


def _load(member: EnsembleMember, folder: Path, task: TaskSpec, inventory: Inventory | None) -> Model:
    system = open_system(member.system, task)
    return system.load(folder, task, make_settings(system.Settings, changes=member.changes), inventory)
