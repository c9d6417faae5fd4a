"""pingce (评测): from raw Chinese text to leaderboard."""

__version__ = "0.1.0"
