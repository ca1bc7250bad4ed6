"""A figure as data: a Vega-Lite chart with the words that belong to it.

A notebook's last expression evaluates to a :class:`Figure`. It emits one JSON object
(``application/vnd.claimcheck.figure+json``) and plain text, both the same at every run,
so that a notebook test can compare them. Drawing is left to ``claimcheck.site``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from claimcheck.charts import theme

MIME = "application/vnd.claimcheck.figure+json"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Figure:
    """A chart that states a finding, with its evidence.

    ``id``: lower-case letters, digits and hyphens; the page anchor is ``fig-<id>``, for good.
    ``chart``: an Altair chart, about 700 px wide (``theme.WIDE``).
    ``title``: the finding, one sentence.
    ``description``: what a reader who cannot see the chart needs: what is drawn and what it shows.
    ``caption``: plain text, paragraphs divided by blank lines; web addresses become links.
    ``row_ids``: the table rows that the chart draws.
    ``narrow``: the same finding drawn for a phone, about 335 px wide (``theme.NARROW``). Without
    it a narrow screen scrolls the wide chart sideways.
    ``live``: turn interactive by itself when the reader reaches it (sliders); otherwise on demand.

    Raises ValueError for a malformed id, empty words, or a colour scale that cannot follow dark
    mode, and Altair's SchemaValidationError for an invalid chart, both when the figure is made.
    """

    id: str
    chart: Any
    title: str
    description: str
    caption: str
    row_ids: tuple[str, ...] = ()
    narrow: Any = None
    live: bool = False
    _data: dict[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"figure id {self.id!r}: use lower-case letters, digits and single hyphens")
        for name in ("title", "description", "caption"):
            if not getattr(self, name).strip():
                raise ValueError(f"figure {self.id}: {name} is empty")
        spec, datasets = _specification(self.chart, self.id)
        narrow = None
        if self.narrow is not None:
            narrow, more = _specification(self.narrow, self.id)
            datasets = {**datasets, **more}
        data = {
            "caption": self.caption,
            "datasets": datasets,
            "description": self.description,
            "id": self.id,
            "live": self.live,
            "narrow": narrow,
            "row_ids": [str(row) for row in self.row_ids],
            "spec": spec,
            "title": self.title,
        }
        # Through text and back: what is stored is exactly what a notebook file will hold, and a
        # value that JSON cannot carry fails here, where the chart is made.
        text = json.dumps(data, sort_keys=True, allow_nan=False)
        object.__setattr__(self, "_data", json.loads(text))

    def to_dict(self) -> dict[str, Any]:
        """The figure as a JSON object; datasets are shared by the wide and the narrow chart."""
        return json.loads(json.dumps(self._data))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {MIME: self.to_dict(), "text/plain": f"{self.title}\n{self.description}"}


def specifications(data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The complete Vega-Lite specifications in a figure's JSON object: ``wide`` and, if any, ``narrow``.

    Each gets back the datasets that it names. Raises KeyError when the object is no figure.
    """
    found = {"wide": data["spec"], "narrow": data.get("narrow")}
    return {
        name: {**spec, "datasets": {k: data["datasets"][k] for k in sorted(_dataset_names(spec))}}
        for name, spec in found.items()
        if spec is not None
    }


def _specification(chart: Any, figure_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
    # Altair names datasets, views and parameters by hashes of their content since 6.0, so the
    # same chart gives the same names in every process.
    with alt.theme.enable("none"):
        spec = chart.to_dict()
    if (fault := theme.interpolates_variables(spec)) is not None:
        raise ValueError(
            f"figure {figure_id}: {fault} interpolates CSS variables, which Vega draws black;"
            " use theme.step_scale or plain colours"
        )
    datasets = spec.pop("datasets", {})
    return theme.with_theme(spec), datasets


def _dataset_names(spec: Any) -> set[str]:
    if isinstance(spec, list):
        return set().union(*map(_dataset_names, spec))
    if not isinstance(spec, dict):
        return set()
    data = spec.get("data")
    own = {data["name"]} if isinstance(data, dict) and "name" in data and "values" not in data else set()
    return own.union(*(_dataset_names(v) for k, v in spec.items() if k != "config"))
