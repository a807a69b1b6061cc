import type { Alphabet } from './alphabet.js';

/** A complete deterministic automaton over the classes of one alphabet. State 0 is the start. */
export interface Dfa {
  readonly states: number;
  readonly classes: number;
  /** 1 where the state accepts. */
  readonly accepting: Uint8Array;
  /** `next[state * classes + cls]`. */
  readonly next: Int32Array;
}

/** Bounds on automata, as counts so that the same input gives the same result on every machine. */
export interface AutomataLimits {
  /** States of one determinised automaton before minimisation. */
  readonly dfaStates: number;
  /** Elementary steps of one determinisation. */
  readonly dfaSteps: number;
  /** States of a product. */
  readonly productStates: number;
  /** Transitions of a product, each counted once per automaton. */
  readonly productSteps: number;
  /** Acceptance vectors of a product. */
  readonly cells: number;
  /** Words looked at while a witness of one cell is sought. */
  readonly wordsPerCell: number;
  /** Words looked at, over all cells. */
  readonly words: number;
}

export const AUTOMATA_LIMITS: AutomataLimits = {
  dfaStates: 4_000,
  dfaSteps: 4_000_000,
  productStates: 20_000,
  productSteps: 20_000_000,
  cells: 1_000,
  wordsPerCell: 2_000,
  words: 50_000,
};

/** A limit was reached; the caller decides what is known without the automaton. */
export interface LimitReached {
  readonly kind: 'limit';
  readonly limit: keyof AutomataLimits;
}

/** Whether automata grew beyond a limit, so that there is no result. */
export function isLimit(value: object): value is LimitReached {
  return 'kind' in value && value.kind === 'limit';
}

/** The state after one character of class `cls`. */
export function step(dfa: Dfa, state: number, cls: number): number {
  return dfa.next[state * dfa.classes + cls] ?? 0;
}

/** Whether a text is a word of the automaton. `alphabet` is the one it was made over. */
export function accepts(dfa: Dfa, alphabet: Alphabet, text: string): boolean {
  let state = 0;
  for (const char of text) state = step(dfa, state, alphabet.classOf(char.codePointAt(0) ?? 0));
  return dfa.accepting[state] === 1;
}

/** 1 for each state from which some accepting state can be reached. */
export function liveStates(dfa: Dfa): Uint8Array {
  const sources: number[][] = Array.from({ length: dfa.states }, () => []);
  for (let state = 0; state < dfa.states; state++) {
    for (let cls = 0; cls < dfa.classes; cls++) sources[step(dfa, state, cls)]?.push(state);
  }
  const live = Uint8Array.from(dfa.accepting);
  const stack: number[] = [];
  live.forEach((flag, state) => {
    if (flag === 1) stack.push(state);
  });
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    for (const source of sources[state] ?? []) {
      if (live[source] === 1) continue;
      live[source] = 1;
      stack.push(source);
    }
  }
  return live;
}
