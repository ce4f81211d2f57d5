# make play    set up, and open the page (PLAY="--lan": for phones in your network too)
# make test    the whole suite, compiled and as plain Python
# make check   lint, types, layers, docs; the types of the pages' scripts where there is npm
# make rules   which test proves which clause
# make bench   speed beside the peers (YARDSTICK=FILE.cpp: and beside that program)
# make bench-server  what a server can take: moves, connections, memory
# make bench-bots  who beats whom, into docs/bots.md (hours; BOTS="--only Storm", BOTS=--full)
# make truth   how far the bots are from the best play of a small game, into docs/bots.md
#              (TRUTH="--only thumbs"; TRUTH=--full: Storm and Moonbow as they play, too)
# make soak    the long runs
# make lock    new lock files from pyproject.toml

PYTHON ?= python3
YARDSTICK ?=
PLAY ?=
BOTS ?=
TRUTH ?=
BIN := .venv/bin
NEEDED := import sys; sys.exit(sys.version_info < (3, 11) and "Moonbow needs Python 3.11 or newer; try: make $(MAKECMDGOALS) PYTHON=python3.12")
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(PIP) install --require-hashes -r
SELF := $(PIP) install --quiet --no-deps --no-build-isolation --editable .
TORCH := torch==2.13.0
SPREAD := --numprocesses auto --dist loadfile
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header

.PHONY: play test check rules bench bench-server bench-bots truth soak lock

play: .venv/.play
	@$(BIN)/moonbow serve --open $(PLAY)

test: .venv/.torch
	tests/get-chromium
	$(BIN)/moonbow warm
	$(BIN)/python -m pytest $(SPREAD)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(SPREAD) --cov --cov-report=term-missing:skip-covered

check: .venv/.torch $(if $(shell command -v npm),.venv/.types)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m pytest --quiet tests/test_docs.py
	$(if $(shell command -v npm),npm --prefix tests/types run --silent check,@echo "No npm: not checked are the types of the pages' scripts")

rules: .venv/.dev
	@$(BIN)/python tests/clause_table.py

bench: .venv/.bench
	$(BIN)/python benchmarks/run.py $(if $(YARDSTICK),--yardstick $(YARDSTICK))

bench-server: .venv/.play
	$(BIN)/python benchmarks/server.py

bench-bots: .venv/.play
	$(BIN)/moonbow warm
	$(BIN)/python benchmarks/bots.py $(BOTS)

truth: .venv/.play
	$(BIN)/moonbow warm
	$(BIN)/python benchmarks/truth.py $(TRUTH)

soak: .venv/.torch
	$(BIN)/python -m pytest -m soak
	NUMBA_BOUNDSCHECK=1 $(BIN)/moonbow warm
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(SPREAD)

lock: .venv/.dev
	$(LOCK) --group build pyproject.toml -o requirements.lock
	$(LOCK) --group build --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(LOCK) --group build --extra bench -c requirements.lock pyproject.toml -o requirements-bench.lock

.venv/.made:
	@$(PYTHON) -c '$(NEEDED)'
	@echo "Making .venv"
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/.play: .venv/.made requirements.lock pyproject.toml
	@echo "Installing what Moonbow needs, once"
	@$(INSTALL) requirements.lock
	@$(SELF)
	@touch $@

.venv/.dev: .venv/.play requirements-dev.lock
	@echo "Installing what its tests need, once"
	@$(INSTALL) requirements-dev.lock
	@touch $@

.venv/.torch: .venv/.dev
	@echo "Installing PyTorch for the tests, once"
	@$(PIP) install --quiet $(TORCH)
	@touch $@

.venv/.types: .venv/.made tests/types/package-lock.json
	npm --prefix tests/types ci --silent
	@touch $@

.venv/.bench: .venv/.play requirements-bench.lock
	@echo "Installing the peers to compare with, once"
	@$(INSTALL) requirements-bench.lock
	@touch $@
