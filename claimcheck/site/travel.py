"""How a figure travels: a journey is a list of stages, drawn with what each lost, added or changed on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck.claims.journeys import Step, details_of, step
from claimcheck.site.markup import esc, slug, table_body, table_heads, table_row, tag

logger = logging.getLogger(__name__)

_OPEN = "cc-journey"
# How a detail stands at a stage, with a sign and words.
_MARKS = {
    "said": ("\N{BLACK CIRCLE}", "said"),
    "added": ("\N{BLACK DIAMOND}", "added here"),
    "changed": ("\N{BLACK UP-POINTING TRIANGLE}", "changed here"),
    "absent": ("\N{MIDDLE DOT}", "not said"),
}


class JourneyDirective(SphinxDirective):
    """``journey <title>``: the stages inside it, after a table of the details that each still gives.

    ``details``: names of the details, separated by commas, in the order of the table.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"details": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The table and the list of stages."""
        title = self.arguments[0]
        known = [name.strip() for name in self.options.get("details", "").split(",") if name.strip()]
        journey: dict[str, Any] = {"id": slug(title), "details": known, "stages": []}
        outer, self.env.temp_data[_OPEN] = self.env.temp_data.get(_OPEN), journey
        holder = nodes.Element()
        self.state.nested_parse(self.content, self.content_offset, holder)
        self.env.temp_data[_OPEN] = outer
        stages = [node for node in holder.children if isinstance(node, nodes.list_item)]
        if not stages or len(stages) != len(holder.children):
            logger.warning("journey %r holds something else than stages", title, location=self.get_location())
            return []
        listed = nodes.enumerated_list(classes=["cc-journey"], enumtype="arabic", prefix="", suffix=".")
        listed.extend(stages)
        return [nodes.raw("", table_html(title, known, journey["stages"]), format="html"), listed]


class StageDirective(SphinxDirective):
    """``stage <what is said>``, inside a journey: the text inside it tells what happened.

    ``by``: who says it; ``says``: the details that it gives, ``detail`` or ``detail = value``; ``after``: the number of
    the stage that it follows, if not the one before.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "by": directives.unchanged_required,
        "says": directives.unchanged,
        "after": directives.positive_int,
    }

    def run(self) -> list[nodes.Node]:
        """An item of the journey's list."""
        journey = self.env.temp_data.get(_OPEN)
        if journey is None:
            raise self.error("a stage stands in a journey")
        done = journey["stages"]
        after = self.options.get("after", len(done))
        if after > len(done):
            raise self.error(f"stage {len(done) + 1} cannot follow stage {after}")
        try:
            says = details_of(self.options.get("says", ""), journey["details"])
        except ValueError as error:
            raise self.error(str(error)) from error
        made = step(done[after - 1]["says"], says) if after else None
        number = len(done) + 1
        anchor = f"stage-{journey['id']}-{number}"
        done.append({"says": says, "step": made, "anchor": anchor, "title": self.arguments[0]})
        item = nodes.list_item(classes=["cc-stage"], ids=[anchor])
        figure = nodes.paragraph(classes=["cc-stage__says"])
        figure += self.state.inline_text(self.arguments[0], self.lineno)[0]
        item += figure
        follows = f", after stage {after}" if after not in (0, number - 1) else ""
        item += nodes.paragraph("", f"{self.options.get('by', '')}{follows}", classes=["cc-stage__by"])
        self.state.nested_parse(self.content, self.content_offset, item)
        if made is not None:
            item += nodes.raw("", step_html(made), format="html")
        return [item]


def step_html(made: Step) -> str:
    """What a stage lost, changed and added."""
    changed = [f"{esc(k)}: {esc(old)} \N{RIGHTWARDS ARROW} {esc(new)}" for k, old, new in made.changed]
    lines = {
        "lost": ("Lost", [esc(name) for name in made.lost]),
        "changed": ("Changed", changed),
        "added": ("Added", [esc(name) for name in made.added]),
    }
    items = [
        tag("li", tag("b", f"{word}:") + " " + "; ".join(names), f"cc-step cc-step--{kind}")
        for kind, (word, names) in lines.items()
        if names
    ]
    return tag("ul", "".join(items), "cc-steps") if items else tag("p", "Nothing lost, nothing added.", "cc-steps")


def table_html(title: str, details: Sequence[str], stages: Sequence[Mapping[str, Any]]) -> str:
    """Details down, stages across: which stage still gives which detail."""
    heads = [
        tag("a", f'{tag("span", "stage ", "cc-visually-hidden")}{i}', href=f"#{stage['anchor']}")
        for i, stage in enumerate(stages, 1)
    ]
    rows = []
    for name in details:
        cells = "".join(tag("td", _mark(name, stage), role="cell") for stage in stages)
        rows.append(table_row(tag("th", esc(name), scope="row", role="rowheader") + cells))
    caption = tag("caption", esc(f"{title}: what each stage still says"))
    inside = caption + table_heads([tag("span", "Stage", "cc-visually-hidden"), *heads]) + table_body(rows)
    key = "; ".join(f"{sign} {words}" for sign, words in _MARKS.values())
    note = tag("p", esc(key), "cc-table__note", aria_hidden="true")
    return tag("div", tag("table", inside, role="table") + note, "cc-carried")


def _mark(name: str, stage: Mapping[str, Any]) -> str:
    kind = "absent"
    if name in stage["says"]:
        made = stage["step"]
        kind = "said"
        if made is not None and name in made.added:
            kind = "added"
        if made is not None and name in {changed[0] for changed in made.changed}:
            kind = "changed"
    sign, words = _MARKS[kind]
    shown = tag("span", sign, f"cc-carried__mark cc-carried__mark--{kind}", aria_hidden="true")
    return shown + tag("span", words, "cc-visually-hidden")
