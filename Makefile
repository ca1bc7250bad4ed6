# Two commands matter: `make book` and `make test`. `make help` lists the rest.
# Everything is installed into .venv and node_modules, nothing anywhere else.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# Each target uses all cores itself, and most write into _build.
.NOTPARALLEL:
# pip compiles nothing here, so that Python must be free to keep what it compiles.
unexport PYTHONDONTWRITEBYTECODE

# The interpreter that makes the environment: PYTHON=/path/to/python overrides the search.
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
ENVIRONMENT := $(VENV)/.made
NODE := node_modules/.made
SITE := _build/.made
# The validator of data/croissant.json and the schema of CITATION.cff, likewise: only `make test` needs them.
METADATA := $(VENV)/metadata/.made

# What the site is made from; a path that is not there yet is no error.
SOURCES := $(shell find _config.yml _toc.yml CITATION.cff CHANGELOG.md book notebooks data claimcheck -type f \
	-not -name '*.pyc' -not -path '*/.ipynb_checkpoints/*' 2>/dev/null)

# Asks the index for the hashes of what is pinned, likewise: only `make lock` needs it.
LOCK := $(VENV)/lock/.made
# Installs what a file of tools/ pins into an environment of its own. What has no wheel is built, with the setuptools of
# the same file, which is installed first: a build of its own would fetch one that nobody has pinned.
PINNED = $(BIN)/python -m venv --clear $(@D) && \
	sed -n '/^setuptools==/,/[^\\]$$/p' $< >$(@D)/setuptools.txt && \
	for file in $(@D)/setuptools.txt $<; do $(@D)/bin/python -m pip install --quiet --disable-pip-version-check \
	--no-deps --no-build-isolation --require-hashes -r $$file; done

.PHONY: help book memo pdf test lint notebooks look same release ingest verify lock clean

help: ## this list
	@echo 'usage: make TARGET'
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 13

book: $(ENVIRONMENT) $(NODE) ## check data and notebooks, rerun every notebook, build the site into _build/html
	@$(BIN)/python -m claimcheck.build

memo: $(ENVIRONMENT) $(NODE) ## print the brief on the headline claims, two pages, into _build/memo.pdf
	@$(BIN)/python -m claimcheck.paper.memo

pdf: $(ENVIRONMENT) $(NODE) $(SITE) ## print the whole report into _build/report.pdf
	@$(BIN)/python -m claimcheck.paper.report

test: lint $(NODE) $(METADATA) $(SITE) ## all tests, those in a browser too; ARGS='-k name' narrows them down
	@echo '== tests'
	@$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

lint: $(ENVIRONMENT) $(NODE) ## ruff; eslint and the type checker for the site's scripts
	@echo '== lint'
	@$(BIN)/ruff check --quiet .
	@$(BIN)/node node_modules/.bin/eslint claimcheck/site/static
	@$(BIN)/node node_modules/.bin/tsc && $(BIN)/node node_modules/.bin/tsc --project tsconfig.older.json
	@echo 'no findings'

notebooks: $(ENVIRONMENT) ## run the notebooks' text forms and record notebooks/*.ipynb anew
	@$(BIN)/python -m claimcheck.notebooks

look: $(ENVIRONMENT) $(NODE) $(SITE) ## pictures of every page, light, dark, wide and narrow, into _build/look; axe on each
	@$(BIN)/python -m tests.site.look $(ARGS)

same: $(ENVIRONMENT) $(NODE) ## build the site twice, in two folders and under two settings, and compare every byte
	@$(BIN)/python -m tests.site.same

release: $(SITE) ## the site as an edition's archive, in _build/release; EARLIER=DIR has the archives of earlier editions
	@$(BIN)/python -m claimcheck.release $(if $(EARLIER),--earlier '$(EARLIER)')

ingest: $(ENVIRONMENT) ## read the repositories under UPSTREAM=DIR and write data/; ROUND='v6.0 v5.1': only their rows
	@$(if $(UPSTREAM),$(BIN)/claimcheck ingest --upstream '$(UPSTREAM)' $(if $(ROUND),--round $(ROUND)),$(no-upstream))

verify: $(ENVIRONMENT) ## rebuild data/ from UPSTREAM=DIR and compare it cell by cell; ROUND: as above; WRITE=1 records it
	@$(if $(UPSTREAM),$(BIN)/claimcheck verify --upstream '$(UPSTREAM)' $(if $(ROUND),--round $(ROUND)) \
		$(if $(WRITE),--write),$(no-upstream))

lock: $(ENVIRONMENT) $(LOCK) ## write the hashes of all pinned packages, after a version was changed
	@$(VENV)/lock/bin/python tools/lock requirements.txt tools/*.txt

clean: ## remove everything that make has made
	rm -rf $(VENV) node_modules _build claimcheck.egg-info .pytest_cache .ruff_cache

define no-upstream
echo 'usage: make $@ UPSTREAM=DIR  (DIR holds the upstream repositories as git directories)' >&2; exit 2
endef

$(ENVIRONMENT): requirements.txt pyproject.toml tools/environment
	@bash tools/environment '$(VENV)' '$(PYTHON)'
	@touch $@

$(METADATA): tools/metadata.txt tools/cff-schema.txt $(ENVIRONMENT)
	@$(PINNED)
	@$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
		-r tools/cff-schema.txt --target $(@D)/cff
	@touch $@

$(LOCK): tools/lock.txt $(ENVIRONMENT)
	@$(PINNED)
	@touch $@

$(NODE): package.json package-lock.json $(ENVIRONMENT)
	@bash tools/npm '$(BIN)'
	@touch $@

$(SITE): $(ENVIRONMENT) $(NODE) $(SOURCES)
	@$(BIN)/python -m claimcheck.build
