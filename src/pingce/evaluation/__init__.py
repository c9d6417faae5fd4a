"""From files to scores: above the formats, below the stages, which all score."""
