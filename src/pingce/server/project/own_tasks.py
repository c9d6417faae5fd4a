"""Own tasks of the folder a server works in: those of the benchmark it is, and those that its packs carry along."""

from collections.abc import Iterator

from pingce.flow.layout import packs
from pingce.formats.taskfile.places import BENCHMARK, CarriedTasks, benchmark_tasks
from pingce.tasks.own import OwnTask, TaskListing, TaskPlace

from .project import Project


class ProjectTasks:
    """As the folder is now: whoever changes a description need not start the server again."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def find(self, task_id: str) -> OwnTask | None:
        return next((own for place in self._places() if (own := place.find(task_id)) is not None), None)

    def listed(self) -> TaskListing:
        listings = [place.listed() for place in self._places()]
        return TaskListing(
            tuple(own for listing in listings for own in listing.tasks),
            tuple(problem for listing in listings for problem in listing.problems),
        )

    def _places(self) -> Iterator[TaskPlace]:
        folder = self.project.folder
        if folder is None:
            return
        if (folder / BENCHMARK).is_file():
            yield benchmark_tasks(folder)
        yield CarriedTasks(packs(folder))
