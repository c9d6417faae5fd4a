"""Where the browser is, if there is one."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without windows of its own: the same pages for half the CPU time."""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
