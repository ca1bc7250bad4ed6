/* What prints a figure, in sentences: the answer to a phrase, as the command and the page have it. */
import { finderOf } from "./finder.js";
import { PAIRS } from "./phrase.js";
import { asPublished, filled, listed, printed, sentence } from "./words.js";

const PERCENT = ["saving", "gain", "share", "multiple"];
/** Names in a list, of which one may be of two companies. @param {string[]} names */
const apart = (names) => (names.some((name) => name.includes(" and ")) ? names.join("; ") : listed(names));
const thousands = (/** @type {number} */ number) => printed(number, 0);

/** @param {ResultTable} results @param {Rules} rules @param {Judgement} judged */
export const answersOf = (results, rules, judged) => {
  const words = rules.find;
  const { read, look, warmed } = finderOf(results, rules, judged);
  const { get } = results;
  const text = (/** @type {string} */ name, /** @type {number} */ row) => String(get(name, row));
  const ofPairs = (/** @type {FindFigure} */ figure) => PAIRS.includes(figure.kinds[0]);

  /** The figure in one digit more than it was printed in; a published total or time as it was published.
   * @param {number} decimals @param {FindHit} hit */
  const valueText = (decimals, hit) => {
    if (hit.rows.length > 1) return printed(hit.value * (PERCENT.includes(hit.kind) ? 100 : 1), decimals + 1);
    return hit.measure === "total" ? asPublished(Number(get("value", hit.rows[0]))) : printed(hit.value, 1);
  };

  /** @param {number} decimals @param {FindHit} hit */
  const inWords = (decimals, hit) => {
    const [row] = hit.rows;
    const rated = get("higher_is_better", row) === true;
    const said = { value: valueText(decimals, hit), cell: `${judged.stated("family", row)} ${get("scenario", row)}`, measure: words.measures[hit.measure] };
    const [over, under] = hit.rows.map(judged.inWords);
    if (hit.rows.length === 1) return filled(words[rated ? "single" : "single_time"], { result: over, unit: get("unit", row), ...said });
    return filled((rated ? words.pair : words.faster)[hit.kind], { over, under, ...said });
  };

  /** What speaks against a hit, or that nothing does. @param {FindHit} hit */
  const faultsInWords = (hit) => {
    const [declared, none] = hit.rows.length > 1 ? [words.faults, words.no_faults] : [words.single_faults, words.no_single_faults];
    return hit.faults.length ? sentence(hit.faults.map((name) => declared[name].words).join("; ")) : none;
  };

  /** Among which results a figure is looked for. @param {FindAsked} asked */
  const among = (asked) => {
    const nameOf = (/** @type {string} */ category, /** @type {string} */ name) => (category === "accelerators" ? filled(words.among_accelerators, { n: name }) : judged.inPrint(name));
    const parts = Object.entries(asked.names).map(([category, named]) => named.map((of) => [...new Set(of.map((name) => nameOf(category, name)))].join(" or ")).join(" and "));
    return parts.length ? filled(words.among, { names: parts.join(", ") }) : words.among_all;
  };

  /** What the words of a phrase leave out of a hit. @param {FindAsked} asked @param {FindHit} hit */
  const leftOut = (asked, hit) => {
    const parts = Object.entries(words.leaves_out).flatMap(([category, template]) => {
      const named = (asked.names[category] ?? []).flat();
      if (category === "benchmark" && named.length) return [];
      const column = { chip: "product", benchmark: "family" }[category] ?? category;
      const known = hit.rows.map((row) => ({ name: get(column === "family" ? category : column, row), words: judged.stated(column, row) }));
      const none = category === "availability" ? words.not_stated : words.none;
      const unnamed = new Set(known.filter(({ name }) => !named.includes(String(name))).map((own) => (own.name === null ? none : String(own.words))));
      return unnamed.size ? [filled(template, { values: apart([...unnamed]) })] : [];
    });
    return parts.length ? filled(words.leaves_out_all, { parts: parts.join(", ") }) : words.leaves_out_none;
  };

  /** How much a match says. @param {FindOutcome} outcome */
  const strengthOf = ({ alike, share, matching }) => {
    const chance = alike ?? share;
    return chance === null || !matching ? null : ["no evidence", "weak"].find((name) => chance >= words.bounds[name]) ?? "strong";
  };

  /** What a search is worth: how many were tried, how many match, and how many other figures would.
   * @param {FindFigure} figure @param {FindOutcome} outcome */
  const worth = (figure, outcome) => {
    const said = words.worth;
    if (!outcome.tried) return [filled(said.untried, { what: said[ofPairs(figure) ? "pair" : "single"] })];
    const cut = outcome.cut ? filled(said.cut, { n: thousands(outcome.cut) }) : "";
    const sentences = [filled(said[ofPairs(figure) ? "pairs" : "singles"], { matching: thousands(outcome.matching), tried: thousands(outcome.tried), cut })];
    const percent = (/** @type {number} */ share) => printed(share * 100, share >= 0.01 || !share ? 0 : 1);
    if (outcome.share !== null) {
      const [first, last] = [outcome.first, outcome.last].map((end) => `${printed(end / 10 ** figure.decimals, figure.decimals)}${figure.tail}`);
      sentences.push(filled(said.chance, { n: thousands(outcome.figures), first, last, share: percent(outcome.share) }));
    }
    if (outcome.alike !== null) sentences.push(filled(said.alike, { share: percent(outcome.alike) }));
    const strength = strengthOf(outcome);
    return strength ? [...sentences, said[strength]] : sentences;
  };

  /** What MLCommons' own pages have of a figure that no result prints, or lack. @param {FindFigure} figure */
  const onPages = ({ digits, decimals }) => words.on_pages.filter(([figure]) => figure === digits / 10 ** decimals).map(([, said]) => said);

  /** Why nothing prints a figure of a result: what does, if one of the names is left out. @param {FindAsked} asked @param {FindFigure} figure */
  const reasons = (asked, figure) => {
    if (ofPairs(figure) || String(figure.digits).replace(/0+$/, "").length < words.reason_digits) return [];
    for (const [category, template] of Object.entries(words.reasons)) {
      if (!asked.names[category]) continue;
      const names = Object.fromEntries(Object.entries(asked.names).filter(([name]) => name !== category));
      const [hit] = look({ ...asked, names }, figure, 1).hits;
      if (hit) return [filled(template, { hit: inWords(figure.decimals, hit) })];
    }
    return [];
  };

  /** Which words name nothing. @param {FindAsked} asked */
  const unknownInWords = ({ unknown }) => {
    const said = unknown.map(({ word, near }) => (near.length ? filled(words.unknown_near, { word: `“${word}”`, names: near.map(judged.inPrint).join(" or ") }) : `“${word}”`));
    return said.length ? filled(words.unknown, { words: said.join(", ") }) : "";
  };

  /** An answer as the command prints it and the page draws it.
   * @param {FindAsked} asked @param {Pick<FindFigure, "text" | "kinds" | "unit" | "measure" | "reading" | "decimals">} figure @param {string} says
   * @param {Pick<FindOutcome, "tried" | "matching" | "cut" | "share" | "alike">} outcome @param {string[]} told
   * @param {string | null} strength @param {FindHit[]} hits @param {FindHit[]} nearest */
  const answered = (asked, figure, says, { tried, matching, cut, share, alike }, told, strength, hits, nearest) => {
    const inText = (/** @type {FindHit} */ hit) => {
      // The page that compares two results has the earlier one first.
      const pair = [...hit.rows].reverse().sort((a, b) => judged.roundOf(a) - judged.roundOf(b));
      const ids = pair.map((row) => text("row_id", row));
      const query = new URLSearchParams(ids.length > 1 ? { a: ids[0], b: ids[1] } : { row: ids[0] }).toString();
      return {
        rows: hit.rows.map((row) => text("row_id", row)),
        kind: hit.kind,
        measure: words.measures[hit.measure],
        value: hit.value,
        cut: hit.cut,
        sentence: inWords(figure.decimals, hit),
        divisions: [...new Set(hit.rows.map((row) => text("division", row)))],
        owners: [...new Set(hit.rows.map((row) => text("submitter", row)))],
        against: hit.kind === "id" ? "" : faultsInWords(hit),
        points: hit.points,
        leaves_out: hit.kind === "id" ? "" : leftOut(asked, hit),
        query,
        address: `${rules.pages[ids.length > 1 ? "compare" : "results"]}#${query}`,
        footnote: judged.footnote(pair, hit.rows.length > 1 || hit.measure === "per"),
      };
    };
    return {
      figure: figure.text,
      read_as: figure.kinds,
      unit: figure.unit,
      measure: figure.measure && words.measures[figure.measure],
      reading: figure.reading,
      says,
      names: asked.names,
      among: figure.reading === "ID" ? "" : among(asked),
      unknown: unknownInWords(asked),
      tried,
      matching,
      cut,
      share,
      alike,
      worth: told,
      strength,
      hits: hits.map(inText),
      nearest: nearest.map(inText),
    };
  };

  /** What is found of one figure of a phrase as it was read. @param {FindAsked} asked @param {FindFigure} figure @param {number} limit */
  const answer = (asked, figure, limit = 10) => {
    const outcome = look(asked, figure, limit);
    const said = [...onPages(figure), ...(outcome.matching ? [] : reasons(asked, figure)), ...worth(figure, outcome)];
    return answered(asked, figure, words.readings[figure.reading].says, outcome, said, strengthOf(outcome), outcome.hits, outcome.nearest);
  };

  /** What has a public ID, in our tables and on MLCommons' page. @param {FindAsked} asked @param {string} id @param {number} limit */
  const answerId = (asked, id, limit) => {
    const rows = Array.from({ length: results.rows }, (_none, row) => row);
    const held = rows.filter((row) => [id, `v${id}`].includes(text("result_id", row)));
    const there = rows.filter((row) => text("page_id", row).split(", ").includes(id) && !held.includes(row));
    const systems = (/** @type {number[]} */ of) => listed([...new Set(of.map((row) => `${judged.stated("submitter", row)}'s ${get("system", row)}`))]);
    const paged = held.filter((row) => ![null, "none"].includes(/** @type {string | null} */ (get("page_id", row))));
    const said = words.ids;
    const told = [
      filled(held.length ? said.held : said.none, { id, systems: systems(held), n: thousands(held.length) }),
      ...(paged.length ? [filled(said.page, { n: paged.length, page: listed([...new Set(paged.map((row) => text("page_id", row)))]), round: get("round", held[0]) })] : []),
      ...(there.length ? [filled(said.elsewhere, { id, systems: systems(there) })] : []),
    ];
    const named = (/** @type {string} */ category, /** @type {string} */ name) => !asked.names[category] || asked.names[category].flat().includes(name);
    const meant = held.filter((row) => named("benchmark", rules.benchmarks[text("benchmark", row)][0]) && named("scenario", text("scenario", row)));
    const hits = meant.slice(0, limit).map((row) => ({ rows: [row], kind: "id", measure: "total", value: Number(get("value", row)), cut: false, faults: [], points: 0 }));
    const figure = { text: id, kinds: ["id"], unit: null, measure: null, reading: "ID", decimals: 0 };
    return answered(asked, figure, said.says, { matching: meant.length, tried: held.length, cut: 0, share: null, alike: null }, told, null, hits, []);
  };

  /** The answer to a phrase: what has its public ID, or what prints its first figure that results can print; or why there is
   * none. @param {string} phrase @param {number} limit */
  const reply = (phrase, limit) => {
    const asked = read(phrase);
    const figure = asked.figures.find(({ kinds }) => kinds.length);
    const found = asked.ids.length ? answerId(asked, asked.ids[0], limit) : figure ? answer(asked, figure, limit) : null;
    const refused = found ? null : asked.figures.length ? filled(words.refused.kind, { figure: asked.figures[0].text }) : words.refused.none;
    return { found, refused };
  };

  return { answer, reply, read, warmed };
};
