"""``pingce systems export``."""

from pathlib import Path

import click

from pingce.cli.terminal import lang_option, print_table
from pingce.spec.words import Lang, Words
from pingce.systems.learning.runtimes import need

HEADER = (
    Words("文件", "file"),
    Words("大小", "size"),
    Words("与 PyTorch 的最大差", "largest difference from PyTorch"),
    Words("平均余弦", "mean cosine"),
)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(["onnx"]), required=True, help="The form to write.")
@click.option("--int8", is_flag=True, help="Also with 8-bit weights: smaller, faster, a little less exact.")
@lang_option
def export(folder: Path, form: str, int8: bool, lang: Lang) -> None:  # noqa: ARG001 (one form so far)
    """Write the encoders of the model in DIR as ONNX files, for `predict --runtime onnx` or `int8`."""
    need("torch", "onnx", "onnxscript", "onnxruntime")  # the third for PyTorch's exporter
    from pingce.systems.learning.export import export as export_model

    written = export_model(folder, int8=int8)
    rows = [
        [
            str(exported.file.relative_to(folder)),
            f"{exported.bytes / 1e6:.1f} MB",
            f"{exported.largest_difference:.1e}",
            f"{exported.mean_cosine:.4f}",
        ]
        for exported in written
    ]
    print_table(str(folder), [heading.say(lang) for heading in HEADER], rows)
