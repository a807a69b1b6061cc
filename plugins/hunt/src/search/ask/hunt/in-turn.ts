import { type Answered, CLEAR } from './answered.js';

/** Asks about one thing after another until one shows a bug or is given up; clear where none does. */
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

/**
 * What is answered about one thing after another, up to the first bug: the others would tell of the same one. @param ask null: there is
 * nothing to ask
 */
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
