"""A language model behind an OpenAI-compatible endpoint, asked with a prompt made from the task's specification."""
