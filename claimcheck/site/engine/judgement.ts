/* The judge of a pair with its questions bound to the tables of some results: what other modules ask it. */
import { footnote } from "./footnote.ts";
import { inPrint, inWords, judgeOf, levelOf, roundOf, shareOwner, stated, versions } from "./judge.ts";
import type { Judge } from "./judge.ts";

/** The judge of the pairs of some tables, with its questions. */
export const judgementOf = (results: ResultTable, rules: Rules) => {
  const judge = judgeOf(results, rules);
  const asked = <A extends any[], R>(question: (judge: Judge, ...rest: A) => R) =>
    (...rest: A) => question(judge, ...rest);
  return {
    footnote: asked(footnote), inPrint: asked(inPrint), levelOf: asked(levelOf),
    inWords: asked((of, row: number) => inWords(of, row)),
    roundOf: asked(roundOf), shareOwner: asked(shareOwner), stated: asked(stated), versionState: asked(versions),
  };
};
