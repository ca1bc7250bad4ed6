"""A claim's page for machines: schema.org's ClaimReview as JSON-LD."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimcheck.publication import Edition
from claimcheck.site.markup import script_json


def claim_review(claim: Any, articles: Mapping[str, Any], edition: Edition) -> dict[str, Any]:
    """The review of a claim: what was claimed, by which articles, and the verdict in words.

    The rating has no number: verdicts are kinds of answer and not steps of a scale. See schema.org/ClaimReview.
    Raises KeyError for an article that is not known.
    """
    said = [articles[key] for key in claim.articles]
    authors = [{"@type": a.kind, "name": a.author} for a in said]
    appearances = [
        {"@type": "Article", "headline": a.title, "datePublished": a.date, "author": author}
        for a, author in zip(said, authors, strict=True)
    ]
    ours = {"@type": "Organization", "name": "claimcheck", "url": edition.address}
    return {
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "url": edition.page(claim.address),
        "datePublished": edition.release.isoformat(),
        "author": ours,
        "claimReviewed": claim.statement,
        "itemReviewed": {
            "@type": "Claim",
            "author": authors,
            "datePublished": min(a.date for a in said),
            "appearance": appearances,
        },
        "reviewRating": {"@type": "Rating", "alternateName": claim.verdict, "author": ours},
        "version": edition.version,
    }


def review_script(claim: Any, articles: Mapping[str, Any], edition: Edition) -> str:
    """``claim_review`` as a script element that no text in it can end."""
    return f'<script type="application/ld+json">{script_json(claim_review(claim, articles, edition))}</script>'
