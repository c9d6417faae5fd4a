"""Progress and figures of a campaign."""

from .common import Out


class RateView(Out):
    """`part` of `whole`; `share` null where there is nothing yet."""

    part: float
    whole: int
    share: float | None


class AgreementView(Out):
    """Over pairs of answers to the same item."""

    test: RateView
    """By the campaign's own test."""
    levels: dict[str, RateView]
    """strict, binary, loose for ratings; exact otherwise."""
    likeness: float | None


class PersonFigures(Out):
    user: int
    name: str
    answers: int
    median_seconds: float | None
    agreement: RateView
    accuracy: RateView
    """Of first answers against what was decided."""
    passed: RateView
    first_passed: RateView
    appeals: int
    upheld: int
    controls: RateView


class FiguresView(Out):
    answers: int
    median_seconds: float | None
    mean_seconds: float | None
    agreement: AgreementView
    """Of first answers, so independent ones."""
    agreement_now: AgreementView
    """After corrections."""
    before_gate: AgreementView
    after_gate: AgreementView
    before_feedback: AgreementView
    """Both had not yet heard a reviewer's word."""
    after_feedback: AgreementView
    accuracy: RateView
    passed: RateView
    """通过率: of audited answers, those whose last verdict lets them stay."""
    first_passed: RateView
    """初通率: of audited answers, those accepted at the first look and never touched again."""
    appealed: RateView
    upheld: RateView
    controls: RateView
    people: list[PersonFigures]
