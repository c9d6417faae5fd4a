"""Training systems and asking trained ones."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pingce.spec.task import TaskSpec
from pingce.spec.values import Item

from .arguments import checked
from .data import Data, read
from .sources import DataSource, as_file
from .tasks import as_task

if TYPE_CHECKING:
    from pingce.systems.interface import Model as TrainedSystem
    from pingce.systems.interface import Prediction
    from pingce.systems.model_folder import ModelCard


@dataclass(frozen=True, repr=False)
class PredictedData(Data):
    """Answers of a system to the items it was asked, with how sure it was and what failed."""

    details: "Mapping[str, Prediction]" = field(default_factory=dict)

    def records(self) -> list[dict[str, Any]]:
        """As a submission writes them: ids and answers."""
        from pingce.formats.encode import encode_record

        return [
            dict(encode_record(self.task, item, self.answers[key], with_texts=False, gold=False))
            for key, item in self.items.items()
        ]


@dataclass(frozen=True)
class TrainedModel:
    """A trained system in its folder."""

    folder: Path
    task: TaskSpec
    card: "ModelCard"
    system: "TrainedSystem"

    @property
    def dev(self) -> Mapping[str, float]:
        """How it did on the items held out of its training."""
        return self.card.dev

    def predict(self, source: DataSource) -> PredictedData:
        """Its answers to the items of a source, whatever answers those have."""
        return predict(self, source)

    def __repr__(self) -> str:
        return f"TrainedModel({self.card.system}, {self.task.id}, {self.folder})"


@checked
def train(
    task: str | TaskSpec,
    system: str,
    train: DataSource | None = None,
    *,
    out: str | Path,
    dev: DataSource | None = None,
    encoder: str | Path | None = None,
    inventory: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
    seed: int = 0,
    replace: bool = False,
) -> TrainedModel:
    """Train a system into the folder ``out`` and load it; an interrupted training goes on where it was.

    ``train`` and ``dev`` are files of the task or its records as dictionaries. ``encoder`` is the folder of a
    pretrained encoder, ``inventory`` the glosses, both for systems that need them. ``settings`` are the system's own
    (``pingce systems list``); ``replace`` overwrites a model that is there already.

    >>> import pingce, tempfile
    >>> texts = ["小王从桌子上拿起一本旧书。", "船在天亮之前开出了港口。", "孩子们跑进了院子里。"]
    >>> rows = [{"qid": str(i), "context": text, "judge": 1} for i, text in enumerate(texts)]
    >>> folder = tempfile.mkdtemp() + "/model"
    >>> model = pingce.train("space2022/task1", "majority", rows, out=folder)
    >>> model.predict(rows[:1]).answers["0"]["judge"]
    '1'
    """
    from pingce.systems.catalog import open_system
    from pingce.systems.interface import NoProgress
    from pingce.systems.settings import run_time_names
    from pingce.systems.train import Order, train_model

    spec = as_task(task)
    with ExitStack() as stack:

        def named(source: DataSource | None, name: str) -> str | None:
            return None if source is None else stack.enter_context(as_file(source, name)).path

        order = Order(
            task=spec,
            system=system,
            train=named(train, "train"),
            out=Path(out),
            dev=named(dev, "dev"),
            encoder=None if encoder is None else str(encoder),
            inventory=None if inventory is None else str(inventory),
            seed=seed,
            changes=_changes(settings),
            may_replace=replace,
        )
        train_model(order, NoProgress())
    own = run_time_names(open_system(system, spec).Settings)
    given = {name: value for name, value in (settings or {}).items() if name in own}
    return load(out, inventory=inventory, settings=given)


def _changes(settings: Mapping[str, object] | None) -> list[str]:
    """Settings as the command line writes them."""
    return [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in (settings or {}).items()
    ]


@checked
def load(
    folder: str | Path,
    *,
    task: str | TaskSpec | None = None,
    inventory: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
) -> TrainedModel:
    """The trained system in a folder; ``inventory`` for systems that choose among glosses.

    Addresses, keys and places outside the folder that its card may name are not obeyed; who runs a system that asks an
    endpoint gives them as ``settings``, such as ``{"base_url": "http://localhost:8000/v1"}``.

    >>> import pingce, tempfile
    >>> texts = ["小王从桌子上拿起一本旧书。", "船在天亮之前开出了港口。", "孩子们跑进了院子里。"]
    >>> rows = [{"qid": str(i), "context": text, "judge": 1} for i, text in enumerate(texts)]
    >>> folder = tempfile.mkdtemp() + "/model"
    >>> _ = pingce.train("space2022/task1", "majority", rows, out=folder)
    >>> pingce.load(folder).card.system
    'majority'
    """
    from pingce.formats.load import load_inventory
    from pingce.systems.learning.crf_trial import try_fields
    from pingce.systems.train import given_for, load_model

    path = Path(folder)
    try_fields(path)
    glosses = None if inventory is None else load_inventory(str(inventory))
    given = given_for(path, _changes(settings))
    system, card, spec = load_model(path, task=None if task is None else as_task(task), inventory=glosses, given=given)
    return TrainedModel(path, spec, card, system)


@checked
def predict(model: TrainedModel | str | Path, source: DataSource) -> PredictedData:
    """Answers of a model, or of the one in a folder, to the items of a source.

    What comes back can be scored as it is: ``pingce.score(task, pingce.predict(model, questions), gold)``.

    >>> import pingce, tempfile
    >>> texts = ["小王从桌子上拿起一本旧书。", "船在天亮之前开出了港口。", "孩子们跑进了院子里。"]
    >>> rows = [{"qid": str(i), "context": text, "judge": 1} for i, text in enumerate(texts)]
    >>> model = pingce.train("space2022/task1", "majority", rows, out=tempfile.mkdtemp() + "/model")
    >>> pingce.predict(model, [{"qid": "9", "context": "猫在桌子上。"}]).answers["9"]["judge"]
    '1'
    """
    from pingce.systems.interface import NoProgress
    from pingce.systems.stored import StoredModel

    asked = model if isinstance(model, TrainedModel) else load(model)
    items: dict[str, Item] = dict(read(asked.task, source).items)
    predictions = StoredModel(asked.folder, asked.system).predict(list(items.values()), NoProgress())
    details = dict(zip(items, predictions, strict=True))
    return PredictedData(
        asked.task, items, {key: prediction.answer for key, prediction in details.items()}, details=details
    )
