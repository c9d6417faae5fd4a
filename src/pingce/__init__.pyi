"""The public surface for type checkers; ``__init__.py`` says where it comes from when it runs."""

from pingce.library.benchmarks import Benchmark as Benchmark
from pingce.library.client import Client as Client
from pingce.library.client import client as client
from pingce.library.data import Data as Data
from pingce.library.data import check as check
from pingce.library.data import read as read
from pingce.library.language import set_language as set_language
from pingce.library.models import TrainedModel as TrainedModel
from pingce.library.models import load as load
from pingce.library.models import predict as predict
from pingce.library.models import train as train
from pingce.library.reasoning import generate as generate
from pingce.library.reasoning import prove as prove
from pingce.library.scores import Comparisons as Comparisons
from pingce.library.scores import Score as Score
from pingce.library.scores import compare as compare
from pingce.library.scores import score as score
from pingce.library.stages import agreement as agreement
from pingce.library.stages import leaks as leaks
from pingce.library.stages import replace as replace
from pingce.library.stages import split as split
from pingce.library.stages import tag as tag
from pingce.library.tasks import example as example
from pingce.library.tasks import list_tasks as list_tasks
from pingce.library.tasks import task as task
from pingce.spec.errors import UserError as UserError

__version__: str
__all__: list[str]

_FORMER: dict[str, tuple[str, str]]
