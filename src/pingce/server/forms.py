"""Campaigns, forms and rules as the browser wants them: services know names, pages need words."""

from typing import cast

from pingce.annotate.describe import describe
from pingce.annotate.forms import form_of
from pingce.annotate.rules import RULES, changeable
from pingce.annotate.services.campaign_views import CampaignDetail
from pingce.annotate.settings import PRESETS, REASONS, settings_json
from pingce.spec.problem import CODES
from pingce.spec.task import TaskSpec

from .schemas.campaigns import CampaignBrief, CampaignView, PresetView, ReasonView, RuleLevel, RuleView
from .schemas.forms import FormView
from .schemas.tasks import TaskView


def presets() -> list[PresetView]:
    return [
        PresetView(
            name=preset.name,
            title=preset.title,
            form=preset.name,
            task=form_of(preset.name).task.id,
            settings=settings_json(preset.settings),
        )
        for preset in PRESETS.values()
    ]


def campaign_view(detail: CampaignDetail) -> CampaignView:
    form = form_of(detail.brief.form)
    return CampaignView(
        **CampaignBrief.model_validate(detail.brief).model_dump(),
        settings=detail.settings,
        form_description=FormView.model_validate(describe(form)),
        rules=_rules(form.id, detail),
        counts=dict(detail.counts),
        frozen=list(detail.frozen),
        reasons=[ReasonView(code=code, title=words) for code, words in REASONS.items()],
    )


def _rules(form: str, detail: CampaignDetail) -> list[RuleView]:
    """Rules that a campaign can set, and structural warnings, which are rules to people."""
    return [
        RuleView(
            name=name,
            level=cast("RuleLevel", detail.rules.get(name, default)),
            default=default,
            message=RULES[name].message if name in RULES else CODES[name].title,
        )
        for name, default in changeable(form).items()
    ]


def task_view(task: TaskSpec) -> TaskView:
    """A subtask with its own answer as a form."""
    return TaskView(
        id=task.id,
        title=task.title,
        summary=task.summary,
        number=".".join(task.rank_by),
        form=FormView.model_validate(describe(form_of(task.id))),
    )
