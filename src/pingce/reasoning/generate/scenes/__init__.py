"""Every kind of scene a generated item can have; a new one is one file here and one more line in the list."""

from importlib import import_module

from pingce.reasoning.generate.scene_type import SceneType

SCENE_FILES = (
    "circle_in",
    "circle_out",
    "circle_in_compass",
    "circle_out_compass",
    "booth",
    "booth_compass",
    "stand",
    "cabinet",
    "shop",
    "line",
    "grid",
)
"""Files of this folder that define a ``SCENE``, in the order of every list."""


def _scene(file: str) -> SceneType:
    scene: SceneType = import_module(f".{file}", __package__).SCENE
    return scene


SCENES: dict[str, SceneType] = {scene.name: scene for scene in map(_scene, SCENE_FILES)}
