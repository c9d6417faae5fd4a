"""What a stage leaves in the folder, by the paths that later stages and ``run.json`` name."""

from pathlib import Path

from pingce.formats.provenance import sidecar_of

from .benchmark import Benchmark, RecipeStage

RUN_FILE = ".run.json"


def output_files(benchmark: Benchmark, stage: RecipeStage) -> list[str]:
    """Files and folders, as seen from the benchmark's folder."""
    main = stage.output
    match stage.kind.name:
        case "export":
            return [main, _relative(benchmark, sidecar_of(benchmark.folder / main))]
        case "score":
            return [main, main.removesuffix(".json") + ".rows.jsonl"]
        case "board":
            return [main, main.removesuffix(".csv") + ".json"]
        case _:
            return [main]


def run_file(benchmark: Benchmark, stage: RecipeStage) -> Path:
    """Beside the output: for file and folder alike named after the stage."""
    return benchmark.output(stage).with_name(stage.name + RUN_FILE)


def _relative(benchmark: Benchmark, path: Path) -> str:
    return path.relative_to(benchmark.folder).as_posix()
