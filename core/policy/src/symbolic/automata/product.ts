import { type AutomataLimits, type Dfa, type LimitReached, liveStates, step } from './dfa.js';
import { getOrMake } from '../../maps.js';

/** The reachable part of a product of automata over one alphabet, cut to where the domain can still accept. */
export interface Product {
  readonly states: number;
  readonly classes: number;
  /** `next[state * classes + cls]`, -1 where no word of the domain continues. */
  readonly next: Int32Array;
  /** Number of the acceptance vector, -1 where the word is outside the domain. */
  readonly vectorOf: Int32Array;
  /** Acceptance per automaton. */
  readonly vectors: readonly (readonly boolean[])[];
}

/** Walks the automata side by side through the words of `domain`, breadth first; stops at the limit of states. */
export function product(domain: Dfa, automata: readonly Dfa[], limits: AutomataLimits): Product | LimitReached {
  const live = liveStates(domain);
  const numbers = new Map<string, number>();
  const tuples: (readonly number[])[] = [];
  const vectorNumbers = new Map<string, number>();
  const vectors: boolean[][] = [];
  const vectorOf: number[] = [];
  const rows: number[] = [];
  const intern = (tuple: readonly number[]): number => {
    return getOrMake(numbers, tuple.join(), () => {
      vectorOf.push(vectorNumber(tuple));
      return tuples.push(tuple) - 1;
    });
  };
  const vectorNumber = ([inDomain, ...states]: readonly number[]): number => {
    if (domain.accepting[inDomain ?? 0] !== 1) return -1;
    const vector = automata.map((dfa, index) => dfa.accepting[states[index] ?? 0] === 1);
    return getOrMake(vectorNumbers, vector.map(Number).join(''), () => vectors.push(vector) - 1);
  };
  let steps = 0;
  if (live[0] === 1) intern([0, ...automata.map(() => 0)]);
  for (let state = 0; state < tuples.length; state++) {
    if (tuples.length > limits.productStates) return { kind: 'limit', limit: 'productStates' };
    if (vectors.length > limits.cells) return { kind: 'limit', limit: 'cells' };
    const [inDomain = 0, ...states] = tuples[state] ?? [];
    steps += domain.classes * (automata.length + 1);
    if (steps > limits.productSteps) return { kind: 'limit', limit: 'productSteps' };
    for (let cls = 0; cls < domain.classes; cls++) {
      const target = step(domain, inDomain, cls);
      rows.push(
        live[target] === 1 ? intern([target, ...automata.map((dfa, index) => step(dfa, states[index] ?? 0, cls))]) : -1,
      );
    }
  }
  // The cost of reaching each vector is worked out over all transitions, once per vector.
  if (rows.length * vectors.length > limits.productSteps) return { kind: 'limit', limit: 'cells' };
  return {
    states: tuples.length,
    classes: domain.classes,
    next: Int32Array.from(rows),
    vectorOf: Int32Array.from(vectorOf),
    vectors,
  };
}
