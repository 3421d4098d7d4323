# make                         create .venv and build every game's sheets into output/
# make test                    run all tests, with what they need beside what building needs
# make check                   everything that must pass before a change lands: format, lint, types, layers, games, site, tests
# make scripts                 format and lint the studio's scripts and style sheet with Biome, which npm fetches
# make fuzz [FUZZ=10]          fuzz each reader of files for FUZZ seconds, with atheris for as long again where it installs, then run all tests in a fresh order: properties on FUZZ times their examples, fresh ones, and the cases that `test` leaves out; SEED=… repeats an order and its examples
# make mutants [MODULES=…]     mutation testing: list the changes to the code that no test notices
# make site                    build the documentation site into build/site/
# make pictures samples        redraw the documentation's pictures; redraw the samples and their pages
# make reference               write what the documentation has of the code: schemas, rules, the table of exports
# make program                build the program that needs no Python for this system, and its archive, into dist/program/
# make bench [ROWS='S loop']   time Nineup beside Typst and img2pdf on the same cards, commands again and after an edit, and an edit under `nineup watch` and in the studio, or only ROWS of `benchmarks/run.py`; ROWS=--save writes figures.md
# make release VERSION=0.2.0   set the version and cut the changelog

PYTHON ?= python3
FUZZ ?= 10
BIOME := @biomejs/biome@2.6.8
SEED := $(or $(SEED),$(shell date +%s))
VENV := .venv
BIN := $(VENV)/bin
# A plain path instead of an import hook, which would slow every start of the command by a sixth.
EDITABLE := --config-settings editable_mode=compat --editable
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Once for all processes: several that start at once would each compile every module.
COMPILE := $(BIN)/python -m compileall -q generator

# Compiled modules are kept, or each of the hundreds of processes that tests start would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all test skipped check proofs scripts fuzz mutants site pictures samples reference program bench figures release clean

all: $(VENV)/.ready
	$(BIN)/nineup build

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto --dist worksteal -rs

skipped: $(VENV)/.test # What the last run skipped.
	$(BIN)/python -m pytest -n auto --dist worksteal -rs --skipped

check: $(VENV)/.check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(MAKE) --no-print-directory --jobs=2 test proofs

proofs: # What `check` asks for beside the tests. Each is one process, the tests leave a core idle now and then.
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/nineup check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

scripts: # With CI, only says what is wrong.
	npx --yes $(BIOME) $(if $(CI),ci --colors=off,check --write) generator docs

fuzz: $(VENV)/.test
	-$(PIP) $(EDITABLE) '.[test,fuzz]'
	$(BIN)/python tests/fuzz/run.py --seconds $(FUZZ)
	NINEUP_FUZZ=$(FUZZ) $(BIN)/python -m pytest -n auto --dist worksteal --random-order-seed=$(SEED) --hypothesis-seed=$(SEED)

mutants: $(VENV)/.mutants
	$(BIN)/python tests/mutants.py $(MODULES)

site: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

pictures: $(VENV)/.test
	$(BIN)/python docs/pictures/make.py

samples: $(VENV)/.ready
	$(BIN)/python docs/samples/make.py

reference: $(VENV)/.ready
	$(BIN)/python docs/reference.py

program: $(VENV)/.program
	PYTHON=$(BIN)/python .github/program.sh

bench: # With an optimized Python, if there is one, in an environment of its own.
	$(MAKE) --no-print-directory figures PYTHON="$$($(PYTHON) benchmarks/interpreters.py)" VENV=build/bench

figures: $(VENV)/.bench
	$(BIN)/python benchmarks/run.py $(ROWS)
	for other in $(if $(ROWS),,watch unique studio); do $(BIN)/python benchmarks/$$other.py || exit; done

release:
	$(PYTHON) .github/release.py "$(VERSION)"

$(VENV)/pyvenv.cfg:
	$(PYTHON) -c 'import sys; sys.exit("Nineup needs Python 3.11 or newer, but $(PYTHON) is " + sys.version.split()[0] + "; name another one: make PYTHON=python3.12") if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml constraints.txt | $(VENV)/pyvenv.cfg
	$(PIP) $(EDITABLE) .
	$(COMPILE)
	touch $@

$(VENV)/.test: pyproject.toml constraints.txt tests/npm.sh | $(VENV)/pyvenv.cfg
	$(PIP) $(EDITABLE) '.[test]'
	sh tests/npm.sh
	$(COMPILE)
	touch $(VENV)/.ready $@

# At once, what `check` needs: each further installation takes ten seconds.
$(VENV)/.check: pyproject.toml constraints.txt tests/npm.sh | $(VENV)/pyvenv.cfg
	$(PIP) $(EDITABLE) '.[test,dev,docs,program]'
	sh tests/npm.sh
	$(COMPILE)
	touch $(VENV)/.ready $(VENV)/.test $(VENV)/.docs $(VENV)/.program $@

$(VENV)/.docs $(VENV)/.program $(VENV)/.bench: $(VENV)/.ready
$(VENV)/.mutants: $(VENV)/.test
$(VENV)/.docs $(VENV)/.program $(VENV)/.mutants $(VENV)/.bench: $(VENV)/.%:
	$(PIP) $(EDITABLE) '.[$*]'
	touch $@

clean:
	rm -rf $(VENV) build output/*
