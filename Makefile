# provebest: what a contributor can do. `make help` lists it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1

# What the package is made of: when any of it changes, it is built and installed again.
SOURCES := pyproject.toml CMakeLists.txt $(shell find src native -type f -not -path '*/__pycache__/*' -not -name '*.so')
WHEEL   := build/wheel/built
PAGE    := src/provebest/web/static/index.html
PAGE_SOURCES := web/package.json web/package-lock.json web/tsconfig.json web/build.mjs $(wildcard web/src/*)

.DEFAULT_GOAL := help
.PHONY: help demo test lint docs docs-serve bench web web-test native-test sanitize tsan fuzz soak wheel-test clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/installed ## set up, analyse a chess position and print the argument
	$(BIN)/provebest analyse "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1" --control classic

test: $(VENV)/tested-with ## set up and run the tests
	$(BIN)/python -m pytest -n auto -q

lint: $(VENV)/linted-with ## formatting, lint, types, stubs, and who may import whom
	$(BIN)/ruff format --check src tests studies tools
	$(BIN)/ruff check src tests studies tools
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest provebest._native --allowlist tools/stubtest-allowlist.txt
	$(BIN)/lint-imports

# The variable silences a notice about the successors of mkdocs, which is not about our pages.
docs docs-serve: export NO_MKDOCS_2_WARNING = 1
docs: $(VENV)/documented-with ## the documentation as a site in build/site; a warning is an error
	$(BIN)/mkdocs build --strict
	@echo "open build/site/index.html"

docs-serve: $(VENV)/documented-with ## the same on http://127.0.0.1:8000, built again when a page changes
	$(BIN)/mkdocs serve

web: $(VENV)/webbed-with ## build the page of `provebest serve`, then open it with .venv/bin/provebest serve
	@echo "now run: $(BIN)/provebest serve"

web-test: $(VENV)/tested-with $(VENV)/webbed-with ## the page in a real browser, and its server
	$(BIN)/python -m pytest -q -n auto tests/web

bench: $(VENV)/benched-with ## the signature of the searches, and the race against other packages
	$(BIN)/provebest bench --rivals

native-test: ## the C++ core's own tests, without Python
	sh tools/native-tests.sh build/native-tests OFF

sanitize: ## the same under AddressSanitizer and UBSan
	sh tools/native-tests.sh build/native-sanitize ON

tsan: ## the tests of threads under the thread sanitizer
	sh tools/native-tests.sh build/native-tsan OFF threads_test_tsan

FUZZ_SECONDS ?= 120
FUZZ_SEED    ?= $(shell date +%s)
fuzz: $(VENV)/tested-with ## native code under the sanitizers, then every reader, each for FUZZ_SECONDS (120)
	cmake -S . -B build/native-sanitize -DPROVEBEST_NATIVE_TESTS=ON -DPROVEBEST_SANITIZE=ON \
	    -DCMAKE_BUILD_TYPE=Release >/dev/null
	cmake --build build/native-sanitize --target chess_fuzz --parallel >/dev/null
	build/native-sanitize/chess_fuzz $(FUZZ_SECONDS) $(FUZZ_SEED)
	$(BIN)/python tests/laws/fuzz_readers.py --seconds $(FUZZ_SECONDS) --first $(FUZZ_SEED)

SOAK_MINUTES ?= 60
SOAK_SEED    ?= $(shell date +%s)
soak: $(VENV)/tested-with ## everything at random for SOAK_MINUTES (60): full disks, kills, hostile input
	$(BIN)/python tests/laws/soak.py --minutes $(SOAK_MINUTES) --seed $(SOAK_SEED)

wheel-test: ## build sources and wheels, install them without a compiler, test them outside the checkout
	sh tools/wheel-test.sh

clean: ## remove everything that was built
	rm -rf $(VENV) build dist web/node_modules src/provebest/web/static .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	sh tools/make-venv.sh $(PYTHON) $(VENV)

# The page is bundled from TypeScript and npm's packages; only this needs node.
$(PAGE): $(PAGE_SOURCES)
	sh tools/build-page.sh

# One wheel for every use, so that the core is compiled once after a change.
$(WHEEL): $(BIN)/python $(SOURCES)
	rm -rf build/wheel
	$(BIN)/pip wheel -q --no-deps --wheel-dir build/wheel .
	@touch $@

# The wheel has the page if it is there already, or if somebody asks for it.
ifneq (,$(filter web web-test $(VENV)/webbed-with,$(MAKECMDGOALS)))
$(WHEEL): $(PAGE)
endif

# One install each, with what that use needs besides.
$(VENV)/webbed-with: EXTRA = [web]
$(VENV)/installed: EXTRA =
$(VENV)/tested-with: EXTRA = [test]
$(VENV)/linted-with: EXTRA = [lint]
$(VENV)/documented-with: EXTRA = [docs]
$(VENV)/benched-with: EXTRA = [bench,openspiel]
$(VENV)/guested-with: EXTRA = [openspiel,postgres,ray]
$(VENV)/installed $(VENV)/tested-with $(VENV)/linted-with $(VENV)/documented-with $(VENV)/benched-with \
    $(VENV)/webbed-with $(VENV)/guested-with: $(WHEEL)
	$(BIN)/pip install -q --force-reinstall --no-deps build/wheel/*.whl
	$(BIN)/pip install -q "$$(echo build/wheel/*.whl)$(EXTRA)"
	@touch $@
