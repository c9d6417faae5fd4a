"""Benchmarks made here in everybody's harness, with the same numbers: lm-eval, inspect_ai, OpenCompass, EvalScope,
Codabench; and what those harnesses logged, back as answers.
"""
