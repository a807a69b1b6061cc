/**
 * Checks a certificate without the code of the search: says the question again in its normal form, from the model and the question
 * alone, and has the core follow the splits. See docs/adr/0157 and docs/adr/0168.
 */
import type { CellForest } from '../cells/index.js';
import type { Question, Subject } from '../question/index.js';
import { axesOf, type CutAxes } from './axes.js';
import { boundsOf, followingsOf, ordersOf } from './conditions.js';
import { Core } from './core.js';
import type { Forest, Statement } from './normal-form.js';
import { Refused, stepsOf } from './steps.js';

export type Checked =
  | { readonly valid: true; readonly boxes: number }
  | { readonly valid: false; readonly problem: string };

type Exists = Extract<Question, { kind: 'exists' }>;

/** Whether a certificate proves that a question of kind `exists` has no violation. Never throws on bad bytes. */
export function verifyCertificate(subject: Subject, question: Exists, certificate: Uint8Array): Checked {
  const statement = statementOf(subject, question);
  const core = new Core(statement);
  const claims = core.ways.map(({ length }) => length);
  try {
    return { valid: true, boxes: core.check(stepsOf(certificate, statement.axes.length, claims)) };
  } catch (error) {
    if (error instanceof Refused) return { valid: false, problem: error.message };
    throw error;
  }
}

/** What a question says, in the normal form of the core. */
function statementOf(subject: Subject, { violation, within }: Exists): Statement {
  const { forest, second, secondForest = forest } = subject;
  const cut = axesOf(subject);
  return {
    axes: cut.axes,
    orders: ordersOf(cut),
    bounds: boundsOf(subject, cut, within),
    followings: followingsOf(subject, cut),
    forests: [forestOf(forest, cut, 0), ...(second === undefined ? [] : [forestOf(secondForest, cut, 1)])],
    ways: violation,
  };
}

/** A forest whose tests ask for positions. */
function forestOf({ trees, targets, summation }: CellForest, { axes, of }: CutAxes, copy: 0 | 1): Forest {
  const axis = of[copy];
  return { ...trees, targets, summation, axis, last: axis.map((each) => axes[each]!.upTo) };
}
