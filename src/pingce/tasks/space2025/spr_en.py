"""SpaCE2025 spr-en: who sits, stands or lies where, in English."""

from pingce.spec.words import Words

from .shared import spatial_reasoning

TASK = spatial_reasoning("spr-en", Words("英文", "English"))
