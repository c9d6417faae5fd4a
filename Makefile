# make run   sets everything up and shows pingce on the examples
# make test  sets everything up and runs all tests
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test check fix web docs clean help

help:
	@grep -E '^# make' Makefile | cut -c3-

# Installing again is needed only when the project's requirements changed.
$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit("pingce needs Python 3.11 or later, found " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install --quiet -c constraints.txt --group dev -e .
	@touch $@

run: $(READY)
	@$(BIN)/pingce tour

test: $(READY)
	@echo "Running all tests ..."
	@$(BIN)/python -X warn_default_encoding -m pytest -n auto

check: $(READY)
	@echo "Checking style, types, import rules and generated pages ..."
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m pingce.cli.reference --check

fix: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/python -m pingce.cli.reference

web:
	@echo "There are no web pages yet; the workbench runs in the terminal (make run)."

docs: $(READY)
	@$(BIN)/python -m pingce.cli.reference
	@$(BIN)/mkdocs build --quiet --strict && echo "The documentation is in site/index.html."

clean:
	rm -rf $(VENV) site dist
