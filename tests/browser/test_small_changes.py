"""A full page stays quick: a key changes a small part of it, 20 tuples on a text of 256 characters.

How long it takes depends on the machine, so what is counted are the places of the page that a key touches. Run with
``-s`` it also tells the CPU time of each key.
"""

from statistics import median

from playwright.sync_api import CDPSession, expect

from pingce.annotate.items import NewItem
from pingce.annotate.services import jobs
from pingce.store.database import transaction

from .conftest import Visit
from .pages import Desk
from .site import Answer, Stage

TEXT = ("奶奶把竹椅放在院子中间的枣树下，小猫从墙头跳到椅子旁边，又钻到桌子底下。" * 8)[:256]
ROUNDS = 5
WALK = ["ArrowRight", "Shift+ArrowRight", ".", "Enter", "]", "[", "Backspace", "Escape"]
COUNT_OF_TUPLES = 20
MOST_CHANGES = 20 * 18
"""A page that shows every slot of every tuple anew touches more."""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
COUNT = """() => {
  window.changes = 0
  const everything = { attributes: true, characterData: true, childList: true, subtree: true }
  new MutationObserver((records) => { window.changes += records.length }).observe(document.body, everything)
}"""


def tuples(count: int) -> Answer:
    rows = []
    for i in range(count):
        start = 10 * i
        row: list[object] = [None] * 18
        for slot, (first, last) in {0: (0, 2), 2: (3, 4), 7: (4, 8)}.items():
            idxes = list(range(start + first, start + last))
            row[slot] = {"text": "".join(TEXT[i] for i in idxes), "idxes": idxes}
        rows.append(row)
    return {"outputs": rows}


def cpu_seconds(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    seconds: float = next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
    return seconds


def changes_by_key(stage: Stage, visit: Visit, count: int) -> dict[str, int]:
    """How many places of the page each key changes: the fewest of a few times.

    What an earlier key set going (a check, a saved draft) may arrive late on a busy machine and only ever adds.
    """
    stage.open("space-step", [NewItem(f"q{count}", {"text": TEXT})], settings={"answers": 1})
    job = stage.take("li")
    with transaction(stage.engine) as db:
        jobs.save_draft(db, stage.people["li"], job.job, tuples(count), version=job.version, at=stage.now)
    desk = Desk(visit("li", f"/work/{stage.campaign}"))
    expect(desk.page.locator(".tuple-row")).to_have_count(count)
    session = desk.page.context.new_cdp_session(desk.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    desk.page.evaluate(COUNT)
    changes: dict[str, list[int]] = {key: [] for key in WALK}
    times: dict[str, list[float]] = {key: [] for key in WALK}
    for _ in range(ROUNDS):
        for key in WALK:
            desk.page.evaluate(SETTLED)
            before, began = desk.page.evaluate("window.changes"), cpu_seconds(session)
            desk.press(key)
            desk.page.evaluate(SETTLED)
            changes[key].append(desk.page.evaluate("window.changes") - before)
            times[key].append(cpu_seconds(session) - began)
    shown = ", ".join(f"{key} {min(changes[key])} ({1000 * median(times[key]):.0f} ms)" for key in WALK)
    print(f"\n{count} tuples, 256 characters; changes per key (CPU time): {shown}")  # noqa: T201
    return {key: min(counts) for key, counts in changes.items()}


def test_a_key_changes_a_small_part_of_a_page_with_twenty_tuples(stage: Stage, visit: Visit) -> None:
    assert len(TEXT) == 256
    changes = changes_by_key(stage, visit, COUNT_OF_TUPLES)
    assert 0 < max(changes.values()) < MOST_CHANGES
    assert max(changes[key] for key in ("ArrowRight", "Shift+ArrowRight", ".", "Escape")) < COUNT_OF_TUPLES
