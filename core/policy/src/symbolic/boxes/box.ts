import type { Work } from './work.js';

/** Sets of states by bits. */
export type Bits = Uint32Array;

/** A product of sets of states, one for each dimension; null is all states. */
export type Box = readonly (Bits | null)[];

/** The set of those states, of so many, that `has` holds for. */
export function bitsOf(states: number, has: (state: number) => boolean): Bits {
  const bits = new Uint32Array(Math.ceil(states / 32));
  for (let state = 0; state < states; state++)
    if (has(state)) bits[state >> 5] = (bits[state >> 5] ?? 0) | (1 << (state & 31));
  return bits;
}

const isEmpty = (bits: Bits): boolean => bits.every((word) => word === 0);

function meet(a: Bits | null, b: Bits | null): Bits | null {
  if (!a || !b) return a ?? b;
  return a.map((bits, at) => bits & (b[at] ?? 0));
}

/** Null when the two have no state in common. */
export function intersection(a: Box, b: Box): Box | null {
  const box: (Bits | null)[] = [];
  for (const [at, own] of a.entries()) {
    const both = meet(own, b[at] ?? null);
    if (both && isEmpty(both)) return null;
    box.push(both);
  }
  return box;
}

/** Whether the two have a state in common. */
export function meets(a: Box, b: Box): boolean {
  for (let at = 0; at < a.length; at++) {
    const [own, other] = [a[at], b[at]];
    if (own && other && !shareState(own, other)) return false;
  }
  return true;
}

// Loops without a function for each word: of all that is asked of boxes these are asked most.
function shareState(a: Bits, b: Bits): boolean {
  for (let at = 0; at < a.length; at++) if (((a[at] ?? 0) & (b[at] ?? 0)) !== 0) return true;
  return false;
}

function liesIn(a: Bits, b: Bits): boolean {
  for (let at = 0; at < a.length; at++) if (((a[at] ?? 0) & ~(b[at] ?? 0)) !== 0) return false;
  return true;
}

/** Pieces of `box` outside `cover`, without overlap. */
function without(box: Box, cover: Box, all: readonly Bits[]): Box[] {
  const pieces: Box[] = [];
  const rest = [...box];
  for (let at = 0; at < cover.length; at++) {
    const [covered, own] = [cover[at], rest[at] ?? all[at]];
    if (!covered || !own || liesIn(own, covered)) continue;
    pieces.push(
      rest.with(
        at,
        own.map((bits, word) => bits & ~(covered[word] ?? 0)),
      ),
    );
    rest[at] = meet(own, covered);
  }
  return pieces;
}

/**
 * Whether some state of `box` lies outside all of `covers`.
 *
 * @param all every state of each dimension
 * @throws OutOfWork
 */
export function reachesBeyond(box: Box, covers: readonly Box[], all: readonly Bits[], work: Work): boolean {
  work.spend(covers.length);
  const near = covers.filter((cover) => meets(box, cover));
  const pending: { readonly piece: Box; readonly from: number }[] = [{ piece: box, from: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { piece, from } = next;
    let at = from;
    while (at < near.length && !meets(piece, near[at] ?? [])) at++;
    work.spend(at - from + 1);
    const cover = near[at];
    if (!cover) return true;
    for (const outside of without(piece, cover, all)) pending.push({ piece: outside, from: at + 1 });
  }
  return false;
}
