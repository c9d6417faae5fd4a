# make run       sets everything up and opens the workbench with a demo (http://127.0.0.1:8000)
# make test      sets everything up and runs all tests, unless they passed on exactly this; AGAIN=1 runs them anyway; EXTRA=1 also those that install other harnesses
# make check     style, types, import rules, generated pages
# make coverage  runs all tests slowly and lists every raise and every option that none of them ran
# make lock      writes requirements/ anew, with the newest versions; KEEP=1 leaves those that still fit pyproject.toml
SHELL := /bin/bash
unexport PYTHONDONTWRITEBYTECODE  # tests start hundreds of processes, which should find everything compiled
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
NODE := $(shell command -v npm 2>/dev/null)
PAGES := src/pingce/server/static/index.html
SOURCES := $(shell find web/src web/index.html web/vite.config.ts web/openapi.json -type f 2>/dev/null)

.PHONY: run test every-test ready check coverage lock fix web browser pictures docs clean help

help:
	@grep -E '^# make' Makefile | cut -c3-

# Installing again is needed only when the project's requirements changed. requirements/ names every version with its
# hashes, so nothing is resolved. PyTorch is not in it: which build of the version in constraints.txt there is depends on
# the machine (docs/5-systems.md). Where it is the one for CUDA, the libraries that it needs are missing at first.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile
$(READY): pyproject.toml constraints.txt requirements/build.txt requirements/dev.txt
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit("pingce needs Python 3.11 or later, found " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@# Not compiling twenty thousand files, of which few are ever read, saves half the time; Python compiles what it reads.
	@$(INSTALL) --no-deps --require-hashes -r requirements/build.txt
	@$(INSTALL) --no-deps --require-hashes -r requirements/dev.txt
	@$(INSTALL) --no-deps --no-build-isolation -c constraints.txt torch -e .
	@$(BIN)/python -m pip check >/dev/null || ( \
	  echo "pip found PyTorch's build for CUDA; fetching its libraries, some gigabytes. docs/5-systems.md tells how to get the CPU build."; \
	  $(INSTALL) -c constraints.txt torch )
	@touch $@

web/node_modules/.ready: web/package.json web/package-lock.json
	@echo "Installing what the web pages are built with ..."
	@cd web && npm ci --silent
	@touch $@

$(PAGES): web/node_modules/.ready $(SOURCES)
	@echo "Building the web pages ..."
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

# Without Node the workbench still answers; its pages then say how to build them.
ifdef NODE
web: $(PAGES)
else
web:
	@echo "Node 20 or later was not found: the web pages are not built; the commands and the API work."
endif

# The documentation as a server shows it at /help.
HELP := src/pingce/server/help/index.html
$(HELP): $(READY) mkdocs.yml $(wildcard src/pingce/library/*.py) $(shell find docs -type f)
	@mkdir -p build && rm -rf build/help
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir build/help >build/help.log 2>&1 || { cat build/help.log; exit 1; }
	@rm -rf $(@D) && mv build/help $(@D) && touch $@

run: $(READY) web $(HELP)
	@$(BIN)/pingce serve --demo --open

# The browser tests need Chromium; on Debian and as root it can be installed here, which is tried once. Its build
# without windows of its own takes half the time.
APT := DEBIAN_FRONTEND=noninteractive apt-get install -y -qq fonts-noto-cjk postgresql
browser: $(VENV)/.browser
$(VENV)/.browser:
	@mkdir -p $(VENV)
	@if ! command -v chromium-headless-shell >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests ..."; \
	  (apt-get update -qq; $(APT) chromium-headless-shell || $(APT) chromium) >/dev/null 2>&1 \
	    || echo "It could not be installed: if there is no Chromium, the browser tests are skipped."; \
	fi
	@touch $@

# Three downloads that need not wait for each other.
TOGETHER := --no-print-directory --silent --jobs 3
ready:
	@$(MAKE) $(TOGETHER) $(READY) web browser $(HELP)

# The pages have tests of their own, which can run while Python is still being set up.
PAGES_TESTED := $(if $(NODE),web/node_modules/.tested)
web/node_modules/.tested: $(PAGES) $(shell find web/tests -type f)
	@echo "Running the tests of the web pages ..."
	@cd web && npm run --silent test -- --reporter=dot
	@touch $@

test:
	@$(MAKE) $(TOGETHER) $(READY) web browser $(HELP) $(if $(wildcard $(READY)),,$(PAGES_TESTED))
	@$(BIN)/python -m tests.running.passed $(if $(AGAIN),--again) make --no-print-directory every-test

# One process more than there are cores, because now and then one waits; one thread each is enough.
WORKERS := $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1 )))
PYTEST := pytest --numprocesses $(WORKERS) --dist worksteal
every-test: $(PAGES_TESTED)
	@echo "Running all tests ..."
	@OMP_NUM_THREADS=1 $(BIN)/python -X warn_default_encoding -m $(PYTEST) --junit-xml $(VENV)/tests.xml
	@rm -f $(PAGES_TESTED)

coverage: export PYTHONPATH := $(CURDIR)
coverage: export OPTIONS_USED := $(CURDIR)/build/coverage/options
coverage: ready
	@rm -rf build/coverage && mkdir -p $(OPTIONS_USED)
	@OMP_NUM_THREADS=1 $(BIN)/python -X warn_default_encoding -m coverage run -m $(PYTEST)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/python -m tests.running.unrun

# Types take as long as all the rest together, on one core.
check: $(READY) web
	@echo "Checking style, types, import rules and generated pages ..."
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target check-types check-rest

.PHONY: check-types check-rest
check-types:
	@$(BIN)/mypy

check-rest:
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@$(BIN)/python -m pingce.cli.reference --check
	@$(BIN)/python -m pingce.library.surface --check
	@$(BIN)/python -m pingce.server.openapi | cmp - web/openapi.json || (echo "web/openapi.json is old: make fix"; exit 1)
ifdef NODE
	@cd web && npm run --silent api -- --check && npm run --silent types && npm run --silent lint
endif

# uv resolves for all platforms and for Python 3.11 and later at once. What the image and a build need are parts of
# what development needs, in the same versions; harnesses are tested in environments of their own.
EXTRAS := $(addprefix --extra ,certificates notebook onnx postgres ray systems torch)
UV := build/uv/bin/uv
LOCK = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-package torch \
       --custom-compile-command 'make lock' $(if $(KEEP),,--upgrade)
$(UV):
	@$(PYTHON) -m venv build/uv && build/uv/bin/python -m pip install --quiet 'uv>=0.13'

lock: $(UV)
	@$(LOCK) --annotation-style line -c constraints.txt $(EXTRAS) --group dev pyproject.toml -o requirements/dev.txt
	@$(LOCK) --no-annotate -c requirements/dev.txt --extra postgres --extra systems --extra certificates pyproject.toml -o requirements/server.txt
	@$(LOCK) --no-annotate -c requirements/dev.txt --group build -o requirements/build.txt

fix: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/python -m pingce.cli.reference
	@$(BIN)/python -m pingce.library.surface
	@$(BIN)/python -m pingce.server.openapi > web/openapi.json
	@cd web && npm run --silent api && npm run --silent fix

# The pictures of the README, from the demo as it is now.
pictures: $(READY) web browser
	@PINGCE_PICTURES=1 $(BIN)/python -m pytest -q tests/browser/test_readme.py

docs: $(READY)
	@$(BIN)/python -m pingce.cli.reference
	@$(MAKE) --no-print-directory --silent $(HELP)
	@echo "The documentation is in $(HELP), and at /help of a server."

clean:
	rm -rf $(VENV) site dist web/node_modules src/pingce/server/static src/pingce/server/help
