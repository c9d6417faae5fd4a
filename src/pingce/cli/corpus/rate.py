"""How fast it goes, beside a progress bar. Imported only when a bar is shown."""

from typing import Literal

from rich.filesize import decimal
from rich.progress import ProgressColumn, Task
from rich.text import Text


class RateColumn(ProgressColumn):
    """A column of rich's progress bar: bytes or items per second."""

    def __init__(self, unit: Literal["bytes", "items"]) -> None:
        super().__init__()
        self.unit = unit

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if speed is None:
            return Text("")
        amount = decimal(int(speed)) if self.unit == "bytes" else f"{speed:,.1f}"
        return Text(f"{amount}/s")
