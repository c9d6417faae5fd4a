"""Croissant metadata (MLCommons, version 1.1): files with checksums, and the plain columns of every JSONL file.

What people said about how the data came to be (``[responsible]`` of ``release.toml``) stands there in the fields of the
vocabulary for responsible AI.
"""

import json
from pathlib import Path
from typing import assert_never

from pingce.formats.checksum import file_sha256
from pingce.spec.shapes import Choice, FragmentSets, FreeText, ListOf, Options, SenseChoice, Shape
from pingce.spec.task import TaskSpec
from pingce.tasks.catalog import find_task

from ..manifest import ReleaseFile, ReleaseManifest
from .about import RESPONSIBLE, About

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

VERSION, RESPONSIBLE_VERSION = "http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"
FORMATS = {
    ".jsonl": "application/jsonlines",
    ".json": "application/json",
    ".txt": "text/plain",
    ".html": "text/html",
    ".md": "text/markdown",
    ".csv": "text/csv",
}
CONTEXT: dict[str, Json] = {
    "@language": "zh",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def croissant(about: About, manifest: ReleaseManifest, folder: Path) -> dict[str, Json]:
    """The description of a folder whose data files are written."""
    described: dict[str, Json] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION if not about.responsible else [VERSION, RESPONSIBLE_VERSION],
        "name": about.name,
        "alternateName": about.title.zh,
        "description": f"{about.description.zh}\n{about.description.en}",
        "license": about.licence,
        "url": about.url,
        "version": manifest.version,
        "datePublished": about.date.isoformat(),
        "inLanguage": "zh",
        "creator": [{"@type": "sc:Organization", "name": name} for name in about.creators],
        "citeAs": about.citation or f"{', '.join(about.creators)} ({about.date.year}): {about.title.en}",
        "distribution": [_file_object(file, folder) for file in manifest.files],
        "recordSet": [
            _record_set(file, folder)
            for file in manifest.files
            if file.path.endswith(".jsonl") and file.content in ("gold", "questions")
        ],
    }
    if about.keywords:
        described["keywords"] = list(about.keywords)
    described |= {f"rai:{RESPONSIBLE[key]}": text for key, text in about.responsible.items()}
    return described


def _file_object(file: ReleaseFile, folder: Path) -> Json:
    path = folder / file.path
    return {
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": file.path,
        "contentUrl": file.path,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": FORMATS.get(path.suffix, "application/octet-stream"),
        "sha256": file_sha256(path),
    }


def _record_set(file: ReleaseFile, folder: Path) -> Json:
    assert file.task is not None, "only data files are JSONL"
    task = find_task(file.task)
    name = file.path.removesuffix(".jsonl")
    columns = {task.id_key: "sc:Text"} | {text.key: "sc:Text" for text in task.texts}
    columns |= dict.fromkeys(_text_attributes(task, folder / file.path), "sc:Text")
    if file.content == "gold":
        typed = {answer.key: _data_type(answer.shape) for answer in task.answer}
        columns |= {key: data_type for key, data_type in typed.items() if data_type is not None}
        left = [key for key, data_type in typed.items() if data_type is None]
    else:
        left = []
    described: dict[str, Json] = {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "key": {"@id": f"{name}/{task.id_key}"},
        "description": f"{task.id}: {task.title.zh} {task.title.en}"
        + (f"; further columns with lists of records: {', '.join(left)}" if left else ""),
        "field": [_field(name, file, key, data_type) for key, data_type in columns.items()],
    }
    return described


def _text_attributes(task: TaskSpec, path: Path) -> list[str]:
    """The attributes that a file really has, as text; a column that is described and missing cannot be read."""
    if not task.attributes:
        return []
    with path.open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    values = {name: [record[name] for record in records if name in record] for name in task.attributes}
    return [name for name, given in values.items() if given and all(isinstance(value, str) for value in given)]


def _field(name: str, file: ReleaseFile, key: str, data_type: str) -> Json:
    return {
        "@type": "cr:Field",
        "@id": f"{name}/{key}",
        "name": f"{name}/{key}",
        "dataType": data_type,
        "source": {"fileObject": {"@id": file.path}, "extract": {"column": key}},
    }


def _data_type(shape: Shape) -> str | None:
    """None for lists of records, which the fields of Croissant cannot describe as they stand in a column."""
    match shape:
        case Choice(encoding="bool"):
            return "sc:Boolean"
        case Choice(encoding="int"):
            return "sc:Integer"
        case Choice() | FreeText() | SenseChoice():
            return "sc:Text"
        case ListOf() | Options() | FragmentSets():
            return None
        case _:
            assert_never(shape)
