"""How a figure travels: a journey is a list of stages, drawn with what each lost, added or changed on the way."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from claimcheck.claims.texts.journeys import details_of, step
from claimcheck.report.pages.claims import BookDirective
from claimcheck.report.parts.markup import slug
from claimcheck.report.parts.templates import part

_OPEN = "cc-journey"


class JourneyDirective(BookDirective):
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
            return self.warn("journey %r holds something else than stages", title)
        listed = nodes.enumerated_list(classes=["cc-journey"], enumtype="arabic", prefix="", suffix=".")
        listed.extend(stages)
        return [*self.html(part("travel", "table", title, known, journey["stages"])), listed]


class StageDirective(BookDirective):
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
            item += self.html(part("travel", "step", made))
        return [item]
