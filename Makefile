# Two commands matter: `make book` and `make test`. `make help` lists the rest.
# Everything is installed into .venv and node_modules, nothing anywhere else.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# pip compiles nothing here, so that Python must be free to keep what it compiles.
unexport PYTHONDONTWRITEBYTECODE

# The interpreter that makes the environment: PYTHON=/path/to/python overrides the search.
PYTHON ?=
# What installs and what is installed. Scripts are configured where they live.
INSTALL := claimcheck/build/install
SCRIPTS := claimcheck/site
VENV := .venv
BIN := $(VENV)/bin
ENVIRONMENT := $(VENV)/.made
NODE := node_modules/.made
# What was checked, and what was built of it: make goes by the times of these files.
CHECKED := _build/.checked
RERUN := _build/.rerun
SITE := _build/.made
# The parts that are older than what they are made from are collected, and then done at once; by `make book site` once.
PARTS :=
BUILD = $(if $(PARTS),$(BIN)/python -m claimcheck.build $(PARTS),echo 'nothing has changed: open _build/html/index.html') \
	$(eval PARTS :=)
# The validator of the site's croissant.json and the schema of CITATION.cff, likewise: only `make test` needs them.
METADATA := $(VENV)/metadata/.made

# A file that holds what it held has the time that it had, whatever git did with it meanwhile.
$(if $(wildcard $(BIN)/python),$(shell $(BIN)/python -I claimcheck/build/times.py))
# What each is made from. A folder of data/ is as new as the last file that was added to it or deleted.
DATA := $(shell find data)
CODE := $(shell find claimcheck -name '*.py' -o -name '*.sql' -o -name '*.yml')
LOOK := $(shell find claimcheck/site claimcheck/charts/fonts -type f -not -name '*.py' -not -name '*.pyc')
NOTEBOOKS := $(wildcard notebooks/*.py notebooks/*.ipynb)
# Of these Sphinx knows which page changed. Those of articles, companies and chips are made from data/.
PROSE := $(shell find book -type f -not -path 'book/*/*/*' -not -path 'book/companies/*' -not -path 'book/chips/*')
# Pages name the commit that they are made from.
DESCRIBED := _config.yml _toc.yml CITATION.cff CHANGELOG.md $(wildcard _build/.head)

# uv, likewise: only `make lock` needs it. Versions that a file pins already stay, unless the .in file asks for others.
LOCK := $(VENV)/lock/.made
COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(VENV)/lock/bin/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url
# Installs what a file of $(INSTALL) pins into an environment of its own. What has no wheel is built, with the setuptools of
# the same file, which is installed first: a build of its own would fetch one that nobody has pinned.
INTO = $(BIN)/python -m pip --python $(@D)/bin/python install --quiet --disable-pip-version-check --no-compile \
	--no-deps --require-hashes
PINNED = $(BIN)/python -m venv --clear --without-pip $(@D) && \
	sed -n '/^setuptools==/,/[^\\]$$/p' $< >$(@D)/setuptools.txt && \
	for file in $(@D)/setuptools.txt $<; do $(INTO) --no-build-isolation -r $$file; done

.PHONY: help book site test lint notebooks release ingest verify lock clean

help: ## this list
	@echo 'usage: make TARGET'
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 13

book: $(CHECKED) $(RERUN) $(SITE) ## check the data, rerun the notebooks, build the site into _build/html; only what has changed
	@$(BUILD)

site: $(SITE) ## build the site only, from what is recorded: for a changed sentence
	@$(BUILD)

test: lint $(METADATA) book ## all tests, in a browser too; ARGS='-k name': some; ARGS='-m every': the weekly ones
	@echo '== tests'
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

lint: $(ENVIRONMENT) $(NODE) ## ruff; eslint and the type checker for the site's scripts
	@echo '== lint'
	@$(BIN)/ruff check --quiet .
	@NODE_OPTIONS=--disable-warning=ExperimentalWarning $(BIN)/node node_modules/.bin/eslint \
		--config $(SCRIPTS)/eslint.config.mjs $(SCRIPTS)
	@for file in tsconfig tsconfig.older; do $(BIN)/node node_modules/.bin/tsc --project $(SCRIPTS)/$$file.json; done
	@echo 'no findings'

notebooks: $(ENVIRONMENT) ## run the notebooks' text forms, all or ARGS='cost wins', and record notebooks/*.ipynb
	@$(BIN)/python -m claimcheck.build record $(ARGS)

# Equal sites give equal archives: entries are sorted, and their times, owner and mode are fixed.
release: book ## the site as an edition's archive, in _build/release; refuses what is no edition
	@! grep -n '^## Unreleased' CHANGELOG.md || { echo 'CHANGELOG.md: what is new has no version and day' >&2; exit 2; }
	@[ -z "$$(git status --porcelain)" ] || { echo 'an edition is what its commit holds: see git status' >&2; exit 2; }
	@mkdir -p _build/release
	@tar --create --file=_build/release/claimcheck-$$(sed -n 's/^version: //p' CITATION.cff).tar.gz --sort=name \
		--use-compress-program='gzip -9n' --mtime="$$(sed -n 's/^date-released: //p' CITATION.cff) 00:00Z" \
		--owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --exclude=./.buildinfo --directory=_build/html .
	@sha256sum _build/release/*.tar.gz

ingest: $(ENVIRONMENT) ## read the repositories under UPSTREAM=DIR and write data/; ROUND='v6.0 v5.1': only their rows
	@$(if $(UPSTREAM),$(BIN)/claimcheck ingest --upstream '$(UPSTREAM)' $(if $(ROUND),--round $(ROUND)),$(no-upstream))

verify: $(ENVIRONMENT) ## rebuild data/ from UPSTREAM=DIR and compare it cell by cell; ROUND: as above; WRITE=1 records it
	@$(if $(UPSTREAM),$(BIN)/claimcheck verify --upstream '$(UPSTREAM)' $(if $(ROUND),--round $(ROUND)) \
		$(if $(WRITE),--write),$(no-upstream))

lock: $(ENVIRONMENT) $(LOCK) ## write all pins with their hashes, after a version was changed
	@$(COMPILE) $(INSTALL)/requirements.in -o requirements.txt
	@$(COMPILE) $(INSTALL)/metadata.in -o $(INSTALL)/metadata.txt
	@for name in cff-schema lock; do $(COMPILE) --no-deps $(INSTALL)/$$name.in -o $(INSTALL)/$$name.txt; done
	@cd $(SCRIPTS) && PATH='$(CURDIR)/$(BIN)':"$$PATH" npm install --package-lock-only --ignore-scripts

clean: ## remove everything that make has made
	rm -rf $(VENV) node_modules _build claimcheck.egg-info .pytest_cache .ruff_cache

define no-upstream
echo 'usage: make $@ UPSTREAM=DIR  (DIR holds the upstream repositories as git directories)' >&2; exit 2
endef

$(ENVIRONMENT): requirements.txt $(INSTALL)/environment
	@bash $(INSTALL)/environment '$(VENV)' '$(PYTHON)'
	@touch $@

$(METADATA): $(INSTALL)/metadata.txt $(INSTALL)/cff-schema.txt $(ENVIRONMENT)
	@$(PINNED)
	@$(INTO) -r $(INSTALL)/cff-schema.txt --target $(@D)/cff
	@touch $@

$(LOCK): $(INSTALL)/lock.txt $(ENVIRONMENT)
	@$(PINNED)
	@touch $@

$(NODE): $(SCRIPTS)/package.json $(SCRIPTS)/package-lock.json $(ENVIRONMENT)
	@bash $(INSTALL)/npm '$(BIN)' $(SCRIPTS)
	@touch $@

$(CHECKED): $(ENVIRONMENT) $(DATA) $(CODE)
	$(eval PARTS += data)

# Only the notebooks that changed, unless something else has changed as well.
$(RERUN): $(ENVIRONMENT) $(DATA) $(CODE) $(NOTEBOOKS)
	$(eval PARTS += notebooks $(if $(filter-out notebooks/%,$?),,$?))

# What pages depend on besides their own text Sphinx does not know: then it begins again.
$(SITE): $(ENVIRONMENT) $(NODE) $(DATA) $(CODE) $(LOOK) $(DESCRIBED) $(NOTEBOOKS) $(PROSE)
	$(eval PARTS += site $(if $(filter-out $(NOTEBOOKS) $(PROSE),$?),again))
