"""Changed model folders whose checksums are right: one message or right answers, and nobody is asked anything.

``python -m tests.systems.test_folder_fuzz COUNT SEED`` tries more of them by hand.
"""

import json
import random
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pingce.formats.check import check_file
from pingce.spec.errors import UserError
from pingce.systems.interface import NoProgress
from pingce.systems.predict import predict_file
from pingce.tasks.catalog import find_task

from .mutants import mutate_folder
from .runs import EXAMPLES, run
from .senses import data as words
from .tiny import tiny_encoder, tiny_masked_model

A_FEW = 6
SPACE = EXAMPLES / "space2022"


class Trial(NamedTuple):
    """A system, what it is trained with, what it is asked."""

    system: str
    task: str
    train: Path
    questions: Path
    encoder: str = ""
    """The kind it starts from."""
    changes: tuple[str, ...] = ()


def judging(system: str, encoder: str = "", *changes: str) -> Trial:
    return Trial(
        system, "space2022/task1", SPACE / "task1_train.jsonl", SPACE / "task1_dev_input.jsonl", encoder, changes
    )


def of_task(system: str, number: int, encoder: str = "", *changes: str) -> Trial:
    train, questions = SPACE / f"task{number}_train.jsonl", SPACE / f"task{number}_dev_input.jsonl"
    return Trial(system, f"space2022/task{number}", train, questions, encoder, changes)


def of_senses(system: str, encoder: str = "", *changes: str) -> Trial:
    return Trial(system, "wsd/senses", Path(), Path(), encoder, changes)


TRIALS = (
    judging("majority"),
    judging("linear"),
    judging("replacement"),
    judging("replacement-lm", "masked"),
    judging("encoder", "encoder", "epochs=1"),
    of_task("span-crf", 2),
    of_task("span-tagger", 2, "encoder", "epochs=1"),
    of_task("tuple-crf", 3),
    of_task("tuple-place", 3, "encoder", "epochs=1"),
    of_senses("mfs"),
    of_senses("gloss-overlap"),
    of_senses("glossbert", "words", "epochs=1"),
    of_senses("bem", "words", "epochs=1"),
)
QUICK = [trial for trial in TRIALS if trial.system not in {"replacement-lm", "span-tagger", "tuple-place", "bem"}]


class Kitchen:
    """Where tiny models are trained and changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines = words.write_lines(folder / "senses.txt")
        self.inventory = folder / "inventory.json"
        self.inventory.write_text(json.dumps(words.INVENTORY, ensure_ascii=False), encoding="utf-8")

    def encoder(self, kind: str) -> Path | None:
        if not kind:
            return None
        folder = self.folder / kind
        if not folder.exists():
            lines = (SPACE / "task1_train.jsonl").read_text(encoding="utf-8").splitlines()
            texts = [json.loads(line)["context"] for line in lines]
            if kind == "words":
                words.tiny(folder)
            else:
                (tiny_encoder if kind == "encoder" else tiny_masked_model)(folder, texts)
        return folder

    def train(self, trial: Trial) -> Path:
        out = self.folder / "trained" / trial.system
        of_senses = trial.task == "wsd/senses"
        run(
            trial.task,
            trial.system,
            out,
            *trial.changes,
            encoder=self.encoder(trial.encoder),
            train=self.lines if of_senses else trial.train,
            inventory=self.inventory if of_senses else None,
        )
        return out

    def ask(self, trial: Trial, folder: Path) -> bool:
        """Whether it answered; otherwise it said in one message why not."""
        out, scores = self.folder / "answers.jsonl", self.folder / "scores.jsonl"
        questions = self.lines if trial.task == "wsd/senses" else trial.questions
        try:
            predict_file(folder, str(questions), out, NoProgress(), scores=scores)
        except UserError as told:
            message = told.say("zh")
            assert len(message.splitlines()) == 1
            return False
        problems = check_file(find_task(trial.task), str(out)).findings.problems
        assert [problem for problem in problems if problem.level == "error"] == []
        assert not {"NaN", "Infinity"} & set(scores.read_text(encoding="utf-8").replace(",", " ").split())
        return True

    def try_mutants(self, trial: Trial, count: int, seed: int) -> Iterator[tuple[str, bool]]:
        """What was changed, and whether there was an answer."""
        model, mutant = self.train(trial), self.folder / "mutant"
        assert self.ask(trial, model)
        for number in range(count):
            shutil.rmtree(mutant, ignore_errors=True)
            shutil.copytree(model, mutant)
            changed = mutate_folder(mutant, random.Random(f"{seed} {trial.system} {number}"))
            try:
                yield changed, self.ask(trial, mutant)
            except Exception as problem:
                problem.add_note(f"mutant {number} of {trial.system}, seed {seed}: {changed}")
                raise


def refuse_to_connect(*_: Any) -> None:
    raise AssertionError("a model folder made somebody connect")


@pytest.mark.parametrize("trial", QUICK, ids=lambda trial: trial.system)
def test_changed_folders_end_in_a_message_or_in_answers(
    trial: Trial, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket.socket, "connect", refuse_to_connect)
    ends = [answered for _, answered in Kitchen(tmp_path).try_mutants(trial, A_FEW, seed=1)]
    assert len(ends) == A_FEW
    assert not all(ends)


def main(count: int, seed: int) -> None:
    socket.socket.connect = refuse_to_connect  # type: ignore[method-assign]
    total = answers = 0
    with tempfile.TemporaryDirectory() as folder:
        kitchen = Kitchen(Path(folder))
        for trial in TRIALS:
            ends = [answered for _, answered in kitchen.try_mutants(trial, count, seed)]
            total, answers = total + len(ends), answers + sum(ends)
            sys.stdout.write(f"{trial.system}: {sum(ends)} answers, {len(ends) - sum(ends)} messages\n")
            sys.stdout.flush()
    sys.stdout.write(f"{total} folders, {answers} answered, {total - answers} told to be damaged\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
