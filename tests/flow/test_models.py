"""Models of a benchmark: grids of settings, cards, deleting with what goes along, and endpoints of language models."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pingce.flow.benchmark import Benchmark, open_benchmark
from pingce.flow.endpoints import ENDPOINTS_VARIABLE, endpoints, find_endpoint
from pingce.flow.make import Maker
from pingce.flow.models import add_grid, check_grid, model_removal, remove_model, trained_models
from pingce.flow.result_pages import read_pages
from pingce.flow.runs import runs_of
from pingce.spec.errors import UserError
from pingce.store.database import reading, transaction
from pingce.store.errors import Conflict

from ..systems.llm.endpoint import Say, Script, Server, in_turn
from .benchmarks import packable
from .people import edit, inhabited

ASKING = """\
[[stages]]
name = "asked"
run = "train"
from = ["pack"]
settings = { task = "space2022/task1", system = "llm", endpoint = "house" }
[[stages]]
name = "replies"
run = "predict"
from = ["asked"]
"""


@pytest.fixture
def benchmark(tmp_path: Path) -> Benchmark:
    """Its one model is of the system that needs least."""
    folder = packable(tmp_path / "b", encoder=False)
    text = (folder / "benchmark.toml").read_text(encoding="utf-8")
    before, _, rest = text.partition('[[stages]]\nname = "encoder"')
    after = rest[rest.index("[[stages]]") :]
    (folder / "benchmark.toml").write_text(before + after, encoding="utf-8")
    edit(folder, ('system = "linear"', 'system = "majority"'))
    return open_benchmark(folder)


def test_a_grid_becomes_steps_that_are_added_once(benchmark: Benchmark) -> None:
    edit(benchmark.folder, ('system = "majority"', 'system = "linear"'))
    folder = benchmark.folder
    grid: dict[str, Sequence[object]] = {"seed": [0, 1], "c": [0.5, 1.0]}
    with pytest.raises(UserError) as refused:
        check_grid(folder, "linear", {"c": [0.5], "depth": [3]})
    assert "depth" in refused.value.say("zh")
    changed, names = add_grid(open_benchmark(folder), "linear", grid)
    assert names == ["linear-1", "linear-2", "linear-3", "linear-4"]
    assert changed.stage("linear-3").settings["seed"] == 1
    assert changed.stage("linear-3").settings["settings"] == {"c": 0.5}
    assert open_benchmark(folder).stages == changed.stages
    assert add_grid(changed, "linear", grid)[1] == []
    assert add_grid(changed, "linear", {"seed": [1, 2], "c": [1.0]})[1] == ["linear-5"]
    for seeds in (range(25), ()):
        with pytest.raises(UserError):
            add_grid(changed, "linear", {"seed": seeds})
    with pytest.raises(UserError):
        add_grid(changed, "pack", {"seed": [1]})


def test_a_model_has_its_card_and_goes_with_what_was_made_with_it(benchmark: Benchmark) -> None:
    with inhabited(benchmark.folder) as world:
        maker = world.maker
        with reading(maker.database) as db:
            (model,) = trained_models(db, maker.benchmark, maker.id)
        assert (model.trained, model.dev, model.run) == (False, {}, None)
        maker.make()
        with reading(maker.database) as db:
            (model,) = trained_models(db, maker.benchmark, maker.id)
        assert (model.stage, model.system, model.trained) == ("linear", "majority", True)
        assert 0 <= model.dev[model.rank] <= 1
        assert model.bytes > 0
        assert model.train_items
        preview = model_removal(maker.benchmark, "linear")
        assert (list(preview.stages), preview.refused) == (["linear", "answers", "scores"], None)
        with transaction(maker.database) as db:
            changed = remove_model(db, maker.benchmark, maker.id, "linear")
        assert [stage.name for stage in changed.stages][-1] == "pack"
        assert [path for name in ("models", "answers", "scores") for path in (benchmark.folder / name).iterdir()] == []
        assert (benchmark.folder / "packs" / "pack").is_dir()
        with reading(maker.database) as db:
            assert any(run.stage == "linear" for run in runs_of(db, maker.id)), "what was done stays known"


def test_a_model_that_a_competition_relies_on_stays(benchmark: Benchmark) -> None:
    path = benchmark.folder / "benchmark.toml"
    contest = '\n[[stages]]\nname = "contest"\nrun = "competition"\nfrom = ["pack", "answers"]\nsettings.title = "x"\n'
    path.write_text(path.read_text(encoding="utf-8") + contest, encoding="utf-8")
    relied_on = open_benchmark(benchmark.folder)
    refused = model_removal(relied_on, "linear").refused
    assert refused is not None
    assert "contest" in refused.zh
    with inhabited(benchmark.folder) as world:
        maker = world.maker
        with transaction(maker.database) as db, pytest.raises(Conflict):
            remove_model(db, relied_on, maker.id, "linear")
    assert open_benchmark(benchmark.folder).stages == relied_on.stages


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "*")
    server = Server(Script(in_turn(Say('{"judge": 1}'))))
    yield server
    server.stop()


def test_a_language_model_is_asked_by_a_name_and_its_cost_is_told(
    benchmark: Benchmark, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = benchmark.folder / "benchmark.toml"
    path.write_text(path.read_text(encoding="utf-8") + ASKING, encoding="utf-8")
    named = tmp_path / "endpoints.toml"
    lines = [
        "[house]",
        f'base_url = "{server.url}"',
        'model = "house-model"',
        'key_env = "HOUSE_KEY"',
        f'cache = "{(tmp_path / "cache").as_posix()}"',
        "price_in = 1000000",
    ]
    named.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setenv("HOUSE_KEY", "secret-key")
    with inhabited(benchmark.folder) as world:
        maker: Maker = world.maker
        with pytest.raises(UserError, match="house"):
            maker.make("replies")
        monkeypatch.setenv(ENDPOINTS_VARIABLE, str(named))
        run = maker.make("replies").runs[-1]
        with reading(maker.database) as db:
            models = {model.stage: model for model in trained_models(db, maker.benchmark, maker.id)}
        cost = models["asked"].cost
        (page,) = read_pages(maker.benchmark, run)
    assert server.script.bodies[0]["model"] == "house-model"
    assert "secret-key" in str(server.script.headers[0])
    assert cost
    assert cost > 0
    assert page["hero"]["value"] == f"{cost:.4f}"
    for file in benchmark.folder.rglob("*"):
        if file.is_file() and file.suffix != ".db":
            content = file.read_bytes()
            assert b"secret-key" not in content
            assert server.url.encode() not in content


def test_endpoints_are_what_the_administrator_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENDPOINTS_VARIABLE, raising=False)
    assert endpoints() == {}
    named = tmp_path / "endpoints.toml"
    monkeypatch.setenv(ENDPOINTS_VARIABLE, str(named))
    named.write_text('[a]\nbase_url = 3\nkey = "x"\nprice_in = "much"\nworkers = -1\n', encoding="utf-8")
    with pytest.raises(UserError) as refused:
        endpoints()
    told = refused.value.say("en")
    assert all(f"a.{key}" in told for key in ("base_url", "model", "key", "price_in", "workers"))
    named.write_text('[a]\nbase_url = "http://127.0.0.1:1/v1"\nmodel = "m"\n', encoding="utf-8")
    assert find_endpoint("a").run_time_changes() == ("base_url=http://127.0.0.1:1/v1",)
    with pytest.raises(UserError, match="b"):
        find_endpoint("b")


def test_a_system_that_asks_nobody_takes_no_endpoint(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "endpoints.toml"
    named.write_text('[house]\nbase_url = "http://127.0.0.1:1/v1"\nmodel = "m"\n', encoding="utf-8")
    monkeypatch.setenv(ENDPOINTS_VARIABLE, str(named))
    edit(benchmark.folder, ('system = "majority"', 'system = "majority", endpoint = "house"'))
    with inhabited(benchmark.folder) as world, pytest.raises(UserError) as refused:
        world.maker.make("linear")
    assert refused.value.code == "asks-nobody"
