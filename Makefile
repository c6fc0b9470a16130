# Every target sets up what it needs; nothing has to be installed by hand but Python 3.11 or newer and,
# for the page and for `make test`, Node 20.19 or newer.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PYTHONDONTWRITEBYTECODE := # some machines set it, and then every start compiles everything again
T ?=
K ?=
LAN ?=

.PHONY: play setup check test test-engine test-long bench golden docs screenshots pins clean pyodide chromium firefox

play: setup ## play a game in your browser; with LAN=1 others in your network can join
	@$(BIN)/casting-shadows play $(if $(LAN),--lan)

setup: $(VENV)/.ready ## environment, command and, where a compiler is found, the compiled engine; where Node is, the page
	@$(BIN)/python hatch_build.py

$(VENV)/.ready: requirements/dev.txt pyproject.toml
	@if command -v uv >/dev/null; then \
	  uv venv -q --allow-existing --python $(PYTHON) $(VENV) && \
	  VIRTUAL_ENV=$(VENV) uv pip install -q --compile-bytecode --require-hashes -r requirements/dev.txt && \
	  VIRTUAL_ENV=$(VENV) uv pip install -q --no-deps --no-build-isolation -e . ; \
	else \
	  $(PYTHON) -m venv $(VENV) && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt && \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e . ; \
	fi
	@touch $@

$(VENV)/.page-ready: requirements/page.txt $(VENV)/.ready
	@if command -v uv >/dev/null; then \
	  VIRTUAL_ENV=$(VENV) uv pip install -q --require-hashes -r $< ; \
	else \
	  $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $< ; \
	fi
	@touch $@

check: setup $(VENV)/.page-ready ## lint, types, import contracts, generated files fresh
	$(BIN)/ruff check -q
	$(BIN)/ruff format -q --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	$(BIN)/python -m tests.make_golden --check
	@diff -q <($(BIN)/python -m casting_shadows.protocol.typescript) web/src/protocol.ts >/dev/null || \
	  { echo "web/src/protocol.ts is stale: run make docs"; exit 1; }
	$(BIN)/python -m casting_shadows.protocol.document --check
	$(BIN)/python -m tests.make_hosting --check
	@for lang in en:cards de:karten; do \
	  diff -q <($(BIN)/casting-shadows cards --markdown --lang $${lang%%:*}) docs/$${lang##*:}.md >/dev/null || \
	  { echo "docs/$${lang##*:}.md is stale: run make docs"; exit 1; } ; \
	done
	cd web && npm run --silent check

test: check pyodide chromium ## check, and the short form of every test
	cd web && npm run --silent test
	CASTING_SHADOWS_PURE=1 $(BIN)/python -m pytest -q -n 2 -m "not once" --ignore tests/page tests
	$(BIN)/python -m pytest -q -n 2 --ignore tests/page tests
	$(BIN)/python -m pytest -q -n 2 --reruns 1 -rR tests/page # what fails twice fails; a second try is listed

test-long: setup chromium firefox ## the long forms; one part with T=T05, and of it what is named so with K=phone
	CASTING_SHADOWS_LONG=1 $(BIN)/python -m pytest -q -n 2 tests $(if $(T),-m $(T)) $(if $(K),-k "$(K)")

golden: setup ## write the golden playthroughs anew; review the diff
	$(BIN)/python -m tests.make_golden

docs: setup ## everything in docs/, PROTOCOL.md and web/ that is made from the code
	$(BIN)/python -m casting_shadows.protocol.typescript > web/src/protocol.ts
	$(BIN)/python -m casting_shadows.protocol.document
	$(BIN)/python -m tests.make_hosting
	$(BIN)/casting-shadows cards --markdown --lang en > docs/cards.md
	$(BIN)/casting-shadows cards --markdown --lang de > docs/karten.md

bench: setup ## timings against peers and against the last run
	$(BIN)/python -m bench.run

screenshots: setup chromium ## every screen and sheet, in both languages, on a phone and on a desk, into build/screenshots
	$(BIN)/python -m tests.page.screenshots

chromium: setup $(VENV)/.page-ready
	@$(BIN)/python -m tests.page.chromium

firefox: setup $(VENV)/.page-ready
	@$(BIN)/python -m tests.page.gecko

pyodide: tests/pyodide/node_modules/.ready tests/pyodide/wheels/.ready

tests/pyodide/node_modules/.ready: tests/pyodide/package-lock.json
	cd tests/pyodide && npm ci --silent --no-audit --no-fund
	@touch $@

tests/pyodide/wheels/.ready: requirements/pyodide.txt
	$(PYTHON) -m pip download -q --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes -r $< \
	  --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 -d $(dir $@)
	@touch $@

pins: setup ## newest versions of the developers' tools
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q --upgrade --generate-hashes --no-header --no-annotate --python-version 3.11 requirements/dev.in -o requirements/dev.txt
	$(BIN)/uv pip compile -q --upgrade --generate-hashes --no-header --no-annotate --python-version 3.11 requirements/page.in -o requirements/page.txt

clean: ## everything that can be made again
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf tests/pyodide/node_modules tests/pyodide/wheels bench/.peers web/node_modules src/casting_shadows/page
	rm -rf bench/page_tools/node_modules tests/page/firefox/node_modules
