import { type Answer, askExists, prepare, type Subject } from '@ostiary/forest/search';
import { type Point, sumsOf, violates } from '../brute.ts';
import type { Dice } from '../generate.ts';
import { count, type Counts, must, mustEndAlike, NODES } from './judge.ts';
import type { Asked } from './violations.ts';

/** All orders of so many things. */
function orders(length: number): number[][] {
  if (length === 0) return [[]];
  return orders(length - 1).flatMap((order) =>
    Array.from({ length }, (_, at) => [...order.slice(0, at), length - 1, ...order.slice(at)]),
  );
}

/** Other orders of additions: where none is said to matter, none of them violates. */
export function checkOrders(
  roll: Dice,
  subject: Subject,
  all: readonly Point[],
  { violation }: Asked,
  counts: Counts,
): void {
  const { forest, secondForest = forest, second } = subject;
  if (Math.max(forest.trees.roots.length, secondForest.trees.roots.length) > 4) return;
  const question = { kind: 'exists', violation, anyOrder: true } as const;
  const answer = askExists(prepare(subject), question, { nodes: NODES });
  if (answer.verdict !== 'proved') return;
  count(counts, answer.numericTie === undefined ? 'no order matters' : 'an order may matter');
  mustEndAlike<Answer>(roll, counts, answer, (nodes, from) =>
    askExists(prepare(subject), question, { nodes, resume: from?.resume }),
  );
  if (answer.numericTie !== undefined) return;
  for (const one of orders(forest.trees.roots.length))
    for (const other of second === undefined ? [[]] : orders(secondForest.trees.roots.length).slice(0, 4))
      for (const { cells } of all.slice(0, 50)) {
        const sums = [sumsOf(forest, cells[0]!, one)];
        if (second !== undefined) sums.push(sumsOf(secondForest, cells[1]!, other));
        must(!violates(violation, sums), 'another order violates');
      }
}
