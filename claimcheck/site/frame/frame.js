/* The frame of a page: drawers, the section that is being read, what scrolls. */
(() => {
  "use strict";

  /* A drawer closes when a link in it was followed on this page. */
  document.addEventListener("click", ({ target }) => {
    /** @type {HTMLElement} */
    const drawer = target instanceof HTMLElement && target.closest("a")?.closest(".cc-drawer:popover-open");
    if (drawer) drawer.hidePopover();
  });

  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("#cc-sections a");
  const targetOf = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1)));
  const sections = [...links].map((link) => ({ link, target: targetOf(link) }));
  if (sections.length) {
    const mark = () => {
      const read = sections.filter(({ target }) => target.getBoundingClientRect().top < 140).at(-1);
      for (const section of sections) section.link.ariaCurrent = section === read ? "true" : null;
    };
    // Browsers tell of it once a frame.
    addEventListener("scroll", mark, { passive: true });
    mark();
  }

  /* A heading leads to its own address. */
  for (const heading of document.querySelectorAll("section[id] > :is(h1, h2, h3, h4)")) {
    const href = `#${heading.parentElement.id}`;
    const link = { className: "headerlink", href, title: "Link to this heading", textContent: "\u00b6" };
    heading.append(window.claimcheckTable.make("a", link));
  }

  /* Tables that a narrow screen displays as blocks lose their meaning there unless their roles are written out. */
  const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
  const within = ":is(.cc-stack, .cc-stack *)";
  document.querySelectorAll(".cc-stack").forEach(window.claimcheckTable.label);
  for (const part of document.querySelectorAll(`${within}:is(table, thead, tbody, tr, td, th)`)) {
    const head = part.getAttribute("scope") === "row" ? "rowheader" : "columnheader";
    part.setAttribute("role", ROLES[part.tagName] ?? head);
  }

  /* Code or a table that scrolls sideways must be reachable by keyboard. */
  const sizes = new ResizeObserver((blocks) => {
    for (const { target } of blocks) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  });
  const wide = document.querySelectorAll("div.highlight pre, div.cell_output :is(pre, .text_html)");
  wide.forEach((block) => sizes.observe(block));
})();
