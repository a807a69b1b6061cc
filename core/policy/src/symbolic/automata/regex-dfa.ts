import type { RegexNode } from '../../text/regex.js';
import type { Alphabet } from './alphabet.js';
import type { AutomataLimits, Dfa, LimitReached } from './dfa.js';
import { positionAutomaton } from './glushkov.js';

/** Determinises a regular expression by the subset construction; refuses to grow past the limits. */
export function regexToDfa(node: RegexNode, alphabet: Alphabet, limits: AutomataLimits): Dfa | LimitReached {
  const nfa = positionAutomaton(node);
  const classesOf = nfa.chars.map((ranges) => alphabet.classesIn(ranges));
  const classes = alphabet.size;
  const numbers = new Map<string, number>();
  const subsets: (readonly number[])[] = [];
  const accepting: number[] = [];
  const rows: number[] = [];
  const intern = (subset: readonly number[], accepts: boolean): number => {
    const key = `${accepts ? '+' : '-'}${subset.join(',')}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, subsets.length);
    accepting.push(accepts ? 1 : 0);
    return subsets.push(subset) - 1;
  };
  // A subset holds the positions that may be taken next, so acceptance is part of its identity.
  intern(
    [...new Set(nfa.first)].toSorted((a, b) => a - b),
    nfa.nullable,
  );
  let steps = 0;
  for (let state = 0; state < subsets.length; state++) {
    if (subsets.length > limits.dfaStates) return { kind: 'limit', limit: 'dfaStates' };
    const targets: Set<number>[] = Array.from({ length: classes }, () => new Set<number>());
    const ends = new Uint8Array(classes);
    for (const position of subsets[state] ?? []) {
      const follow = nfa.follow[position] ?? new Set<number>();
      for (const cls of classesOf[position] ?? []) {
        steps += follow.size + 1;
        if (steps > limits.dfaSteps) return { kind: 'limit', limit: 'dfaSteps' };
        if (nfa.last.has(position)) ends[cls] = 1;
        for (const target of follow) targets[cls]?.add(target);
      }
    }
    targets.forEach((target, cls) =>
      rows.push(
        intern(
          [...target].toSorted((a, b) => a - b),
          ends[cls] === 1,
        ),
      ),
    );
  }
  return { states: subsets.length, classes, accepting: Uint8Array.from(accepting), next: Int32Array.from(rows) };
}
