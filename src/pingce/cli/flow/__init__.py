"""Commands that work on a benchmark as a whole: ``pingce make``, ``pingce runs``."""
