/* The page of all results. What is chosen is in the address after "#"; the packed tables are loaded when they are
 * wanted. */
(() => {
  "use strict";

  // So many columns are shown unless a reader chooses others.
  const USUALLY = 9;
  const NUMERIC = ["accelerators", "value", "per_accelerator", "nodes"];
  // What a saved file has next to the columns of the table.
  const SAVED = ["row_id", "system", "accelerator_vendor", "unit", "higher_is_better"];
  /** @type {Record<string, string>} */
  const TAKEN = {
    published: "Row of the published table", log: "Line of the run's log",
    experiments: "MLCommons' record of its experiments", typed: "Result page, from which the row was typed",
  };
  const NONE = "none given";
  // The table that rows were typed from has at most so many characters of a software text.
  const SOFTWARE = 80;
  const CUT = ` … (${SOFTWARE} characters are all that our source of this round gives, so the rest may be missing)`;
  const NEWEST = "-round";
  // The address of a page without a filter, which the bare address is not.
  const ALL = "all";

  const { LONGEST, make, begin, button, copies, heading: sortable, download, footnote } = window.claimcheckTable;
  const { addressOf, loadTable, resultSet, sourceLine, sourcesOf } = window.claimcheckEngine;

  /** @param {number} value */
  const number = (value) =>
    value.toLocaleString("en", value >= 100 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 5 });

  /** @param {Cell} cell */
  const shown = (cell) => (cell === null ? "–" : typeof cell === "number" ? number(cell) : String(cell));

  /** @param {HTMLElement} root */
  const prepare = (root) => {
    const addresses = /** @type {Record<string, string>} */ (root.dataset);
    /** @type {Words} */
    const LABELS = Object.fromEntries(JSON.parse(addresses.labels));
    const ROWS = Number(addresses.rows);
    const USUAL = Object.keys(LABELS).slice(0, USUALLY);
    const SORTS = Object.keys(LABELS).flatMap((name) => [name, `-${name}`]);

    const load = (/** @type {string} */ name) => loadTable(name, addresses.root);
    /** @param {ResultTable} all */
    const start = (all) => {
      const results = resultSet(all);
      const FIRST = { chosen: {}, query: "", sort: NEWEST, columns: USUAL, page: 1, row: null };

      // A bare address has the selection that the page opens with.
      /** @returns {ResultState} */
      const read = (address = location.hash.slice(1) || addresses.opening) => {
        // Edition 1.0 called a product a chip.
        const said = new URLSearchParams(address.replace(/(^|&|columns=[^&]*?)chip\b/g, "$1product"));
        const [query, sort, named] = ["q", "sort", "columns"].map((name) => said.get(name) ?? "");
        const columns = [...new Set(named.split(","))].filter((name) => Object.hasOwn(LABELS, name));
        const chosen = Object.fromEntries(
          results.facets.map((name) => [name, [...new Set(said.getAll(name))].slice(0, results.options(name).length)]),
        );
        return {
          chosen,
          query: query.slice(0, LONGEST),
          sort: SORTS.includes(sort) ? sort : NEWEST,
          columns: columns.length ? columns : USUAL,
          cut:
            query.length > LONGEST ||
            (sort !== "" && !SORTS.includes(sort)) ||
            (named !== "" && columns.join() !== named),
          page: Math.max(1, Math.trunc(Number(said.get("page"))) || 1),
          row: said.get("row"),
        };
      };

      /** @param {ResultState} given */
      const written = (given) => {
        const said = new URLSearchParams();
        for (const [name, values] of Object.entries(given.chosen)) for (const value of values) said.append(name, value);
        if (given.query) said.set("q", given.query);
        if (given.sort !== NEWEST) said.set("sort", given.sort);
        if (given.columns.join() !== USUAL.join()) said.set("columns", given.columns.join());
        if (given.page > 1) said.set("page", String(given.page));
        if (given.row) said.set("row", given.row);
        return `#${said.toString().replaceAll("%2F", "/").replaceAll("%2C", ",") || ALL}`;
      };

      // Written as a selection is, to be told from what a reader chose.
      const opening = written(read(addresses.opening));
      const openingFigure = root.querySelector(".cc-anchor");
      let state = read();

      /** @param {Partial<ResultState>} change */
      const go = (change) => {
        state = { ...state, page: 1, cut: false, ...change };
        history.replaceState(null, "", written(state));
        show();
      };

      /* ---- What is chosen ---- */

      const search = make("input", { type: "search", autocomplete: "off", spellcheck: false, maxLength: LONGEST });
      let waiting = 0;
      search.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = window.setTimeout(() => {
          const query = search.value.trim();
          // Nobody has chosen what the page opens with, so words are searched in all results.
          go(
            written({ ...state, query: "", page: 1, columns: USUAL }) === opening
              ? { ...FIRST, columns: state.columns, query }
              : { query },
          );
        }, 80);
      });

      /** A fold with a list of boxes. @param {string} ariaLabel @param {(Node | string)} said
       * @param {HTMLElement} list */
      const folded = (ariaLabel, said, list) =>
        make(
          "details",
          { className: "cc-facet" },
          make("summary", {}, ariaLabel, said),
          make("div", { className: "cc-facet__group", role: "group", ariaLabel }, list),
        );

      const facets = results.facets.map((name) => {
        const said = make("span", { className: "cc-facet__said" });
        const list = make("div", { className: "cc-facet__list" });
        const details = folded(LABELS[name], said, list);
        details.name = "cc-facet";
        const boxes = results.options(name).map(({ value, place }) => {
          const box = make("input", { type: "checkbox", value });
          const count = make("span", { className: "cc-facet__count" });
          const label = make("label", {}, box, ` ${value || NONE} `, count);
          box.addEventListener("change", () => {
            go({
              chosen: { ...state.chosen, [name]: boxes.filter((one) => one.box.checked).map((one) => one.box.value) },
            });
          });
          return { box, label, count, place };
        });
        list.append(...boxes.map(({ label }) => label));
        if (boxes.length > 15) {
          const narrow = make("input", {
            type: "search", placeholder: "Find", autocomplete: "off", ariaLabel: `Find in ${LABELS[name]}`,
          });
          narrow.addEventListener("input", () => {
            for (const { box, label } of boxes)
              label.classList.toggle("is-left-out", !box.value.toLowerCase().includes(narrow.value.toLowerCase()));
          });
          list.before(narrow);
        }
        details.addEventListener("keydown", (event) => {
          if (event.key !== "Escape" || !details.open) return;
          details.open = false;
          /** @type {HTMLElement} */ (details.firstElementChild).focus();
        });
        /** @type {Uint32Array} */
        let counts = new Uint32Array(boxes.length);
        /** @param {Uint32Array} [counted] */
        const update = (counted = counts) => {
          counts = counted;
          const values = state.chosen[name] ?? [];
          said.textContent = values.length ? `: ${values.map((value) => value || NONE).join(", ")}` : "";
          details.classList.toggle("is-chosen", values.length > 0);
          // What cannot be seen is brought up to date when it is opened.
          if (details.open)
            for (const { box, label, count, place } of boxes) {
              box.checked = values.includes(box.value);
              label.hidden = !counts[place] && !box.checked;
              count.textContent = counts[place].toLocaleString("en");
            }
        };
        details.addEventListener("toggle", () => update());
        return { name, details, update };
      });
      document.addEventListener("pointerdown", (event) => {
        for (const { details } of facets)
          if (!details.contains(/** @type {Node} */ (event.target))) details.open = false;
      });

      const clear = button("Clear all", () => {
        go({ ...FIRST, columns: state.columns });
        search.focus();
      });

      const columnBoxes = Object.keys(LABELS).map((value) => {
        const box = make("input", { type: "checkbox", value });
        box.addEventListener("change", () =>
          go({ columns: columnBoxes.filter((one) => one.checked).map((one) => one.value), page: state.page }),
        );
        return box;
      });
      const columns = folded(
        "Columns",
        "",
        make(
          "div",
          { className: "cc-facet__list" },
          ...columnBoxes.map((box) => make("label", {}, box, ` ${LABELS[box.value]}`)),
        ),
      );

      /* A phone shows no headings to press. */
      const sorting = Object.entries(LABELS).flatMap(([name, label]) => [
        make("option", { value: name }, `${label}, rising`),
        make("option", { value: `-${name}` }, `${label}, falling`),
      ]);
      const sort = make("select", { id: "cc-sort" }, ...sorting);
      sort.addEventListener("change", () => go({ sort: sort.value }));

      const saved = [...SAVED, ...Object.keys(LABELS)];
      // The file is named by what is chosen.
      const named = () =>
        ["mlperf", ...results.facets.flatMap((name) => state.chosen[name] ?? []), state.query]
          .join(" ")
          .replace(/[^\w.]+/g, "-")
          .replace(/-+$/, "")
          .slice(0, LONGEST);
      const save = download(named, () => ({
        lines: [saved, ...results.select(state).rows.map((row) => saved.map((name) => results.get(name, row)))],
        notes: [location.href, footnote()],
      }));

      /* ---- The table ---- */

      const status = make("output", { className: "cc-explore__count" });
      const caption = make("caption");
      const head = make("tr");
      const body = make("tbody");
      const table = make("table", {}, caption, make("thead", {}, head), body);
      const scroll = make(
        "div",
        { className: "cc-table__scroll", tabIndex: 0, role: "region", ariaLabel: "Results" },
        table,
      );
      const place = make("span");
      const [back, next] = Object.entries({ Previous: -1, Next: 1 }).map(([words, step]) =>
        button(words, () => {
          go({ page: state.page + step });
          table.scrollIntoView();
        }),
      );
      const pages = make("nav", { className: "cc-explore__pages", ariaLabel: "Pages of results" }, back, place, next);

      /** @param {string} name */
      const heading = (name) => {
        const cell = make("th", { scope: "col", className: NUMERIC.includes(name) ? "cc-numeric" : "" });
        const falls = state.sort === `-${name}`;
        if (falls || state.sort === name) cell.ariaSort = falls ? "descending" : "ascending";
        sortable(cell, [LABELS[name]], () => {
          // What is large or new is wanted first.
          const first = NUMERIC.includes(name) || name === "round" ? `-${name}` : name;
          const other = first === name ? `-${name}` : name;
          go({ sort: state.sort === first ? other : first });
          /** @type {HTMLElement | null} */ (head.children[state.columns.indexOf(name)]?.firstElementChild)?.focus();
        });
        return cell;
      };

      /** @param {string} name @param {number} row */
      const words = (name, row) => {
        const cell = results.get(name, row);
        return name === "value" && cell !== null ? `${shown(cell)} ${results.get("unit", row)}` : shown(cell);
      };

      /** @param {number} row */
      const line = (row) => {
        const opener = state.columns.includes("system_name") ? "system_name" : state.columns[0];
        const cells = state.columns.map((name) => {
          const link =
            name === opener
              ? make("a", { href: written({ ...state, row: String(results.get("row_id", row)) }) }, words(name, row))
              : words(name, row);
          const cell = make(
            name === opener ? "th" : "td",
            { className: NUMERIC.includes(name) ? "cc-numeric" : "" },
            link,
          );
          if (name === opener) cell.setAttribute("scope", "row");
          cell.dataset.label = LABELS[name];
          return cell;
        });
        return make("tr", {}, ...cells);
      };

      /* ---- One result ---- */

      const one = make("dialog", { className: "cc-explore__one" });
      one.setAttribute("aria-labelledby", "cc-one-title");
      one.addEventListener("close", () => {
        if (state.row) go({ row: null, page: state.page });
      });

      /** @param {string} name @param {string} address */
      const linked = (name, address) => make("li", {}, make("a", { href: address }, name));
      /** @param {number} row */
      const cut = (row) =>
        results.get("obtained", row) === "typed" && String(results.get("software", row)).length === SOFTWARE;

      /** @param {number} row */
      const open = (row) => {
        const get = (/** @type {string} */ name) => results.get(name, row);
        const close = make("button", {
          type: "button", className: "cc-popover__close", textContent: "×", ariaLabel: "Close",
          onclick: () => one.close(),
        });
        const facts = make("dl");
        for (const name of [
          ...USUAL, "division", "suite", "availability", "accelerator", "platform_vendor", "nodes", "model",
          "weight_dtype", "software", "host_processor", "host_memory", "network", "row_id",
        ]) {
          if (get(name) !== null)
            facts.append(
              make("dt", {}, LABELS[name] ?? { network: "Network", row_id: "Row of our table" }[name] ?? name),
              make(
                "dd",
                {},
                name === "value"
                  ? `${get("value")} ${get("unit")}`
                  : `${words(name, row)}${name === "software" && cut(row) ? CUT : ""}`,
              ),
            );
        }
        const { published, log, system } = sourcesOf(all, row);
        const sources = make("ul", {}, linked(TAKEN[String(get("obtained"))], published));
        if (log) sources.append(linked("Line of the run's log", log));
        if (system) sources.append(linked("Description of the system", system));
        const accuracy = make("div", { ariaLive: "polite" });
        const address = make(
          "a",
          { href: written({ ...state, chosen: {}, query: "", sort: NEWEST, columns: USUAL, page: 1 }) },
          "Link to this result",
        );
        const copied = navigator.clipboard
          ? [
              " ",
              copies(button("Copy the link"), address.href, address),
              " ",
              copies(
                button("Copy its source as a line"),
                async () => sourceLine(all, row, await load("blobs")),
                sources,
              ),
            ]
          : [];
        const other = addresses.compare
          ? [
              make(
                "a",
                { href: `${addresses.compare}#${new URLSearchParams({ a: String(get("row_id")) })}` },
                "Compare it with another result",
              ),
              " · ",
            ]
          : [];
        const title = make(
          "h2",
          { id: "cc-one-title" },
          `${get("submitter")}, ${get("benchmark")} ${get("scenario")}, ${get("round")}`,
        );
        one.replaceChildren(
          close, title, facts,
          make("h3", {}, "Sources"),
          sources,
          accuracy,
          make("p", {}, `How the figure was found: ${get("log_note")}.`),
          make("p", {}, ...other, address, ...copied),
        );
        if (!one.open) one.showModal();
        showAccuracy(row, accuracy, sources).catch((error) => {
          accuracy.textContent = error.message;
        });
      };

      /** @param {number} row @param {HTMLElement} into @param {HTMLElement} sources */
      const showAccuracy = async (row, into, sources) => {
        const found = await load("accuracy");
        const rows = /** @type {Float64Array} */ (found.columns.row.numbers);
        for (let at = rows.indexOf(row); at >= 0 && rows[at] === row; at += 1) {
          const get = (/** @type {string} */ name) => found.get(name, at);
          const limit = get("upper_limit") === null ? "" : ` and at most ${shown(get("upper_limit"))}`;
          into.append(
            make(
              "p",
              {},
              `Accuracy, ${get("metric")}: ${shown(get("value"))}; `
                + `the target is at least ${shown(get("target"))}${limit}.`,
            ),
          );
          const path = found.columns.path.get(at, (field) => all.get(field, row));
          sources.append(linked(`Line of the accuracy run, ${get("metric")}`, addressOf(all, row, path, get("line"))));
        }
      };

      /* ---- All of it ---- */

      const show = () => {
        const { rows, counts } = results.select(state);
        const last = Math.max(1, Math.ceil(rows.length / ROWS));
        state.page = Math.min(state.page, last);
        const from = (state.page - 1) * ROWS;
        const part = rows.slice(from, from + ROWS);
        if (document.activeElement !== search) search.value = state.query;
        for (const { name, update } of facets) update(counts[name]);
        for (const box of columnBoxes) box.checked = state.columns.includes(box.value);
        sort.value = state.sort;
        const unknown = state.cut ? "; part of the address is not known here, or too long" : "";
        const [some, every] = [rows.length, results.rows].map((many) => many.toLocaleString("en"));
        status.textContent = `${some} of ${every} results${unknown}`;
        caption.textContent = rows.length
          ? `Results ${(from + 1).toLocaleString("en")} to ${(from + part.length).toLocaleString("en")}`
          : "No result has all of this. Clear a filter.";
        head.replaceChildren(...state.columns.map(heading));
        body.replaceChildren(...part.map(line));
        place.textContent = `Page ${state.page.toLocaleString("en")} of ${last.toLocaleString("en")}`;
        back.disabled = state.page === 1;
        next.disabled = state.page === last;
        const asOpened = written({ ...state, page: 1, row: null, columns: USUAL }) === opening;
        openingFigure?.toggleAttribute("hidden", !asOpened);
        const row = state.row === null ? null : results.rowOf(state.row);
        if (state.row !== null && row === null) status.textContent = `No result has the ID ${state.row}`;
        if (row !== null) open(row);
        else if (one.open) one.close();
      };

      addEventListener("hashchange", () => {
        state = read();
        show();
      });
      const filters = make(
        "div",
        { className: "cc-filters cc-explore__filters" },
        make("label", {}, "Search the results", search),
        ...facets.map(({ details }) => details),
      );
      const tools = make(
        "div",
        { className: "cc-explore__tools" },
        status,
        make("span", { className: "cc-explore__sort" }, make("label", { htmlFor: "cc-sort" }, "Sort by"), " ", sort),
        clear, columns, save,
      );
      root.replaceChildren(
        filters,
        tools,
        make("div", { className: "cc-table" }, scroll, pages),
        ...(openingFigure ? [openingFigure] : []),
        one,
      );
      root.classList.add("is-loaded");
      show();
    };

    let begun = false;
    // The table is a third of a megabyte: it waits until the page stands, unless a link leads to a part of it.
    begin(() => {
      if (begun) return;
      begun = true;
      Promise.all(["results", "details"].map(load))
        .then(([results, details]) => start(results.add(details)))
        .catch((error) => {
          root.append(make("p", {}, `The results could not be loaded: ${error.message}`));
          throw error;
        });
    });
  };

  const root = document.getElementById("cc-explore");
  if (root) prepare(root);
})();
