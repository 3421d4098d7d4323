# make        sets everything up and builds the games' sheets into output/
# make test   sets everything up and passes all tests
# make check  the tests, and format, lint, types and import floors
# make pictures  makes the documentation's pictures anew
# make bench  times Nineup beside Typst on the same cards, and an edit under `nineup watch`

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A plain path, not an import hook: that one would cost every start of the command a sixth of its time.
EDITABLE := --config-settings editable_mode=compat --editable
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: all test check bench pictures clean

all: $(VENV)/.ready
	$(BIN)/nineup build

test: $(VENV)/.ready
	$(BIN)/python -m pytest -n auto -rs

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/nineup check
	$(BIN)/python -m pytest -n auto -rs

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/watch.py

pictures: $(VENV)/.ready
	$(BIN)/python docs/pictures/make.py

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Nineup needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + "; name another one: make PYTHON=python3.12") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv $(VENV)
	$(PIP) $(EDITABLE) '.[test]'
	touch $@

$(VENV)/.dev: $(VENV)/.ready
	$(PIP) $(EDITABLE) '.[test,dev]'
	touch $@

$(VENV)/.bench: $(VENV)/.ready
	$(PIP) $(EDITABLE) '.[bench]'
	touch $@

clean:
	rm -rf $(VENV) output/*
