import { type Dfa, step } from './dfa.js';
import { getOrMake } from '../../maps.js';

/**
 * The smallest automaton of the same language (Hopcroft 1971), states numbered in breadth-first order from the start,
 * so that equal languages over one alphabet give equal automata.
 */
export function minimise(dfa: Dfa): Dfa {
  const block = hopcroft(dfa);
  const renumbered = new Map<number, number>();
  const sample: number[] = [];
  const visit = (state: number): number => {
    return getOrMake(renumbered, block[state] ?? 0, () => sample.push(state) - 1);
  };
  visit(0);
  const rows: number[] = [];
  for (let state = 0; state < sample.length; state++) {
    for (let cls = 0; cls < dfa.classes; cls++) rows.push(visit(step(dfa, sample[state] ?? 0, cls)));
  }
  return {
    states: sample.length,
    classes: dfa.classes,
    accepting: Uint8Array.from(sample, (state) => dfa.accepting[state] ?? 0),
    next: Int32Array.from(rows),
  };
}

/** Block number per state. */
function hopcroft(dfa: Dfa): Int32Array {
  const block = new Int32Array(dfa.states);
  const members: number[][] = [[], []];
  for (let state = 0; state < dfa.states; state++) {
    const number = dfa.accepting[state] ?? 0;
    block[state] = number;
    members[number]?.push(state);
  }
  const sources = reverse(dfa);
  const queue = new Set(members.flatMap((list, number) => (list.length > 0 ? [number] : [])));
  for (const splitter of queue) {
    queue.delete(splitter);
    const inside = [...(members[splitter] ?? [])];
    for (let cls = 0; cls < dfa.classes; cls++) {
      const hit = new Map<number, Set<number>>();
      for (const target of inside) {
        for (const source of sources[target * dfa.classes + cls] ?? []) {
          getOrMake(hit, block[source] ?? 0, () => new Set()).add(source);
        }
      }
      for (const [number, moved] of hit) {
        const all = members[number] ?? [];
        if (moved.size === all.length) continue;
        const fresh = members.push([...moved]) - 1;
        members[number] = all.filter((state) => !moved.has(state));
        for (const state of moved) block[state] = fresh;
        if (queue.has(number) || moved.size <= all.length - moved.size) queue.add(fresh);
        else queue.add(number);
      }
    }
  }
  return block;
}

function reverse(dfa: Dfa): (number[] | undefined)[] {
  const sources: (number[] | undefined)[] = Array.from({ length: dfa.states * dfa.classes });
  for (let state = 0; state < dfa.states; state++) {
    for (let cls = 0; cls < dfa.classes; cls++) {
      const slot = step(dfa, state, cls) * dfa.classes + cls;
      const list = sources[slot];
      if (list) list.push(state);
      else sources[slot] = [state];
    }
  }
  return sources;
}
