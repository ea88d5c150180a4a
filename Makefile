# make run     the app on http://localhost:8501, or another PORT
# make test    all checks and tests
# make help    the rest
#
# Each command makes what it needs in .venv first, and does so again only when a list of requirements changes.

PORT ?= 8501
VENV = .venv
# Not the scripts in .venv/bin: their first lines break where the path to this folder has a space.
RUN = $(VENV)/bin/python
# Half as many again as there are processors: a test in the browser waits for some of its time.
WORKERS ?= $(shell $(RUN) -c 'import os; print(min(12, max(2, (os.cpu_count() or 1) * 3 // 2)))' 2>/dev/null)
PIP = $(RUN) -m pip --disable-pip-version-check
NPM = $(RUN) -m tools.node

# Modules are compiled when they are first used (pip would compile all there are), and kept: servers and workers of the
# tests start often.
unexport PYTHONDONTWRITEBYTECODE

# What npm writes last: what checks the JavaScript is there.
JS = node_modules/.package-lock.json

.PHONY: help run test checks lint format types javascript test-engine test-browser bench messages language
.PHONY: screenshots clean

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

# Python's own allocator keeps what is free for the next time; the system's gives it back when learners have left.
run: $(VENV)/app.stamp ## serve the app; PORT=8600 make run for another port
	PYTHONMALLOC=malloc $(RUN) -m streamlit run app.py --server.port $(PORT)

test: checks ## all checks and tests
	$(RUN) -m pytest --numprocesses $(WORKERS)

# Side by side: while browsers are installed, the processors have time.
checks:
	$(MAKE) --jobs lint types javascript $(VENV)/browser.stamp

lint: $(VENV)/dev.stamp ## style and format
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check

format: $(VENV)/dev.stamp $(JS) ## put the code into that format
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format
	$(NPM) run --silent format

types: $(VENV)/dev.stamp ## types
	$(RUN) -m mypy

javascript: $(JS) ## types, style, format and unit tests of the JavaScript
	$(RUN) -m tools.contract
	$(NPM) run --silent types
	$(NPM) run --silent lint
	$(NPM) run --silent style
	$(NPM) run --silent test

test-engine: $(VENV)/dev.stamp ## the engine's tests and examples alone
	$(RUN) -m pytest bpe_engine tests/engine

test-browser: $(VENV)/browser.stamp ## the tests in real browsers alone
	$(RUN) -m pytest tests/browser

# The soak and that of memory take a quarter of an hour each, for themselves.
bench: $(VENV)/browser.stamp ## measure beside other implementations
	for benchmark in $(filter-out benchmarks/soak.py benchmarks/memory.py, $(wildcard benchmarks/*.py)); do $(RUN) "$$benchmark" || exit 1; done

messages: $(VENV)/dev.stamp ## collect the texts to translate, and update the languages there are
	$(RUN) -m tools.catalogs

language: $(VENV)/dev.stamp ## start a translation, with the language's code: make language CODE=de
	@test -n "$(CODE)" || { echo "Which language? For German: make language CODE=de"; exit 1; }
	$(RUN) -m tools.catalogs "$(CODE)"

screenshots: $(VENV)/browser.stamp ## photograph the app for the README
	$(RUN) -m tools.screenshot

clean: ## remove what these commands made
	rm -rf $(VENV) node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info build ui/*/contract.d.ts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment that works is kept, also one that someone made by hand.
$(VENV)/python.stamp:
	@$(PIP) --version >/dev/null 2>&1 || { \
		python=$$(sh tools/find_python.sh) && echo "making $(VENV) with $$python" && "$$python" -m venv --clear $(VENV); }
	@touch $@

$(VENV)/app.stamp: $(VENV)/python.stamp requirements.txt
	$(PIP) install --quiet --no-compile -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: $(VENV)/app.stamp requirements-dev.txt
	$(PIP) install --quiet --no-compile -r requirements-dev.txt
	@touch $@

$(JS): $(VENV)/dev.stamp package.json package-lock.json
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(VENV)/browser.stamp: $(VENV)/dev.stamp tools/browser.py
	$(RUN) -m tools.browser
	@touch $@
