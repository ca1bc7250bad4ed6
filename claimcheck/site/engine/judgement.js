/* The judge of a pair with its questions bound to the tables of some results: what other modules ask it. */
import { compare } from "./compare.js";
import { footnote } from "./footnote.js";
import {
  decidesOn, eachOf, inOrder, inPrint, inWords, judgeOf, levelOf, roundOf, stated, versionState,
} from "./judge.js";
import { costOf, pricesOf } from "./prices.js";

/** @typedef {import("./judge.js").JudgedTables} JudgedTables @typedef {import("./judge.js").Judge} Judge */

/** The judge of the pairs of some tables, with its questions. @param {JudgedTables} tables */
export const judgementOf = (tables) => {
  const judge = judgeOf(tables);
  /** @template {any[]} A, R @param {(judge: Judge, ...rest: A) => R} question @returns {(...rest: A) => R} */
  const asked = (question) => (...rest) => question(judge, ...rest);
  return {
    compare: asked(compare), costOf: asked(costOf), footnote: asked(footnote), inPrint: asked(inPrint),
    inWords: asked((of, /** @type {number} */ row) => inWords(of, row)),
    pricesOf: asked(pricesOf), roundOf: asked(roundOf), stated: asked(stated), versionState: asked(versionState),
    levelOf: asked(levelOf), eachOf: asked(eachOf),
    decides: asked((of, /** @type {number} */ one, /** @type {number} */ two) =>
      decidesOn(of, ...inOrder(of, one, two)),
    ),
    /** Whether a result is divided by its accelerators. */
    divisible: asked((of, /** @type {number} */ row) => eachOf(of, row) !== null),
    /** Whether two rows may be compared at all, be it with care. */
    comparable: asked(
      (of, /** @type {number} */ one, /** @type {number} */ two) =>
        of.rules.answers[decidesOn(of, ...inOrder(of, one, two))].allowed !== "no",
    ),
  };
};
