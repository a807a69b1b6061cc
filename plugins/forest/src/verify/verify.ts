/**
 * Checks a certificate without the code of the search: follows its splits, takes away what conditions and radius exclude, and sees of
 * each box that is called closed whether the forms that are said to fail do (`Bounds`). The format is described in search/explore.ts.
 * See docs/adr/0157.
 */
import type { Form, Question, Subject } from '../question/index.js';
import { axesOf } from './axes.js';
import { Bounds, type Claim } from './bounds.js';
import { type Box, conditionsOf } from './conditions.js';

export type Checked =
  | { readonly valid: true; readonly boxes: number }
  | { readonly valid: false; readonly problem: string };

type Exists = Extract<Question, { kind: 'exists' }>;

class Refused extends Error {}

/** Whether a certificate proves that a question of kind `exists` has no violation. Never throws on bad bytes. */
export function verifyCertificate(subject: Subject, question: Exists, certificate: Uint8Array): Checked {
  try {
    return { valid: true, boxes: check(subject, question, certificate) };
  } catch (error) {
    if (error instanceof Refused) return { valid: false, problem: error.message };
    throw error;
  }
}

/** Boxes that were closed. */
function check(subject: Subject, { violation, within }: Exists, bytes: Uint8Array): number {
  const axes = axesOf(subject, within?.distance);
  const conditions = conditionsOf(subject, axes, within);
  const bounds = new Bounds(subject, axes);
  const ways = violation.map(claimsOf);
  const read = numbersOf(bytes);
  const open: Box[] = [{ lo: axes.axes.map(() => 0), hi: axes.axes.map(({ cells }) => cells.length - 1) }];
  let boxes = 0;
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    const { lo, hi } = box;
    const empty = lo.some((from, axis) => from > hi[axis]!) || !narrowed(box, conditions);
    const head = read.next();
    if (head % 2 === 1) {
      const [axis, rank] = [Math.floor(head / 4), read.next()];
      if (axis >= lo.length) throw new Refused('no such axis');
      const lower = { lo, hi: hi.with(axis, Math.min(hi[axis]!, rank)) };
      const upper = { lo: lo.with(axis, Math.max(lo[axis]!, rank + 1)), hi };
      open.push(...((head & 2) === 0 ? [copied(upper), copied(lower)] : [copied(lower), copied(upper)]));
      continue;
    }
    boxes += 1;
    if (head > 2) throw new Refused('no such kind of box');
    if (head === 0 && !empty) throw new Refused('a box that is said to be empty is not');
    for (const way of head === 0 ? [] : ways) {
      const claim = way[way.length > 1 ? read.next() : 0];
      if (claim === undefined) throw new Refused('no such form');
      if (!empty && !bounds.fails(claim, box)) throw new Refused('a box that is said to be closed is open');
    }
  }
  if (!read.ended()) throw new Refused('the certificate goes on after its end');
  return boxes;
}

const copied = ({ lo, hi }: Box): Box => ({ lo: [...lo], hi: [...hi] });

/** Takes away what conditions exclude until they say nothing new; false where nothing is left. */
function narrowed(box: Box, conditions: readonly ((box: Box) => boolean)[]): boolean {
  const size = (): number => box.hi.reduce((sum, last, axis) => sum + last - box.lo[axis]!, 0);
  for (let before = -1; before !== size();) {
    before = size();
    if (!conditions.every((condition) => condition(box))) return false;
  }
  return true;
}

/** The forms of a way; and, where they speak of two inputs, the sum of them all, with room for the rounding of thresholds. */
function claimsOf(forms: readonly Form[]): Claim[] {
  const own = forms.map(({ terms, threshold, relation }) => ({ terms, threshold, strict: relation === '>' }));
  const copies = new Set(forms.flatMap(({ terms }) => terms.map(({ copy }) => copy)));
  if (forms.length < 2 || copies.size < 2) return own;
  const room = forms.reduce((sum, form) => sum + Math.abs(form.threshold), 0) * 2 ** -51;
  const threshold = forms.reduce((sum, form) => sum + form.threshold, 0) - room;
  return [...own, { terms: forms.flatMap(({ terms }) => terms), threshold, strict: own.some(({ strict }) => strict) }];
}

/** Whole numbers in groups of seven bits, least first. */
function numbersOf(bytes: Uint8Array): { readonly next: () => number; readonly ended: () => boolean } {
  let at = 0;
  const next = (scale = 1): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw new Refused('the certificate ends too soon');
    if (scale === 2 ** 49) throw new Refused('a number is too great');
    return byte < 128 ? byte * scale : (byte & 127) * scale + next(scale * 128);
  };
  return { next, ended: () => at === bytes.length };
}
