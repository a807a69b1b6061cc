import type { RegexNode } from '../../text/regex.js';
import { buildNfa, closure } from '../../values/match/nfa.js';
import type { Alphabet } from './alphabet.js';
import type { AutomataLimits, Dfa, LimitReached } from './dfa.js';
import { getOrMake } from '../../maps.js';

/** Determinises a regular expression by the subset construction; refuses to grow past the limits. */
export function regexToDfa(node: RegexNode, alphabet: Alphabet, limits: AutomataLimits): Dfa | LimitReached {
  const nfa = buildNfa(node);
  /** The states that read, or accept, and can be come to without reading. */
  const reached = (from: number): readonly number[] => {
    const states = new Set<number>();
    closure(nfa, from, states, new Set());
    return [...states];
  };
  const classesOf = nfa.states.map((state) => (state.kind === 'read' ? alphabet.classesIn(state.ranges) : []));
  const follow = nfa.states.map((state) => (state.kind === 'read' ? reached(state.next) : []));
  const classes = alphabet.size;
  const numbers = new Map<string, number>();
  const subsets: (readonly number[])[] = [];
  const rows: number[] = [];
  const intern = (states: Iterable<number>): number => {
    const subset = [...states].toSorted((a, b) => a - b);
    return getOrMake(numbers, subset.join(), () => subsets.push(subset) - 1);
  };
  intern(reached(nfa.start));
  let steps = 0;
  for (let state = 0; state < subsets.length; state++) {
    if (subsets.length > limits.dfaStates) return { kind: 'limit', limit: 'dfaStates' };
    const targets: Set<number>[] = Array.from({ length: classes }, () => new Set<number>());
    for (const from of subsets[state] ?? []) {
      const next = follow[from] ?? [];
      for (const cls of classesOf[from] ?? []) {
        steps += next.length + 1;
        if (steps > limits.dfaSteps) return { kind: 'limit', limit: 'dfaSteps' };
        for (const target of next) targets[cls]?.add(target);
      }
    }
    for (const target of targets) rows.push(intern(target));
  }
  const accepting = Uint8Array.from(subsets, (subset) => Number(subset.includes(nfa.accept)));
  return { states: subsets.length, classes, accepting, next: Int32Array.from(rows) };
}
