# Two commands do all the set-up on a fresh machine with Python 3.11+ and make: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check docs bench wheel clean

play: $(VENV)/.installed            ## set up and open plytree in the browser
	$(BIN)/plytree

test: $(VENV)/.installed-dev chromium   ## set up and run all tests, browser tests included
	$(BIN)/pytest -n 2 --dist worksteal

check: $(VENV)/.installed-dev       ## house rules: style, types, layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev       ## measure speed, timeliness and start-up
	$(BIN)/plytree bench

docs: $(VENV)/.installed-dev        ## build the documentation site: build/site/index.html, readable offline
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/site
	@echo "open build/site/index.html"

wheel: $(VENV)/.installed-dev       ## build dist/*.whl with native code of the built-in games for processors like this one
	$(BIN)/python tools/native_for_wheel.py
	$(BIN)/python -m build --wheel

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.installed

chromium:                           # the browser tests need one; Debian's is installed where that is possible
	@command -v chromedriver >/dev/null 2>&1 || { command -v apt-get >/dev/null 2>&1 && \
	  { [ "$$(id -u)" = 0 ] && S= || S='sudo -n'; $$S apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive $$S apt-get install -y -qq chromium chromium-driver >/dev/null; }; } || \
	  echo "no Chromium found and it cannot be installed here: browser tests will be skipped"

clean:
	rm -rf $(VENV) build dist src/plytree/native .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
