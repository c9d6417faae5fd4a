"""SCoRE2026: commonsense reasoning about space, time, nature and people."""
