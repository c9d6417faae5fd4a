"""The workbench over HTTP."""
