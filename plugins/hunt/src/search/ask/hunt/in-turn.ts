import { type Answered, CLEAR } from './answered.js';

/** Asks of one thing after the other until there is a bug, or a question is given up: clear where none shows one. */
export async function firstAnswer<Item>(
  items: Iterable<Item>,
  ask: (item: Item) => Promise<Answered>,
): Promise<Answered> {
  for (const item of items) {
    const answered = await ask(item);
    if (answered.kind !== 'clear') return answered;
  }
  return CLEAR;
}

/** What is answered of one thing after the other, up to the first bug: the others would tell of it again. Null: there is nothing to ask. */
export async function* untilFound<Item>(
  items: Iterable<Item>,
  ask: (item: Item) => Promise<Answered | null>,
): AsyncGenerator<Answered> {
  for (const item of items) {
    const answered = await ask(item);
    if (answered) yield answered;
    if (answered?.kind === 'found') return;
  }
}
