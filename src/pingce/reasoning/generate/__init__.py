"""New reasoning items, each with its proof: scenes × conditions × questions from typed templates, in two languages.

What an item says is chosen first as typed statements, so that both languages say the same; the texts are then read
back by the solver, and an item whose texts do not prove its answer is never handed out.
"""
