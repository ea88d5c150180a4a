# make run     serve the app on http://localhost:8501, or another PORT
# make test    run all checks and tests
# make help    list everything else
#
# Each command first installs what it needs into .venv, and again only if a list of requirements changes.

PORT ?= 8501
VENV = .venv
# Not the scripts in .venv/bin: their first lines break where the path to this folder has a space.
RUN = $(VENV)/bin/python
# Two for each processor: a test in the browser waits for much of its time.
WORKERS ?= $(shell $(RUN) -c 'import os; print(min(12, (os.cpu_count() or 1) * 2))' 2>/dev/null)
# In the order of the files; the groups that stay in one process are those of tests/conftest.py.
TESTS = $(RUN) -m pytest --numprocesses $(WORKERS) --dist loadscope --no-loadscope-reorder
PIP = $(RUN) -m pip --disable-pip-version-check
NPM = $(RUN) -m tools.node

# Modules are compiled when they are first used (pip would compile all there are), and kept: servers and workers of the
# tests start often.
unexport PYTHONDONTWRITEBYTECODE

# What npm writes last: what checks the JavaScript is there.
JS = node_modules/.package-lock.json

.PHONY: help run site test quick checks compiled lint format types javascript test-browser bench messages language
.PHONY: container release screenshots lock audit clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/app.stamp ## serve the app (PORT=8600 for another port, SERVERS=4 for four processes)
	$(if $(SERVERS),$(PIP) install --quiet -r requirements-redis.txt,)
	$(RUN) -m $(if $(SERVERS),tools.run_servers $(SERVERS),ui.server) --port $(PORT)

test: checks ## run all checks and tests
	$(TESTS)

# Of the app what needs neither a page nor a browser.
quick: lint types ## run style, types, the engine's tests, and those of texts and addresses, in minutes
	$(TESTS) bpe_engine tests/engine tests/test_*.py tests/ui/test_address.py \
	  tests/ui/test_contract.py tests/ui/test_frames.py tests/ui/test_i18n.py tests/ui/test_scenarios.py \
	  tests/ui/test_sentences.py

# Side by side: while browsers are installed, the processors have time.
checks:
	$(MAKE) --jobs lint types javascript compiled $(VENV)/browser.stamp

lint: $(VENV)/dev.stamp ## check style, format and imports
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

format: $(VENV)/dev.stamp $(JS) ## format the code
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format
	$(NPM) run --silent format

# Each worker of the tests would compile them and what they import, at the same time: 25 seconds each, not 8.
compiled: $(VENV)/dev.stamp
	-@$(RUN) -m pytest --collect-only --quiet >/dev/null

types: $(VENV)/dev.stamp ## check types
	$(RUN) -m mypy

javascript: $(JS) ## check types, style and format of the JavaScript, and run its unit tests
	$(RUN) -m tools.typescript_contracts
	$(NPM) run --silent types
	$(NPM) run --silent lint
	$(NPM) run --silent style
	$(NPM) run --silent test

test-browser: $(VENV)/browser.stamp $(JS) ## run the tests in real browsers
	$(RUN) -m pytest tests/browser

# The soak and that of memory take a quarter of an hour each, for themselves.
bench: $(VENV)/browser.stamp ## run the benchmarks against other implementations
	for benchmark in $(filter-out benchmarks/soak.py benchmarks/memory.py, $(wildcard benchmarks/*.py)); do $(RUN) "$$benchmark" || exit 1; done

messages: $(VENV)/dev.stamp ## collect the texts to translate, update all languages, list what is open
	$(RUN) -m tools.catalogs

language: $(VENV)/dev.stamp ## start or update a translation (CODE=de for German)
	@test -n "$(CODE)" || { echo "Name a language by its code. For German: make language CODE=de"; exit 1; }
	$(RUN) -m tools.catalogs "$(CODE)"

# With Python for one's own text where npm has brought it.
site: $(VENV)/app.stamp $(JS) ## write the static site into site/
	$(RUN) -m ui.site site

# CONTAINER="--debian --inside" where no registry is reached, and as root in a sandbox: python -m tools.container --help
container: $(VENV)/browser.stamp ## build the container, start it and try it
	$(RUN) -m tools.container $(CONTAINER)

release: $(VENV)/dev.stamp $(JS) ## build a release into dist/, ready to upload
	$(RUN) -m tools.release

screenshots: $(VENV)/browser.stamp ## take the screenshots for the READMEs
	$(RUN) -m tools.screenshot

# For every system and every Python that the app runs on, whichever this is.
lock: $(VENV)/dev.stamp ## update requirements.lock to the newest versions that requirements.txt allows
	$(RUN) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-config \
		--custom-compile-command "make lock" --output-file requirements.lock requirements.txt

audit: $(VENV)/dev.stamp ## look for known vulnerabilities in the locked packages
	$(RUN) -m tools.audit

clean: ## remove everything these commands made
	rm -rf $(VENV) node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info build dist site ui/*/contract.d.ts ui/*/*/contract.d.ts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment that works is kept, also one that someone made by hand.
$(VENV)/python.stamp:
	@$(PIP) --version >/dev/null 2>&1 || { \
		python=$$(sh tools/find_python.sh) && echo "making $(VENV) with $$python" && "$$python" -m venv --clear $(VENV); }
	@touch $@

$(VENV)/app.stamp: $(VENV)/python.stamp requirements.lock
	$(PIP) install --quiet --no-compile --require-hashes -r requirements.lock
	@touch $@

# The pip that comes with Python 3.11 does not know groups yet.
$(VENV)/dev.stamp: $(VENV)/app.stamp pyproject.toml requirements-redis.txt requirements-notebook.txt
	$(PIP) install --quiet --no-compile 'pip>=25.1'
	$(PIP) install --quiet --no-compile -r requirements-redis.txt -r requirements-notebook.txt --group dev
	# JupyterLab brings it for its log. With it, whatever imports Altair reads 38 grammars first: 1.2 seconds, not 0.5.
	$(PIP) uninstall --quiet --yes rfc3987-syntax
	@touch $@

$(JS): package.json package-lock.json | $(VENV)/dev.stamp
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(VENV)/browser.stamp: $(VENV)/dev.stamp tools/browser.py tools/redis_and_haproxy.py
	$(RUN) -m tools.browser
	$(RUN) -m tools.redis_and_haproxy
	@touch $@
