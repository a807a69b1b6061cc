import type { CodePointRange } from '../../text/regex-class.js';
import { positions, type RegexNode } from '../../text/regex.js';

/**
 * A Thompson automaton. State i either splits (to one or two states, without reading) or reads one code point out of
 * `ranges` and goes to `next`; `accept` is the only final state.
 */
export interface Nfa {
  readonly start: number;
  readonly accept: number;
  readonly states: readonly NfaState[];
}

export type NfaState =
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'read'; readonly ranges: readonly CodePointRange[]; readonly next: number };

/** Thompson's construction; bounded repeats are written out (the parser bounds their number). */
export function buildNfa(node: RegexNode): Nfa {
  const states: NfaState[] = [{ kind: 'split', to: [] }];
  const add = (state: NfaState): number => states.push(state) - 1;

  /** The state from which reading `node` leads to `next`. */
  const build = (part: RegexNode, next: number): number => {
    switch (part.kind) {
      case 'empty':
        return next;
      case 'chars':
        return add({ kind: 'read', ranges: part.ranges, next });
      case 'concat':
        return part.parts.reduceRight((to, each) => build(each, to), next);
      case 'alt':
        return split(part.options.map((option) => build(option, next)));
      case 'repeat':
        return repeat(part.node, part.min, part.max, next);
    }
  };
  const split = (targets: readonly number[]): number => {
    const [first, ...others] = new Set(targets);
    return first !== undefined && others.length === 0 ? first : add({ kind: 'split', to: [...new Set(targets)] });
  };
  // What holds no characters reads only the empty text, however often: written out, it could grow without bound.
  const repeat = (part: RegexNode, min: number, max: number | null, next: number): number => {
    if (positions(part) === 0) return next;
    let to = next;
    if (max === null) {
      const back: number[] = [next];
      to = add({ kind: 'split', to: back });
      back.push(build(part, to));
    } else {
      for (let i = min; i < max; i++) to = add({ kind: 'split', to: [build(part, to), next] });
    }
    for (let i = 0; i < min; i++) to = build(part, to);
    return to;
  };
  return { accept: 0, start: build(node, 0), states };
}

/** Adds to `into` every reading or accepting state reachable from `from` without reading. */
export function closure(nfa: Nfa, from: number, into: Set<number>, seen: Set<number>): void {
  const stack = [from];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    if (seen.has(state)) continue;
    seen.add(state);
    const node = nfa.states[state];
    if (state === nfa.accept || node?.kind === 'read') into.add(state);
    if (node?.kind === 'split') stack.push(...node.to);
  }
}
