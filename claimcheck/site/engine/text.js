/* A text whose figures are all looked for: each with its claim, its results or why there are none, and the text's own
   arithmetic. A source is named only where its round, or its benchmark and its chip or owner, stand in the sentence or
   above it, and never against the text's own suite or round: see context.js. */
import { clauseOf, isAverage, isCounted, isOutside, itemOf, scopesOf } from "./context.js";
import { SENTENCE, piecesOf } from "./document.js";
import { CPUS } from "./names.js";
import { isPair, isVague } from "./phrase.js";
import { valueOf } from "./scan.js";
import { filled, printed } from "./words.js";

// A bare number of a text is a figure from so many digits on, if it is written as one.
const DIGITS = 4;
// A ratio that two amounts miss by more than this may be of something else.
const ALIKE = 0.05;
// So many results of a round and benchmark that print a figure name no source.
const CROWD = 5;
// So many figures of a text are answered.
export const FIGURES = 500;

/** @typedef {ReturnType<typeof figuresOf>["found"][number]} TextFigure */
/** @typedef {{ right: boolean, says: string }} Sum what a sentence works out, worked out again */

const amountOf = (/** @type {Figure} */ figure) => (2 * figure.digits) / figure.factor;
const isAmount = (/** @type {Figure} */ { kinds: [kind] }) => ["rate", "any", "time", "energy"].includes(kind);
const isWritten = (/** @type {Figure} */ { tail, text, digits }) =>
  Boolean(tail.trim()) || (String(digits).length >= DIGITS && /[.,'\u2019]/.test(text));

/** What a sentence with two amounts says of them, worked out again. @param {FindRules["text"]} said
 * @param {Figure[]} figures @param {string} sentence
 * @returns {{ figure: Figure | null, right: boolean, says: string }[]} */
const arithmeticOf = (said, figures, sentence) => {
  const amounts = figures.filter((figure) => isAmount(figure) && isWritten(figure));
  const units = new Set(amounts.map(({ unit }) => unit).filter(Boolean));
  if (amounts.length !== 2 || units.size > 1 || amounts.some(({ digits }) => !digits)) return [];
  const [large, small] = [...amounts].sort((a, b) => amountOf(b) - amountOf(a));
  const ends = [
    (2 * large.digits - 1) / large.factor / ((2 * small.digits + 1) / small.factor),
    (2 * large.digits + 1) / large.factor / Math.max(1e-12, (2 * small.digits - 1) / small.factor),
  ];
  const [first, second] = amounts.map(({ text }) => text);
  const ratio = amountOf(large) / amountOf(small);
  const joined = new RegExp(said.joins).test(sentence.slice(amounts[0].end, amounts[1].start).trim());
  const compared = figures.filter(isPair);
  if (!compared.length)
    return joined
      ? [{ figure: null, right: true, says: filled(said.makes, { first, second, ratio: printed(ratio, 2) }) }]
      : [];
  return compared.flatMap((figure) => {
    const right = figure.kinds.some((kind) => {
      const [low, high] = ends.map((end) => valueOf(kind, end, 1)).sort((a, b) => a - b);
      return high * figure.factor >= figure.low && low * figure.factor < figure.high;
    });
    // Two amounts that the sentence does not set against each other may have nothing to do with its ratio.
    const meant = figure.kinds.some(
      (kind) => Math.abs((valueOf(kind, ratio, 1) * figure.factor) / (2 * figure.digits) - 1) < ALIKE,
    );
    if (!right && !joined && !meant) return [];
    const percent = figure.kinds[0] !== "ratio" && figure.kinds[0] !== "part";
    const told = valueOf(figure.kinds[0], ratio, 1) * (percent ? 100 : 1);
    const value = printed(told, figure.decimals) + (percent ? "%" : "");
    return [
      { figure, right, says: filled(said[right ? "right" : "wrong"], { first, second, value, figure: figure.text }) },
    ];
  });
};

/** The figures of a piece that may be of MLPerf; a bare number has the unit of its column's head, or of the amount
 * before it.
 * @param {FindRules} rules @param {import("./document.js").Piece} piece @param {FindAsked} asked
 * @param {(phrase: string) => FindAsked} read */
const ownFigures = (rules, piece, asked, read) => {
  const head = [piece.column, ...piece.headings]
    .map((words) => read(`1.5 ${words.replace(/\d/g, " ").trim().split(/\s+/).slice(0, 2).join(" ")}`).figures[0])
    .find((figure) => figure && isAmount(figure) && figure.unit);
  const minutes = /\bmin(?:ute)?s?\b/i.test(`${piece.column} ${piece.headings.join(" ")} ${piece.above ?? ""}`);
  let unit = piece.cell ? head?.unit ?? (minutes ? "minutes" : null) : null;
  /** @type {Figure[]} */
  const figures = [];
  for (const figure of asked.figures) {
    const bare = !figure.tail.trim() && ["any", "ratio", "part"].includes(figure.kinds[0]);
    if (bare && unit && (figure.decimals || piece.cell) && !isCounted(rules, piece.text, figure)) {
      figures.push({
        ...figure, kinds: [unit === "minutes" || unit === "hours" || unit === "s" || unit === "ms" ? "time" : "rate"],
        unit,
      });
    } else if (
      !(bare && isCounted(rules, piece.text, figure)) &&
      (isWritten(figure) || (!figure.kinds.length && figure.unit))
    ) {
      figures.push(figure);
      if (!piece.cell && (figure.kinds[0] === "time" || figure.kinds[0] === "rate")) unit = figure.unit;
    }
  }
  return figures;
};

// A text that names neither of these, nor a round or scenario, may be about somebody's own tests: of its ratios only
// those of three digits lead to a source.
const ABOUT = /mlperf|mlcommons/i;
// Of these a sentence may name one for each of its figures, and of the last another clause says nothing.
const LISTED = ["benchmark", "scenario", "chip", "submitter"];
const COMPARED = ["chip", "submitter"];
/** What a sentence names that is said of a figure: of several names the one in its item of a list, unless it compares
 * them. @param {(phrase: string) => FindAsked} read @param {import("./document.js").Piece} piece
 * @param {Figure} figure @param {FindAsked["names"]} names */
const namesAt = (read, { text, cell }, figure, names) => {
  const clause = clauseOf(text, figure);
  const inClause = cell || clause.length === text.length ? names : read(clause).names;
  const own = { ...names, ...Object.fromEntries(COMPARED.map((name) => [name, inClause[name]])) };
  const listed = LISTED.filter((name) => names[name]?.length > 1 && !(isPair(figure) && COMPARED.includes(name)));
  const item = listed.length ? read(itemOf(text, figure).join(" , ")).names : {};
  for (const name of listed) if (item[name]?.length < names[name].length) own[name] = item[name];
  return /** @type {FindAsked["names"]} */ (Object.fromEntries(Object.entries(own).filter(([, groups]) => groups)));
};

/** The figures of a text in their order, each with what its sentence and its headings name.
 * @param {Answers} engine @param {FindRules} rules @param {string} source */
export const figuresOf = ({ read }, rules, source) => {
  const pieces = piecesOf(source).map((piece, i, all) => ({
    ...piece,
    above: piece.cell
      ? all
          .slice(Math.max(0, i - 12), i)
          .filter((one) => !one.cell)
          .at(-1)?.text
      : "",
  }));
  const scopes = scopesOf(rules, pieces, read);
  const cut = pieces.some(({ text }) => text.length > SENTENCE);
  const isAbout = ABOUT.test(source) || scopes.some(({ rounds, words }) => rounds.length || words.scenario);
  const found = pieces.flatMap((piece, i) => {
    const text = piece.text.slice(0, SENTENCE);
    const asked = read(text);
    const [scope, figures] = [scopes[i], ownFigures(rules, piece, asked, read)];
    const sums = piece.cell ? [] : arithmeticOf(rules.text, asked.figures, text);
    const ending = sums.find(({ figure }) => !figure);
    /** @type {any[]} */
    const line = [];
    line.push(
      ...figures.map((figure, n) => {
        const names = namesAt(read, piece, figure, scope.words);
        return {
          figure,
          asked: { ...asked, names, own: names },
          scope: { ...scope, benchmark: names.benchmark ?? scope.benchmark }, piece, line, isAbout,
          start: piece.at + figure.start,
          end: piece.at + figure.end,
          sum: /** @type {Sum | null} */ (
            sums.find((sum) => sum.figure === figure) ?? (ending && n === figures.length - 1 ? ending : null)
          ),
          outside: isOutside(rules, text, figure),
        };
      }),
    );
    return line;
  });
  return { found: found.slice(0, FIGURES), cut: cut || found.length > FIGURES };
};

/* ---- What a figure leads to ---- */

/** What is asked of a figure: what its sentence names, and of what its headings do the benchmark and the rounds.
 * @param {TextFigure} item @param {string[]} without categories @returns {FindAsked} */
const askedOf = ({ asked, scope, figure, piece }, without = []) => {
  const { rounds } = scope;
  const names = {
    ...(piece.cell && scope.headings.scenario && !asked.names.scenario ? { scenario: scope.headings.scenario } : {}),
    ...asked.names,
    ...(scope.benchmark ? { benchmark: scope.benchmark } : {}),
    ...(rounds.length
      ? {
          round:
            isPair(figure) && rounds.length === 2 ? rounds.map((/** @type {string} */ round) => [round]) : [rounds],
        }
      : {}),
  };
  return {
    ...asked, scope, names: Object.fromEntries(Object.entries(names).filter(([name]) => !without.includes(name))),
  };
};

// A name that stands in a sentence may be of another figure in it, and what is told of an earlier round is not of the
// heading's.
const LADDER = [["accelerators"], ["accelerators", "chip", "submitter", "availability", "scenario"]];
const MIXED = ["queries/s", "samples/s"];
// Of so many pairs the best that may be meant is taken.
const PAIRS = 8;
const isEarlier = (/** @type {FindRules} */ { context }, /** @type {TextFigure} */ { piece }) => {
  const words = piece.text.toLowerCase();
  return (
    context.earlier.some((/** @type {string} */ word) => words.includes(word)) || /\bin (?:19|20)\d\d\b/.test(words)
  );
};

/** The first answer with a result, of what is named less and less; `near`: whether less would have found one.
 * @param {Answers} engine @param {FindRules} rules @param {TextFigure} item */
const looked = (engine, rules, item) => {
  const first = engine.answer(askedOf(item), item.figure, isPair(item.figure) ? PAIRS : 1, true);
  if (first.hits.length || !isAmount(item.figure)) return { ...first, near: false };
  const digits = String(item.figure.digits).replace(/0+$/, "").length;
  // A sentence may name the open division for another of its figures.
  const [division] = rules.banks.open.words;
  const isOpen = item.asked.words.includes(division);
  const open = { ...askedOf(item, ["accelerators"]), words: isOpen ? "" : `${item.asked.words} ${division}` };
  const ways = [
    ...LADDER.map((without) => askedOf(item, without)), open,
    ...(isEarlier(rules, item) ? [askedOf(item, ["round", "accelerators"])] : []),
  ];
  let near = false;
  // Who writes queries may mean samples.
  const mixed = { ...item.figure, kinds: ["any"], unit: null };
  const figures = MIXED.includes(String(item.figure.unit)) ? [item.figure, mixed] : [item.figure];
  for (const [step, asked] of ways.entries()) {
    const others = figures.map((figure) => engine.answer(asked, figure, 1, true));
    const other = others.find(({ hits }) => hits.length) ?? others[0];
    if (other.hits.length && digits >= (step === 0 || step === 2 ? 2 : 3))
      return { ...other, claims: first.claims.length ? first.claims : other.claims, near };
    near ||= other.hits.length > 0;
  }
  return { ...first, near };
};

const wordsOf = (/** @type {string} */ name) => name.toLowerCase().split(/[\s-]+/);
/** Whether two names may be of one chip: Orin NX and Orin NX 16G, Orin and AGX Orin. @param {string} said
 * @param {string} held */
const isChip = (said, held) => {
  const [own, theirs] = [said, held].map(wordsOf);
  return own.every((word) => theirs.includes(word))
    || (theirs.every((word) => own.includes(word)) && own.every((word) => theirs.includes(word) || !/\d/.test(word)));
};
/** Whether a hit has the chips that are said in the sentence, or else above it, of two that are compared both, and
 * whether its owners are said. @param {TextFigure} item @param {FindText} hit */
const coverOf = ({ asked, scope, figure }, { chips, owners }) => {
  /** @type {string[][]} */
  const said = asked.names.chip ?? scope.headings.chip ?? [];
  const held = chips.map((chip) => (chip === "null" ? CPUS : chip));
  const bears = (/** @type {string[]} */ group, /** @type {string} */ chip) => group.some((name) => isChip(name, chip));
  const ofOne = held.every((chip) => said.some((group) => bears(group, chip)));
  // Names of one chip are one side: Blackwell Ultra and GB300.
  const isNew = (/** @type {string[]} */ group, /** @type {number} */ i) =>
    !said.slice(0, i).some((other) => other.some((name) => group.includes(name)));
  const sides = said.filter(isNew);
  const both = sides.length > 2 ? held.length > 1 : sides.every((group) => held.some((chip) => bears(group, chip)));
  const named = [...(asked.names.submitter ?? []), ...(scope.headings.submitter ?? [])].flat();
  return {
    ofChips: ofOne && (!isPair(figure) || sides.length < 2 || both),
    ofOwners: owners.every((owner) => named.includes(owner)),
  };
};
/** Whether the rounds of a pair are those that the text is about: none is later, and one is earlier only if the
 * sentence says so.
 * @param {FindRules} rules @param {TextFigure} item @param {FindText} hit */
const isTimely = (rules, item, hit) => {
  const { rounds } = item.scope;
  if (!rounds.length) return true;
  const within = hit.rounds.every((round) => rounds.includes(round));
  return (
    within ||
    (rounds.length === 1 &&
      isEarlier(rules, item) &&
      hit.rounds.every((round) => round.localeCompare(rounds[0], "en", { numeric: true }) <= 0))
  );
};

/** The result that may be named: its round, or its benchmark and its chip or owner, are said, and few others print the
 * figure. @param {TextFigure} item @param {FindAnswer} found @param {boolean} specific */
const namedResult = (item, { hits: [hit], matching, strength }, specific) => {
  const { scope, asked, figure } = item;
  if (!hit || (asked.names.chip && !coverOf(item, hit).ofChips)) return undefined;
  const digits = String(figure.digits).length;
  if (!scope.rounds.length && !specific) return strength === "strong" && digits > DIGITS ? hit : undefined;
  if (!scope.rounds.length && matching > 1 && digits <= DIGITS) return undefined;
  return strength === "strong" || (scope.benchmark && matching <= CROWD) ? hit : undefined;
};

/** The pair that may be named: of the benchmark, chips and owners that are said, and there is some evidence for it.
 * @param {FindRules} rules @param {TextFigure} item @param {FindAnswer} found */
const namedPair = (rules, item, { hits, matching, strength }) => {
  const { asked, figure } = item;
  if (isAverage(rules, item.piece.text, figure)) return undefined;
  const meant = hits
    .map((hit) => ({ hit, ...coverOf(item, hit) }))
    .filter(({ hit, ofChips, ofOwners }) => (ofChips || (ofOwners && !asked.names.chip)) && isTimely(rules, item, hit));
  if (!meant.length) return undefined;
  const [{ hit, ofChips, ofOwners }] = meant;
  const isOnly = meant.length === 1 && matching <= PAIRS && figure.digits > 9 && (ofOwners || !asked.names.submitter);
  // In one round many companies have such a pair, and many pairs give a figure that says little.
  const isTheirs = (ofChips && ofOwners) || (hit.rounds.length > 1 && !isVague(figure));
  return isOnly || (isTheirs && strength !== "no evidence") ? hit : undefined;
};

/** The result or pair that may be named. @param {FindRules} rules @param {TextFigure} item
 * @param {FindAnswer} found @returns {FindText | undefined} */
const namedHit = (rules, item, found) => {
  const { scope: { benchmark, headings }, asked: { names } } = item;
  const specific = Boolean(benchmark && (names.chip || names.submitter || headings.chip || headings.submitter));
  if (!isPair(item.figure)) return namedResult(item, found, specific);
  return specific ? namedPair(rules, item, found) : undefined;
};

/** The claim of a figure: of those that print it the one that prints most of its line. @param {TextFigure} item
 * @param {FindAnswer} found */
const claimOf = (item, found) => {
  const printing = (/** @type {FindClaim} */ claim) =>
    item.line.filter((/** @type {any} */ other) =>
      other.candidates?.some((/** @type {FindClaim} */ one) => one.number === claim.number),
    ).length;
  return [...found.claims].sort((a, b) => printing(b) - printing(a))[0];
};

/** Two results that amounts around a ratio lead to, if they give it. @param {Answers} engine
 * @param {TextFigure} item @param {TextFigure[]} around */
const pairAround = (engine, item, around) => {
  const hits = around.flatMap((one) =>
    isAmount(one.figure) && ["result", "claim"].includes(one.result?.outcome) && one.result.found?.hits.length
      ? [{ bank: one.result.found.bank, row: one.result.found.hits[0].rows[0] }]
      : [],
  );
  const pairs = hits
    .flatMap((one, i) => hits.slice(i + 1).map((other) => [one, other]))
    .filter(([one, other]) => one.bank === other.bank && one.row !== other.row);
  return (
    pairs
      .map(([one, other]) => engine.pairOf(one.bank, [one.row, other.row], askedOf(item), item.figure))
      .find(Boolean) ?? null
  );
};

/** That the suite or the round of a figure is in no table; null if it is. @param {Answers} engine
 * @param {FindRules} rules @param {TextFigure} item */
const notHeld = ({ lacking }, rules, { scope: { suite, rounds }, piece }) => {
  if (suite && !["training", "inference"].includes(suite)) return filled(rules.text.suite, { suite });
  return rounds.length && !/\bbefore\b|\bearlier\b/.test(piece.text) ? lacking(suite === "training", rounds) : null;
};

// What of a round or of claims can be counted; other numbers of things are no figures of MLPerf.
const COUNTS = [
  "results", "organisations", "systems", "wins", "partners", "records", "benchmarks", "measured", "nodes",
];
/** @typedef {{ outcome: string, says: string, found: FindAnswer | null, claim?: FindClaim, hit?: FindText,
 * address?: string }} Result */

/** Whether what a figure is of was searched so far that none prints it. @param {Answers} engine
 * @param {FindRules} rules @param {TextFigure} item */
const isSearched = (engine, rules, item) => {
  const { figure, scope } = item;
  const isWhole = figure.unit !== null || String(figure.digits).length > DIGITS;
  if (!isAmount(figure) || !isWhole || isEarlier(rules, item) || !scope.rounds.length || !scope.benchmark) return false;
  return engine.having(askedOf(item, ["chip", "submitter", "accelerators", "availability", "scenario"]));
};

/** What a figure that no claim prints leads to. @param {Answers} engine @param {FindRules} rules
 * @param {TextFigure} item
 * @param {TextFigure[]} around @param {ReturnType<typeof looked>} found @returns {Result} */
const unclaimed = (engine, rules, item, around, found) => {
  const { figure, scope } = item;
  if (!figure.kinds.length) {
    const told = found.told.length && scope.rounds.length && found.exact;
    return told
      ? { outcome: "count", says: found.told[0], found }
      : { outcome: "outside", says: rules.text.open, found: null };
  }
  const pair = isPair(figure) ? pairAround(engine, item, around) : null;
  if (pair) return { outcome: "result", says: pair.sentence, found: { ...found, hits: [pair] }, hit: pair };
  const hit = namedHit(rules, item, found);
  if (hit) return { outcome: "result", says: hit.sentence, found, hit };
  const spans = scope.suite === "training" ? engine.spanned(askedOf(item), figure) : null;
  const isNone = spans ? spans.outcome === "none" : !found.hits.length && !found.near;
  if (!isNone || !isSearched(engine, rules, item)) return { outcome: "chance", says: rules.text.open, found };
  const names = engine.namesInPrint({ benchmark: scope.benchmark, round: [scope.rounds] });
  return { outcome: "none", says: filled(rules.text.none, { names }), found };
};

/** What our own pages say of a figure in a sentence or title of theirs: the claim that it is of, or what it is; null if
 * no page has it. @param {Answers} engine @param {FindRules} rules @param {TextFigure} item @returns {Result | null} */
const ours = (engine, rules, item) => {
  const own = engine.ownOf(item.piece.text, item.figure, true);
  if (!own) return null;
  const claim = own.claim ?? (own.isTitle ? claimOf(item, looked(engine, rules, item)) : undefined);
  if (claim) return { outcome: "claim", says: claim.text, found: null, claim };
  return { outcome: "own", says: own.says, found: null, address: own.address };
};

/** That a figure can be in no table: it is none of MLPerf, or its suite or round is not held; null if it can.
 * @param {Answers} engine @param {FindRules} rules @param {TextFigure} item @returns {Result | null} */
const beyond = (engine, rules, item) => {
  const { kinds, unit, of } = item.figure;
  const isOther = !kinds.length && !COUNTS.includes(String(unit)) && !of;
  if (item.outside || isOther) return { outcome: "outside", says: rules.text.outside, found: null };
  const lacks = notHeld(engine, rules, item);
  return lacks ? { outcome: "none", says: lacks, found: null } : null;
};

/** What a figure of a text leads to, in one word, with the answer behind it. @param {Answers} engine
 * @param {FindRules} rules
 * @param {TextFigure} item @param {TextFigure[]} around @returns {Result} */
const resultOf = (engine, rules, item, around) => {
  const known = ours(engine, rules, item) ?? beyond(engine, rules, item);
  if (known) return known;
  if (!item.isAbout && isPair(item.figure) && item.figure.digits < 100)
    return { outcome: "chance", says: rules.text.open, found: null };
  const found = looked(engine, rules, item);
  const claim = claimOf(item, found);
  return claim
    ? { outcome: "claim", says: claim.text, found, claim }
    : unclaimed(engine, rules, item, around, found);
};

/** @type {Words} */
const GROUPS = {
  claim: "held", result: "held", count: "held", own: "held", none: "absent", chance: "open", outside: "outside",
};
/** The group of an outcome, as the summary counts them. @param {{ outcome: string }} of */
export const groupOf = ({ outcome }) => GROUPS[outcome];

/** What was found of the figures of a text, in a sentence. @param {FindRules} rules
 * @param {{ outcome: string }[]} outcomes */
export const summaryOf = ({ text: said }, outcomes) => {
  const many = (/** @type {string} */ group) => printed(outcomes.filter((of) => groupOf(of) === group).length, 0);
  const counts = Object.fromEntries(Object.keys(said.groups).map((group) => [group, many(group)]));
  const template = outcomes.length === 1 ? said.summary_one : said.summary;
  return filled(template, { n: printed(outcomes.length, 0), ...counts });
};

/** The figures of a text, and what one leads to. @param {Answers} engine @param {FindRules} rules */
export const textOf = (engine, rules) => {
  /** @param {TextFigure} item */
  const result = (item) => {
    if (item.result) return item.result;
    // A figure that leads to a claim draws those on its line that say little.
    for (const vague of [false, true]) {
      /** @type {TextFigure[]} */
      const line = item.line;
      const drawn = line.flatMap((one) => one.candidates ?? []).map(({ number }) => number);
      for (const one of line.filter(({ figure }) => isVague(figure) === vague)) {
        one.asked.drawn = drawn;
        one.candidates ??= one.outside ? [] : engine.claimsOf(askedOf(one), one.figure);
      }
    }
    const around = isPair(item.figure)
      ? [...(item.before ?? []), ...item.line].filter((one) => one !== item && isAmount(one.figure))
      : [];
    for (const one of around) result(one);
    item.result = resultOf(engine, rules, item, around);
    return item.result;
  };
  return {
    needs: engine.needs,
    figuresOf: (/** @type {string} */ text) => {
      const all = figuresOf(engine, rules, text);
      for (const [i, item] of all.found.entries()) {
        item.before = all.found
          .slice(Math.max(0, i - 6), i)
          .filter((one) => one.line !== item.line && one.piece.paragraph === item.piece.paragraph);
      }
      return all;
    },
    outcomeOf: (/** @type {TextFigure} */ item) => {
      const { outcome, says, found, claim, hit, address = "" } = result(item);
      const wrong =
        (item.sum !== null && !item.sum.right) ||
        outcome === "none" ||
        (claim !== undefined && rules.text.failing.includes(claim.verdict));
      return {
        found, claim, hit, outcome, says: [says, ...(item.sum ? [item.sum.says] : [])].join(" "),
        address: claim?.address ?? hit?.address ?? address, wrong,
      };
    },
  };
};
