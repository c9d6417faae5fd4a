"""SpaCE2025 spr-zh: who sits, stands or lies where, in Chinese."""

from pingce.spec.words import Words

from .shared import spatial_reasoning

TASK = spatial_reasoning("spr-zh", Words("中文", "Chinese"))
