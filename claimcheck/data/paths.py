"""Where each file of the folder ``data/`` is, and where the site serves it.

Names in capitals are paths below ``data/``; those of a register of claims are below its own folder in ``CLAIMS``.
"""

from __future__ import annotations

from pathlib import Path

# In a checkout: the tables are no part of what ``pip install .`` copies.
DATA_DIR = Path(__file__).resolve().parents[2] / "data"
README = "README.md"
SCHEMA = "schema.yml"

# Tables: read from upstream, made from other tables, typed by hand.
INGESTED, DERIVED, TYPED = "tables", "derived", "typed"
NUMBERS = f"{DERIVED}/numbers.csv"
CLAIM_RESULTS = f"{DERIVED}/claims.json"
# Cells of rows that come from elsewhere, by the table that they belong to.
TRAINING_TIMES = f"{TYPED}/training_published_values.csv"
POWER, LOGGED_TOKENS = f"{TYPED}/inference_power.csv", f"{TYPED}/inference_v4.0_tokens.csv"

# What a person maintains, each entry with its source.
FACTS = "facts"
ACCURACY = f"{FACTS}/accuracy.yml"
BENCHMARKS = f"{FACTS}/benchmarks.yml"
CORRECTIONS = f"{FACTS}/corrections.yml"
ERRATA = f"{FACTS}/errata.yml"
KNOWN_EXCEPTIONS = f"{FACTS}/known_exceptions.yml"
MECHANISM_FIGURES = f"{FACTS}/mechanism_figures.yml"
MECHANISMS = f"{FACTS}/mechanisms.yml"
NAMES = f"{FACTS}/names.yml"
NEXT_ROUND = f"{FACTS}/next_round.yml"
PARTNERS = f"{FACTS}/partners.yml"
PREDICTIONS = f"{FACTS}/predictions.yml"
PRICES = f"{FACTS}/prices.yml"
QUESTIONS = f"{FACTS}/questions.yml"
REPLIES = f"{FACTS}/replies.yml"
ROUNDS = f"{FACTS}/rounds.yml"
SETTINGS = f"{FACTS}/settings.yml"
TRAINING = f"{FACTS}/training.yml"
VENDORS = f"{FACTS}/vendors.yml"

# Registers of claims, a folder each, and the files in such a folder.
CLAIMS = "claims"
REGISTER_FILE = "register.yml"
CLAIMS_FILE = "claims.yml"
ARTICLES_FILE = "articles.yml"

# The folder of the site that serves data/, and in it that of the tables.
PUBLISHED = "data"
PARQUET = "parquet"
# Around data/, what prints numbers of ours: pages, and notebooks in both forms.
PAGE_FILES = ("book/**/*.md", "notebooks/*.py", "notebooks/*.ipynb")
