"""Annotation campaigns: forms, live rules, workflow, queue, review and appeal."""
