"""Forms: which there are, and that they fit the tasks whose data they make."""

import pytest

from pingce.annotate.forms import FORMS, PLAIN, Form, form_of
from pingce.spec.errors import UserError
from pingce.spec.shapes import Choice
from pingce.tasks.catalog import TASKS

EVERY = [*FORMS.values(), *PLAIN.values()]


def test_the_forms_there_are() -> None:
    assert {form.id: form.task.id for form in FORMS.values()} == {
        "space-rating": "space2022/task1",
        "space-attribution": "space2022/task2",
        "space-step": "space2022/task3",
        "space-anomaly": "space2023/task1",
        "space-scene": "space2023/task3",
        "wsd": "wsd/senses",
        "explanation-rating": "space2023/task3",
        "clean-passages": "space2022/task1",
        "clean-sentences": "wsd/senses",
        "word-vote": "wsd/senses",
    }


@pytest.mark.parametrize("task_id", TASKS)
def test_every_task_has_the_form_of_its_public_answer(task_id: str) -> None:
    form = form_of(task_id)
    expected = [field.key for field in TASKS[task_id].public_answer]
    assert [field.key for field in form.fields] == [*expected, "comment"]


def test_an_unknown_form_is_a_mistake_of_the_user() -> None:
    with pytest.raises(UserError, match="There is no task 'space-ratings'"):
        form_of("space-ratings")


@pytest.mark.parametrize("form", EVERY, ids=lambda form: form.id)
def test_names_and_keys_are_unique_and_conditions_name_labels_of_choices(form: Form) -> None:
    assert len(form.by_name) == len(form.by_key) == len(form.fields)
    for conditions in (form.drops, *(field.shown_if for field in form.fields)):
        for name, labels in conditions.items():
            shape = form.by_name[name].shape
            assert isinstance(shape, Choice)
            assert set(labels) <= set(shape.labels)


@pytest.mark.parametrize("form", EVERY, ids=lambda form: form.id)
def test_a_field_of_the_task_keeps_its_key_and_shape(form: Form) -> None:
    for answer in form.task.answer:
        if answer.name in form.by_name:
            field = form.by_name[answer.name]
            assert (field.key, field.shape) == (answer.key, answer.shape)
