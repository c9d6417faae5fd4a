"""Which task the output of a stage belongs to."""

from pingce.annotate.forms import form_of
from pingce.annotate.settings import PRESETS

from .benchmark import Benchmark, RecipeStage
from .plan import campaign_stage


def task_of(benchmark: Benchmark, stage: RecipeStage) -> str:
    """The task of an export: that of its campaign's form."""
    settings = campaign_stage(benchmark, stage).settings
    form, preset = settings.get("form"), PRESETS.get(str(settings.get("preset")))
    return form_of(str(form or (preset.form_id if preset else settings.get("preset")))).task.id
