/* What prints a figure, in sentences: the answer to a phrase, as the command and the page have it. */
import { claimedOf } from "./claimed.js";
import { scopeOf } from "./context.js";
import { finderOf } from "./finder.js";
import { judgementOf } from "./judgement.js";
import { isPair, readingOf } from "./phrase.js";
import { refusalsOf } from "./refusals.js";
import { roundsOf } from "./rounds.js";
import { spanned } from "./spans.js";
import { energyTable } from "./tables.js";
import { asPublished, filled, listed, once, printed, sentence } from "./words.js";

const PERCENT = ["saving", "gain", "share", "multiple"];
// So many claims are told of a figure, and so many further figures of a phrase are answered.
const [CLAIMS, FURTHER] = [3, 5];
// From so many decimals on a bare number is looked for as one that was published, before it is taken for a ratio.
const EXACT = 3;
// From here on too: few multiples are so large.
const TEN = 10;
// So many results that print a figure are no source of it.
const CROWD = 10;
// A chip that is sold in more forms than these is told by what their names begin with.
const MANY_FORMS = 2;
/** Names in a list, of which one may be of two companies. @param {string[]} names */
const apart = (names) => (names.some((name) => name.includes(" and ")) ? names.join("; ") : listed(names));
const thousands = (/** @type {number} */ number) => printed(number, 0);

/** What names begin with alike: A100 of all its forms. @param {string[]} names */
const common = ([first, ...others]) => {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length).replace(/[\s(-]+$/, "") || `${first} and others`;
};

/** `more` gives tables that only some phrases need, and may not be there yet.
 * @param {ResultTable} results @param {Rules} rules @param {Judgement} judged @param {FindMore} more */
export const answersOf = (results, rules, judged, more) => {
  const words = rules.find;
  const read = readingOf(results, rules);
  const text = (/** @type {ResultTable} */ { get }, /** @type {string} */ name, /** @type {number} */ row) => String(get(name, row));

  const claimed = once(() => claimedOf(more.claims()?.claims ?? [], rules, read, (place) => {
    if (place >= results.rows) return /** @type {Words} */ ({});
    const [benchmark, scenario, chip, submitter, round] = ["benchmark", "scenario", "product", "submitter", "round"].map((name) => text(results, name, place));
    return { benchmark: rules.benchmarks[benchmark][0], scenario, chip, submitter, round };
  }));

  /** @param {string} name @param {string[]} divisions @returns {FindBank | null} */
  const trainingOf = (name, divisions) => {
    const table = more.training();
    if (!table) return null;
    const own = /** @type {Rules} */ ({ ...rules, ...rules.training });
    const judging = judgementOf({ results: table, compare: /** @type {CompareTable} */ ({ ...table, rules: own }) });
    const finder = finderOf(table, own, judging, claimed().rested(results.rows, results.rows + table.rows), divisions);
    return { name, table, judged: judging, rules: own, words: { ...words, ...words.banks.training, ...(name === "training" ? {} : words.banks.open) }, finder };
  };
  /** @type {Record<string, () => FindBank | null>} */
  const banks = {
    results: once(() => ({ name: "results", table: results, judged, rules, words, finder: finderOf(results, rules, judged, claimed().rested(0, results.rows)) })),
    training: once(() => trainingOf("training", ["closed"])),
    energy: once(() => {
      const energy = more.energy();
      if (!energy) return null;
      const table = energyTable(results, energy);
      return { name: "energy", table, judged, rules, words: { ...words, ...words.banks.energy }, finder: finderOf(table, rules, judged) };
    }),
    "open training": once(() => trainingOf("open training", ["open"])),
    open: once(() => ({ name: "open", table: results, judged, rules, words: { ...words, ...words.banks.open }, finder: finderOf(results, rules, judged, [], ["open", "network"]) })),
  };
  const bankOf = (/** @type {string} */ name) => banks[name]() ?? /** @type {FindBank} */ (banks.results());

  /** Whether a phrase names Training or HPC. @param {FindAsked} asked */
  const inTraining = ({ names }) => (names.scenario ?? []).flat().some((name) => rules.training.values.scenario.includes(name));
  /** Where a figure is looked for, as what, the likeliest first. @param {FindAsked} asked @param {FindFigure} figure @returns {[string, FindFigure][]} */
  const tries = (asked, figure) => {
    const { kinds: [kind], unit, decimals, tail } = figure;
    const said = (/** @type {string} */ bank) => words.banks[bank].words.some((/** @type {string} */ word) => ` ${asked.words.replace(/[.,;:]/g, " ")} `.includes(` ${word} `));
    if (kind === "energy" || unit?.endsWith("per W") || said("energy")) {
      // Who writes queries may mean samples.
      return [["energy", figure], ...(kind === "rate" ? [/** @type {[string, FindFigure]} */ (["energy", { ...figure, kinds: ["any"] }])] : [])];
    }
    if (said("open") && !asked.scope) return [["open", tail.trim() || isPair(figure) ? figure : { ...figure, kinds: ["any"] }]];
    const named = (asked.names.benchmark ?? []).flat();
    const trains = named.some((name) => rules.training.benchmarks[name]);
    const inResults = named.some((name) => Object.values(rules.benchmarks).some(([family]) => family === name));
    if (said("open") && asked.scope) return [[asked.scope.suite === "training" ? "open training" : "open", figure]];
    if (asked.scope?.suite === "inference") return [["results", figure]];
    if (asked.scope?.suite === "training") return [["training", figure.kinds[0] === "any" || (!tail.trim() && kind === "ratio" && !asked.scope) ? { ...figure, kinds: ["time"], unit: "minutes" } : figure]];
    const trained = unit === "minutes" || unit === "hours" || said("training") || inTraining(asked) || (trains && !inResults);
    const bare = !tail.trim();
    /** @type {FindFigure} */
    const timed = bare ? { ...figure, kinds: ["time"], unit: "minutes" } : figure;
    if (trained) return [["training", kind === "any" || (bare && kind !== "time") ? timed : figure]];
    if (named.length && !trains) return [...(bare && decimals ? [/** @type {[string, FindFigure]} */ (["results", { ...figure, kinds: ["any"] }])] : []), ["results", figure]];
    /** @type {[string, FindFigure]} */
    const efficient = ["energy", { ...figure, kinds: ["rate"], unit: "queries/s per W" }];
    if (bare && (kind === "any" || decimals >= EXACT || figure.digits >= TEN * 10 ** decimals)) {
      // 652.750 may be 652,750 where nothing is 652.750.
      const pointed = /^\d{1,3}\.\d{3}$/.test(figure.text) ? [/** @type {[string, FindFigure]} */ (["results", { ...figure, kinds: ["any"], decimals: 0, factor: 2 }])] : [];
      return [["results", { ...figure, kinds: ["any"] }], ["training", timed], efficient, ...pointed, ...(kind === "any" ? [] : [/** @type {[string, FindFigure]} */ (["results", figure])])];
    }
    if (bare && kind === "ratio") return [["results", figure], efficient, ["training", timed]];
    return [["results", figure], ...(trains && isPair(figure) ? [/** @type {[string, FindFigure]} */ (["training", figure])] : [])];
  };
  /** The tables that the answer to a phrase needs next to those of results. @param {FindAsked} asked */
  const needs = (asked) => [...new Set([...asked.figures.flatMap((figure) => tries(asked, figure).map(([bank]) => bank)), ...(asked.figures.length ? [] : ["training", ...((asked.names.chip ?? []).length > 1 ? ["chips"] : [])]), ...(asked.figures.some(({ unit }) => unit === "measured") ? ["energy"] : [])])].map((bank) => bank.replace("open ", "")).filter((bank) => bank !== "results" && bank !== "open");

  /** The figure in one digit more than it was printed in; one that was published with as many digits as results are printed.
   * @param {FindBank} bank @param {number} decimals @param {FindHit} hit */
  const valueText = ({ table, name }, decimals, hit) => {
    if (hit.rows.length > 1) return printed(hit.value * (PERCENT.includes(hit.kind) ? 100 : 1), decimals + 1);
    const published = Number(table.get("value", hit.rows[0]));
    if (name === "energy") return printed(hit.kind === "energy" ? 1 / published : published, Math.max(decimals + 1, 2));
    return hit.measure === "total" ? asPublished(published < 10 ** words.most_digits ? Number(published.toPrecision(words.most_digits)) : published) : printed(hit.value, 1);
  };

  /** @param {FindBank} bank @param {number} decimals @param {FindHit} hit */
  const inWords = (bank, decimals, hit) => {
    const { table, words: own, judged: by } = bank;
    const [row] = hit.rows;
    const rated = table.get("higher_is_better", row) === true;
    const said = { value: valueText(bank, decimals, hit), cell: `${by.stated("family", row)} ${table.get("scenario", row)}`, measure: own.measures[hit.measure] };
    const [over, under] = hit.rows.map(by.inWords);
    if (hit.rows.length > 1) return filled((rated ? own.pair : own.faster)[hit.kind], { over, under, ...said });
    const unit = text(table, "unit", row);
    if (bank.name === "energy") return filled(own.single_time, { result: over, ...said, unit: hit.kind === "energy" ? `J per ${unit.split(/\/s| per/)[0].replace(/ies$/, "y").replace(/s$/, "")}` : unit });
    return filled(own[rated ? "single" : "single_time"], { result: over, unit, ...said });
  };

  /** What speaks against a hit, or that nothing does; a time is compared with those on as many chips. @param {FindHit} hit */
  const faultsInWords = (hit, timed = false) => {
    const alone = timed ? words.no_single_faults_timed : words.no_single_faults;
    const [declared, none] = hit.rows.length > 1 ? [words.faults, words.no_faults] : [words.single_faults, alone];
    return hit.faults.length ? sentence(hit.faults.map((name) => declared[name].words).join("; ")) : none;
  };

  /** Names in print. @param {FindBank} bank @param {FindAsked["names"]} names */
  const namesInPrint = ({ judged: by }, names) => {
    const nameOf = (/** @type {string} */ category, /** @type {string} */ name) => (category === "accelerators" ? filled(words.among_accelerators, { n: name }) : by.inPrint(judged.inPrint(name)));
    const groupOf = (/** @type {string[]} */ of) => (of.length > MANY_FORMS ? common(of) : of.join(" or "));
    return Object.entries(names).map(([category, named]) => named.map((of) => groupOf([...new Set(of.map((name) => nameOf(category, name)))])).join(" and ")).join(", ");
  };
  /** Among which results a figure is looked for. @param {FindBank} bank @param {FindAsked} asked */
  const among = (bank, { names }) => (Object.keys(names).length ? filled(words.among, { names: namesInPrint(bank, names) }) : bank.words.among_all);

  /** What the words of a phrase leave out of a hit. @param {FindBank} bank @param {FindAsked} asked @param {FindHit} hit */
  const leftOut = ({ table, judged: by }, asked, hit) => {
    const parts = Object.entries(words.leaves_out).flatMap(([category, template]) => {
      const named = (asked.names[category] ?? []).flat();
      if (category === "benchmark" && named.length) return [];
      const column = { chip: "product", benchmark: "family" }[category] ?? category;
      const known = hit.rows.map((row) => ({ name: table.get(column === "family" ? category : column, row), words: by.stated(column, row) }));
      const none = category === "availability" ? words.not_stated : words.none;
      const unnamed = new Set(known.filter(({ name }) => !named.includes(String(name))).map((own) => (own.name === null ? none : String(own.words))));
      return unnamed.size ? [filled(template, { values: apart([...unnamed]) })] : [];
    });
    return parts.length ? filled(words.leaves_out_all, { parts: parts.join(", ") }) : words.leaves_out_none;
  };

  /** How many print a figure. @param {FindOutcome} outcome */
  const countOf = (outcome) => filled(outcome.more ? words.worth.more : "{n}", { n: thousands(outcome.matching) });

  /** How much a match says. @param {FindOutcome} outcome */
  const strengthOf = ({ alike, share, matching }) => {
    const chance = alike ?? share;
    return chance === null || !matching ? null : ["no evidence", "weak"].find((name) => chance >= words.bounds[name]) ?? "strong";
  };

  /** What a match is worth: how many match, and of how many other figures one would. @param {FindFigure} figure @param {FindOutcome} outcome */
  const worth = (figure, outcome) => {
    const strength = strengthOf(outcome);
    if (!outcome.matching) return [];
    const said = words.worth;
    const counted = sentence(filled(said[isPair(figure) ? "pairs" : "singles"], { matching: countOf(outcome), tried: thousands(outcome.tried) }));
    if (!strength) return [counted, said.uncounted];
    const chance = Number(outcome.alike ?? outcome.share);
    const share = printed(chance * 100, chance >= 0.01 || !chance ? 0 : 1);
    const [first, last] = [outcome.first, outcome.last].map((end) => `${printed(end / 10 ** figure.decimals, figure.decimals)}${figure.tail}`);
    if (share === "100") return [counted, said.chance.any];
    return [counted, filled(said.chance[outcome.alike === null ? "share" : "alike"], { share, first, last }) + said[strength]];
  };

  /** Which words name nothing, and which were read as another. @param {FindAsked} asked */
  const unknownInWords = ({ unknown, misspelt }) => [
    ...misspelt.map(({ word, as }) => filled(words.misspelt, { word, name: judged.inPrint(as) })),
    ...(unknown.length ? [filled(words.unknown, { words: unknown.map((word) => `“${word}”`).join(", ") })] : []),
  ].join(" ");

  /** A hit as it is told. @param {FindBank} bank @param {FindAsked} asked @param {number} decimals @param {FindHit} hit */
  const hitInText = (bank, asked, decimals, hit) => {
    const { table, judged: by } = bank;
    const found = !bank.name.endsWith("training");
    const [judging, named] = [hit.kind !== "id" && hit.kind !== "named", (/** @type {string} */ column) => [...new Set(hit.rows.map((row) => text(table, column, row)))]];
    // The page that compares two results has the earlier one first.
    const pair = [...hit.rows].reverse().sort((a, b) => by.roundOf(a) - by.roundOf(b));
    const ids = pair.map((row) => text(table, "row_id", row));
    const query = new URLSearchParams(ids.length > 1 ? { a: ids[0], b: ids[1] } : { row: ids[0] }).toString();
    return {
      rows: hit.rows.map((row) => text(table, "row_id", row)),
      kind: hit.kind,
      measure: bank.words.measures[hit.measure],
      value: hit.value,
      sentence: inWords(bank, decimals, hit.kind === "named" && hit.rows.length > 1 ? { ...hit, kind: "ratio" } : hit),
      divisions: named("division"),
      owners: named("submitter"),
      chips: named("product"),
      rounds: named("round"),
      against: judging ? faultsInWords(hit, table.get("higher_is_better", hit.rows[0]) !== true) : "",
      points: hit.points,
      leaves_out: judging ? leftOut(bank, asked, hit) : "",
      query: found ? query : "",
      address: found ? `${rules.pages[ids.length > 1 ? "compare" : "results"]}#${query}` : `https://github.com/${table.get("repo", hit.rows[0])}/tree/${table.get("commit", hit.rows[0])}/${table.get("path", hit.rows[0]) ?? ""}`,
      footnote: by.footnote(pair, hit.rows.length > 1 || hit.measure === "per" || bank.name === "energy"),
    };
  };

  /** An answer as the command prints it and the page draws it.
   * @param {FindBank} bank @param {FindAsked} asked @param {Pick<FindFigure, "text" | "kinds" | "unit" | "measure" | "reading" | "decimals">} figure @param {string} says
   * @param {FindOutcome} outcome @param {{ claims?: FindClaim[], told?: string[], worth?: string[], strength?: string | null, page?: string, all?: string, exact?: boolean }} also */
  const answered = (bank, asked, figure, says, outcome, { claims = [], told = [], worth: of = [], strength = null, page = "", all = "", exact = false }) => {
    const { text: printedAs, kinds, unit, measure, reading, decimals } = figure;
    const [hits, nearest] = [outcome.hits, outcome.nearest].map((found) => found.map((hit) => hitInText(bank, asked, decimals, hit)));
    return {
      ...outcome, question: { figure: "digits" in figure ? /** @type {Figure} */ (figure) : null, names: asked.names, ids: asked.ids }, figure: printedAs, bank: bank.name, read_as: kinds, unit, measure: measure && words.measures[measure], reading, says, names: asked.names,
      among: kinds.length && kinds[0] !== "id" ? among(bank, asked) : "", unknown: unknownInWords(asked),
      claims: claims.slice(0, CLAIMS), told, worth: of, strength, page, all, exact, scope: bank.words.scope, hits, nearest,
    };
  };
  /** @type {FindOutcome} */
  const NOTHING = { tried: 0, matching: 0, more: false, share: null, alike: null, first: 0, last: 0, hits: [], nearest: [] };

  const refusals = refusalsOf(rules, { bankOf, inWords, namesInPrint });
  const countedIn = roundsOf(rules, more);

  /** What MLCommons' own pages have of a figure that no result prints, or lack. @param {FindFigure} figure */
  const onPages = ({ digits, decimals }) => words.on_pages.filter(([figure]) => figure === digits / 10 ** decimals).map(([, said]) => said);

  /** What is found of one figure of a phrase, or of a sentence of a `text`. @param {FindAsked} asked @param {FindFigure} figure @param {number} limit @param {boolean} [inside] */
  const answer = (asked, figure, limit = 10, inside = false) => {
    const ways = tries(asked, figure);
    const claims = claimed().of(asked, figure, inside, ways[0][0] === "energy");
    const { says } = words.readings[figure.reading];
    if (!figure.kinds.length) {
      const told = countedIn.told(bankOf(inTraining(asked) || asked.scope?.suite === "training" ? "training" : "results"), asked, figure);
      return answered(bankOf("results"), asked, figure, told.length ? words.counted.says : says, NOTHING, { claims, told, exact: countedIn.prints(bankOf(inTraining(asked) || asked.scope?.suite === "training" ? "training" : "results"), asked, figure) });
    }
    const looked = ways.map(([name, as]) => ({ bank: bankOf(name), as })).map(({ bank, as }) => ({ bank, as, outcome: bank.finder.look(asked, as, limit) }));
    const matching = looked.filter(({ outcome }) => outcome.matching);
    const chance = (/** @type {FindOutcome} */ outcome) => outcome.alike ?? outcome.share ?? 1;
    // Of tables that print a bare number, the one in which fewest others would be found; a ratio comes last, unless a claim prints it.
    const single = claims.length && isPair(ways[0][1]) ? [] : matching.filter(({ as }) => !isPair(as) && as.decimals === figure.decimals).sort((a, b) => chance(a.outcome) - chance(b.outcome));
    const { bank, as, outcome } = single[0] ?? matching[0] ?? (asked.names.benchmark && figure.decimals < EXACT ? looked.find((way) => way.as === figure) : null) ?? looked[0];
    const pages = onPages(figure);
    // How many results or pairs, of all that a number may be of, such a figure has by accident, if they lie like Poisson's points.
    const accidents = looked.reduce((sum, way) => sum - Math.log(1 - (way.outcome.share ?? 0)), 0);
    // Without a unit and a benchmark a hit that may well be an accident is none: what may be meant is said instead.
    const efficient = matching.some((way) => way.bank.name === "energy");
    const unsaid = !figure.tail.trim() && !asked.names.benchmark && !pages.length && matching.length && accidents > words.bounds.bare && (!claims.length || efficient) ? [filled(words.bare.says, {
      figure: figure.text,
      may: matching.map((way) => filled(words.bare[isPair(way.as) ? "pairs" : way.bank.name], {
        n: countOf(way.outcome), hit: inWords(way.bank, figure.decimals, way.outcome.hits[0]).replace(/\.$/, ""), round: refusals.missingTraining,
      })).join(", or "),
    })] : [];
    if (unsaid.length && !claims.length) return answered(bankOf("results"), asked, figure, says, NOTHING, { told: unsaid });
    const open = bank.name === "training" && !isPair(as) && strengthOf(outcome) !== "strong" && !asked.names.benchmark;
    const [hit] = outcome.hits;
    const [id, page] = hit && !isPair(as) && bank.name === "results" ? ["result_id", "page_id"].map((name) => bank.table.get(name, hit.rows[0])) : [];
    const noted = [
      ...(page && page !== "none" && page !== id ? [filled(words.ids.differs, { id, page, round: bank.table.get("round", hit.rows[0]) })] : []),
      ...(hit && !isPair(as) && hit.faults.includes("maker") ? [filled(words.other_owner, { owner: bank.judged.stated("submitter", hit.rows[0]) })] : []),
    ];
    const crowded = !isPair(as) && !asked.names.benchmark && !claims.length && outcome.matching > CROWD && strengthOf(outcome) === "no evidence";
    const alone = as.kinds[0] === "ratio" && as.decimals > 1 && !Object.keys(asked.names).length && !claims.length;
    const counts = alone ? countedIn.rose(bankOf("results"), asked, { ...as, of: "results" }) : [];
    const told = pages.length ? pages : unsaid.length ? unsaid : crowded ? [filled(words.bare.crowd, { figure: figure.text, n: thousands(outcome.matching) })] : noted.length ? noted : counts.length ? counts : !outcome.matching ? [refusals.reason(bank, asked, as, outcome)] : open ? [refusals.training("training")] : [];
    const near_ = told.some((said) => said.includes(words.nearest_said)) ? [] : outcome.nearest.slice(0, isPair(as) ? 1 : 0);
    // A page that prints the number itself leaves nothing for a ratio to explain.
    if (pages.length && isPair(as)) return answered(bank, asked, figure, says, NOTHING, { claims, told });
    return answered(bank, asked, as, says, { ...outcome, nearest: near_ }, { claims, told, worth: worth(as, outcome), strength: strengthOf(outcome) });
  };

  /** What has a public ID, in our tables and on MLCommons' page. @param {FindAsked} asked @param {string} id @param {number} limit */
  const answerId = (asked, id, limit) => {
    const { get } = results;
    const rows = Array.from({ length: results.rows }, (_none, row) => row);
    const held = rows.filter((row) => [id, `v${id}`].includes(text(results, "result_id", row)));
    const there = rows.filter((row) => text(results, "page_id", row).split(", ").includes(id) && !held.includes(row));
    const systems = (/** @type {number[]} */ of) => listed([...new Set(of.map((row) => `${judged.stated("submitter", row)}'s ${get("system", row)}`))]);
    const paged = held.filter((row) => ![null, "none"].includes(/** @type {string | null} */ (get("page_id", row))));
    const said = words.ids;
    const told = [
      filled(held.length ? said.held : said.none, { id, systems: systems(held), n: thousands(held.length) }),
      ...(paged.length ? [filled(said.page, { n: paged.length, page: listed([...new Set(paged.map((row) => text(results, "page_id", row)))]), round: get("round", held[0]) })] : []),
      ...(there.length ? [filled(said.elsewhere, { id, systems: systems(there) })] : []),
    ];
    const named = (/** @type {string} */ category, /** @type {string} */ name) => !asked.names[category] || asked.names[category].flat().includes(name);
    const meant = held.filter((row) => named("benchmark", rules.benchmarks[text(results, "benchmark", row)][0]) && named("scenario", text(results, "scenario", row)));
    const hits = meant.slice(0, limit).map((row) => ({ rows: [row], kind: "id", measure: "total", value: Number(get("value", row)), faults: [], points: 0 }));
    const figure = { text: id, kinds: ["id"], unit: null, measure: null, reading: "ID", decimals: 0 };
    return answered(bankOf("results"), asked, figure, said.says, { ...NOTHING, matching: meant.length, tried: held.length, hits }, { told });
  };

  /** Where a phrase without a figure leads: two chips to their comparison, a name to its best results, and claims.
   * @param {FindAsked} asked @param {string} phrase @param {number} limit */
  const answerNames = (asked, phrase, limit) => {
    // Who won a benchmark is told by its results.
    const [topic] = asked.names.benchmark || asked.names.chip ? [] : asked.topics;
    const ways = topic ? [] : ["results", "training"].map(bankOf).map((bank) => ({ bank, ...countedIn.named(bank, asked, limit) }));
    const { bank, says, hits, page } = ways.find((way) => way.hits.length) ?? { bank: bankOf("results"), says: topic?.says ?? "", hits: [], page: topic ? rules.pages[topic.page] : "" };
    const claims = claimed().about(topic ? asked : { ...asked, topics: [] });
    const figure = { text: phrase, kinds: [], unit: null, measure: null, reading: "names", decimals: 2 };
    const own = inTraining(asked) ? bankOf("training") : bank;
    const lacking = refusals.notHeld(own, asked);
    const alone = asked.names.round && !topic && !hits.length && !claims.length && !lacking;
    const told = [...(lacking ? [lacking] : []), ...(says ? [filled(says, { names: namesInPrint(bank, asked.names) })] : []), ...(alone ? countedIn.told(own, asked, /** @type {FindFigure} */ ({ unit: "results" })) : [])];
    if (!topic && !hits.length && !claims.length && !told.length) return null;
    return answered(bank, asked, figure, "", { ...NOTHING, matching: hits.length, hits }, { claims, told, page, all: topic?.all ?? words.all_of_them });
  };

  /** What the rest of a phrase's figures are. @param {FindAsked} asked @param {FindFigure} first */
  const further = (asked, first) => asked.figures.filter((figure, i, all) => figure.kinds.length && ![first, ...all.slice(0, i)].some(({ text: known }) => known === figure.text)).slice(0, FURTHER).map((figure) => answer(asked, figure, 1));

  /** The answer to a phrase: what has its public ID, what prints its first figure, where its names lead; or why there is
   * none. @param {string} phrase @param {number} limit */
  const reply = (phrase, limit) => {
    const asked = read(phrase, true);
    const { suite } = scopeOf(words, phrase);
    const elsewhere = suite && !["training", "inference", "Endpoints"].includes(suite) ? filled(words.text.suite, { suite }) : null;
    const figure = asked.figures.find(({ kinds }) => kinds.length) ?? asked.figures[0];
    if (elsewhere && figure) return { found: answered(bankOf("results"), asked, figure, "", NOTHING, { told: [elsewhere] }), further: [], refused: null };
    if (asked.ids.length) return { found: answerId(asked, asked.ids[0], limit), further: [], refused: null };
    const found = figure ? answer(asked, figure, limit) : answerNames(asked, phrase, limit);
    if (figure && found && !figure.kinds.length && !found.claims.length && !found.told.length) return { found: null, further: [], refused: filled(words.refused.kind, { figure: figure.text }) };
    return { found, further: figure && found ? further(asked, figure) : [], refused: found ? null : words.refused.none };
  };

  /** Two results of a bank as the pair that a ratio is of, if they give it, in total or per accelerator.
   * @param {string} name @param {string[]} ids @param {FindAsked} asked @param {FindFigure} figure */
  const pairOf = (name, ids, asked, figure) => {
    const bank = bankOf(name);
    const { get } = bank.table;
    const rows = ids.map((id) => Number(bank.table.rowOf(id)));
    if (["benchmark", "scenario", "unit"].some((column) => get(column, rows[0]) !== get(column, rows[1]))) return null;
    for (const measure of ["total", "per"]) {
      const rate = (/** @type {number} */ row) => (get("higher_is_better", row) === true ? Number(get("value", row)) : 1 / Number(get("value", row))) / (measure === "per" ? Number(get("accelerators", row)) : 1);
      const [over, under] = [...rows].sort((a, b) => rate(b) - rate(a));
      const ratio = rate(over) / rate(under);
      /** @type {Record<string, number>} */
      const values = { ratio, multiple: ratio, gain: ratio - 1, saving: 1 - 1 / ratio, share: 1 / ratio, part: 1 / ratio };
      const kind = figure.kinds.find((one) => values[one] * figure.factor >= figure.low && values[one] * figure.factor < figure.high);
      if (kind && Number.isFinite(ratio)) return hitInText(bank, asked, figure.decimals, { rows: [over, under], kind, measure, value: values[kind], faults: [], points: 0 });
    }
    return null;
  };
  /** That none of some rounds is in the tables, in a sentence. @param {boolean} training @param {string[]} rounds */
  const lacking = (training, rounds) => refusals.notHeld(bankOf(training ? "training" : "results"), { names: { round: [rounds] } });
  const bankFor = (/** @type {FindAsked} */ asked) => bankOf(asked.scope?.suite === "training" ? "training" : "results");
  const having = (/** @type {FindAsked} */ asked) => bankFor(asked).finder.having(asked).length > 0;
  const claimsOf = (/** @type {FindAsked} */ asked, /** @type {FindFigure} */ figure) => claimed().of(asked, figure, true, false);

  /** What a figure is among the spans of Training; null where another suite or several rounds are asked. @param {FindAsked} asked @param {FindFigure} figure */
  const inSpans = (asked, figure) => {
    const training = asked.scope?.suite === "training" || inTraining(asked) || figure.unit === "minutes" || asked.words.includes("training");
    return training && (asked.names.round ?? []).flat().length < 2 ? spanned(rules, asked, figure) : null;
  };

  return { answer, reply, read, needs, inSpans, pairOf, lacking, having, claimsOf, namesInPrint: (/** @type {FindAsked["names"]} */ names) => namesInPrint(bankOf("results"), names) };
};
