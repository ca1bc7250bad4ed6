/* The judge of a pair with its questions bound to the tables of some results: what other modules ask it. */
import { footnote } from "./footnote.js";
import { inPrint, inWords, judgeOf, roundOf, stated, versionState } from "./judge.js";

/** @typedef {import("./judge.js").JudgedTables} JudgedTables @typedef {import("./judge.js").Judge} Judge */

/** The judge of the pairs of some tables, with its questions. @param {JudgedTables} tables */
export const judgementOf = (tables) => {
  const judge = judgeOf(tables);
  /** @template {any[]} A, R @param {(judge: Judge, ...rest: A) => R} question @returns {(...rest: A) => R} */
  const asked = (question) => (...rest) => question(judge, ...rest);
  return {
    footnote: asked(footnote), inPrint: asked(inPrint),
    inWords: asked((of, /** @type {number} */ row) => inWords(of, row)),
    roundOf: asked(roundOf), stated: asked(stated), versionState: asked(versionState),
  };
};
