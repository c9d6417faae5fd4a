"""Which task the output of a stage belongs to."""

from pingce.annotate.forms import form_of

from .benchmark import Benchmark, RecipeStage
from .plan import campaign_stage


def task_of(benchmark: Benchmark, stage: RecipeStage) -> str:
    """The task of an export: that of its campaign's form."""
    settings = campaign_stage(benchmark, stage).settings
    return form_of(str(settings.get("form", settings.get("preset")))).task.id
