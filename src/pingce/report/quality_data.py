"""Pages about data sets as parts of the quality report."""

from .quality import Section
from .sections import Page, shown


def data_section(name: str, page: Page) -> Section:
    """A page that can stand alone, as one part of another."""
    return Section(name, page.title, "quality_data.html", shown(page))
