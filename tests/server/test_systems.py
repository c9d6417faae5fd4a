"""What the systems were measured to be worth, as pages ask for it."""

from pingce.quality.tiers.rules import load_rules, presets
from pingce.systems.catalog import SYSTEMS
from pingce.systems.measured import best_row
from pingce.tasks.catalog import TASKS

from .builders import Clients


def test_every_system_stands_under_its_tasks_with_a_score_or_none(clients: Clients) -> None:
    tasks = {task["id"]: task for task in clients.anonymous().get("/api/systems").json()}
    listed = {(task["id"], system["name"]) for task in tasks.values() for system in task["systems"]}
    assert listed == {(task, name) for name, entry in SYSTEMS.items() if name != "llm" for task in entry.tasks}
    spans = {system["name"]: system for system in tasks["space2022/task2"]["systems"]}
    best = best_row("span-tagger", "space2022/task2")
    assert best is not None
    assert spans["span-tagger"]["score"] == best.score
    assert spans["span-tagger"]["settings"] == list(best.settings)
    unmeasured = [system for task in tasks.values() for system in task["systems"] if system["score"] is None]
    assert all(best_row(system["name"], "space2025/rse") is None for system in unmeasured)


def test_every_number_of_every_task_is_called_by_words(clients: Clients) -> None:
    said = clients.anonymous().get("/api/measures").json()
    numbers = {
        (measure, number)
        for task in TASKS.values()
        for measures in (task.measures, task.page_measures or {})
        for measure, each in measures.items()
        for number in each.combine([0.0] * len(each.columns), 0)
    }
    assert ("accuracy", "accuracy") in numbers
    unnamed = {pair for pair in numbers if pair[0] not in said["measures"] or pair[1] not in said["numbers"]}
    assert unnamed == set()
    assert said["numbers"]["accuracy"] == {"zh": "准确率", "en": "accuracy"}


def test_every_tier_and_rule_that_comes_with_the_program_is_called_by_words(clients: Clients) -> None:
    said = clients.anonymous().get("/api/tiers").json()
    ready = {task_id: load_rules(task_id.replace("/", "-")) for task_id in said}
    assert len(ready) == len(presets())
    for task_id, rules in ready.items():
        assert set(said[task_id]["tiers"]) == {tier.name for tier in rules.tiers}
        assert set(said[task_id]["rules"]) == {rule.name for rule in rules.rules}
    assert said["space2022/task1"]["tiers"]["near"] == {
        "zh": "相邻，可复审",
        "en": "neighbouring ratings; worth a review",
    }
    assert said["space2022/task1"]["rules"]["apart"] == {"zh": "评级不相邻", "en": "ratings further apart"}


def test_published_scores_stand_beside_and_the_best_comes_first(clients: Clients) -> None:
    tasks = {task["id"]: task for task in clients.anonymous().get("/api/systems").json()}
    published = tasks["space2022/task1"]["published"]
    assert {row["who"]: row["value"] for row in published}["为章岳来"] == 0.7992
    for task in tasks.values():
        compared = [system["compared_by"] or 0.0 for system in task["systems"]]
        assert compared == sorted(compared, reverse=True)
