"""What a copy of our scoring needs to run where nothing can be installed: stand-ins for two packages, and a program.

``orjson_standin.py`` and ``msgspec_standin.py`` are written beside the copy as ``orjson.py`` and ``msgspec.py``, at the
end of the search path: where the real packages are there, they are used. ``codabench_score.py`` is the scoring
program.
"""
