"""Files in, scores out: a file of answers against a file of gold, and several systems against each other.

Reads with :mod:`pingce.formats`, computes with :mod:`pingce.scoring`, which knows values and numbers but no file. It
stands between both and the stages, because commands, competitions, systems and quality all score files.
"""
