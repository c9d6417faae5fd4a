"""Campaigns, forms and rules as the browser wants them: services know names, pages need words.

What needs the words of forms and rules and the numbers of a campaign at once; pure conversions, no database.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import cast

from pingce.annotate.describe import can_arise, describe, reasons_for
from pingce.annotate.forms import Form, form_of, plain_form
from pingce.annotate.items import Json
from pingce.annotate.rules import RULES, Setting, changeable
from pingce.annotate.services.campaign_views import CampaignBrief, CampaignDetail
from pingce.annotate.settings import OWN, PRESETS, settings_json
from pingce.spec.problem import CODES
from pingce.spec.task import TaskSpec
from pingce.tasks.own import list_own

from .schemas.campaigns import PresetView, ReasonView, RuleView
from .schemas.forms import FormView
from .schemas.tasks import TaskView


@dataclass(frozen=True, kw_only=True)
class CampaignView(CampaignBrief):
    """A campaign with all its page needs: settings, form, rules, counts."""

    settings: Json
    """Rates of audits and controls only for builders."""
    form_description: FormView
    rules: list[RuleView]
    counts: Mapping[str, int]
    """Items by state; for annotators none."""
    frozen: tuple[str, ...]
    """Names of settings that cannot change any more, because items are laid out by them."""
    reasons: list[ReasonView]


def presets() -> list[PresetView]:
    """The published flows, and for every task of one's own the flow for such tasks."""
    own = [
        PresetView(
            name=OWN.name,
            title=entry.task.title,
            form=entry.task.id,
            task=entry.task.id,
            settings=settings_json(OWN.settings),
        )
        for entry in list_own().tasks
    ]
    published = [
        PresetView(
            name=preset.name,
            title=preset.title,
            form=preset.form_id,
            task=form_of(preset.form_id).task.id,
            settings=settings_json(preset.settings),
        )
        for preset in PRESETS.values()
    ]
    return published + own


def campaign_view(detail: CampaignDetail) -> CampaignView:
    """A campaign with the description of its form, as the API serves it."""
    form = form_of(detail.brief.form)
    return CampaignView(
        **asdict(detail.brief),
        settings=detail.settings,
        form_description=FormView.model_validate(describe(form)),
        rules=_rules(form, detail),
        counts=detail.counts,
        frozen=detail.frozen,
        reasons=[ReasonView(code=code, title=words) for code, words in reasons_for(form).items()],
    )


def _rules(form: Form, detail: CampaignDetail) -> list[RuleView]:
    """Rules that a campaign can set, and structural warnings, which are rules to people."""
    return [
        RuleView(
            name=name,
            level=cast("Setting", detail.rules.get(name, default)),
            default=default,
            message=RULES[name].message if name in RULES else CODES[name].title,
        )
        for name, default in changeable(form.id).items()
        if name in RULES or name in detail.rules or can_arise(form, name)
    ]


def task_view(task: TaskSpec) -> TaskView:
    """A subtask with its own answer as a form."""
    return TaskView(
        id=task.id,
        title=task.title,
        summary=task.summary,
        number=".".join(task.rank_by),
        rules=list(task.rule_sets),
        form=FormView.model_validate(describe(plain_form(task))),
    )
