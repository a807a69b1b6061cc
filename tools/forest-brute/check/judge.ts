/** What a wrong answer is, and how often what was seen. */
import type { Subject } from '@ostiary/forest/search';
import type { Dice } from '../generate.ts';

/** How often what was seen. */
export type Counts = Record<string, number>;

/** Nodes that a search may look at: enough for what is asked here. */
export const NODES = 200_000;

class Wrong extends Error {}

/** Throws where an answer is wrong. */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Wrong(what);
}

export function count(counts: Counts, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** Sums and derived columns bind values within cells: the search may then leave a question open. */
export const bound = ({ region, second }: Subject): boolean =>
  [region, second?.region].some((each) => each?.linear !== undefined || each?.derived !== undefined);

interface Part {
  readonly verdict: string;
  readonly nodes: number;
}

type Open<Answer> = Answer & { readonly verdict: 'undecided' };

/** Asks again in parts of a random size, each from where the last one stopped: the union of the parts is what one run says. */
export function mustEndAlike<Answer extends Part>(
  roll: Dice,
  counts: Counts,
  whole: Part,
  ask: (nodes: number, from?: Open<Answer>) => Answer,
  look: (part: Open<Answer>) => void = () => undefined,
): void {
  const isOpen = (part: Answer): part is Open<Answer> => part.verdict === 'undecided';
  const step = 1 + roll(whole.nodes + 1);
  let part = ask(step);
  for (let nodes = 2 * step; isOpen(part); nodes += step) {
    look(part);
    part = ask(nodes, part);
  }
  must(JSON.stringify(part) === JSON.stringify(whole), 'a run in parts ended otherwise');
  count(counts, 'runs in parts');
}
