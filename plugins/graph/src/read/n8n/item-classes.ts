import { textClasses, type TextQuestion } from '../source/text-classes.js';
import type { Kind } from './formula.js';
import type { Looked } from './fields.js';

/** An item, as far as it is asked for: the value of each field, by its key. */
export type ItemClass = ReadonlyMap<string, unknown>;

const MOST = 512;

/** Items of which each gives other answers than the rest: every combination of values of the fields that are told apart. Null: too many. */
export function itemClasses(looked: readonly Looked[]): readonly ItemClass[] | null {
  const fields = Map.groupBy(looked, ({ key }) => key);
  let found: ItemClass[] = [new Map()];
  for (const [key, asked] of fields) {
    const values = valuesOf(asked);
    if (!values) return null;
    const answers = new Map(values.map((value) => [asked.map(({ atom }) => atom.holds(value)).join(), value]));
    found = found.flatMap((item) => [...answers.values()].map((value) => new Map([...item, [key, value]])));
    if (found.length > MOST) return null;
  }
  return found;
}

function valuesOf(asked: readonly Looked[]): readonly unknown[] | null {
  const kind = asked.map(({ atom }) => atom.kind).find((one) => one !== 'any') ?? 'any';
  const borders = asked.flatMap(({ atom }) => (atom.border === undefined ? [] : [atom.border]));
  const questions = asked.flatMap(({ atom }): readonly TextQuestion[] => (atom.question ? [atom.question] : []));
  return representatives(kind, borders, questions);
}

function representatives(
  kind: Kind,
  borders: readonly number[],
  questions: readonly TextQuestion[],
): readonly unknown[] | null {
  switch (kind) {
    case 'text': {
      const texts = textClasses(questions);
      return texts && [...texts.map(({ witness }) => witness), undefined];
    }
    case 'number':
      return [...onLine(borders), null, undefined];
    case 'time':
      return [...onLine(borders), undefined];
    case 'length':
      // A list is as long as a whole number says, and no list is as short as none.
      return [
        ...new Set([
          0,
          ...borders.flatMap((border) => [Math.floor(border), Math.ceil(border), Math.floor(border) + 1]),
        ]),
        undefined,
      ].filter((length) => length === undefined || length >= 0);
    case 'unread':
      return [true, false];
    case 'truth':
    case 'object':
      return [true, false, undefined];
    case 'any':
      return [true, undefined];
  }
}

/** Each border, and a number on each of its sides. */
function onLine(borders: readonly number[]): readonly number[] {
  const sorted = [...new Set(borders)].toSorted((a, b) => a - b);
  const [least = 0] = sorted;
  const most = sorted.at(-1) ?? 0;
  const between = sorted.slice(1).map((border, at) => (border + (sorted[at] ?? border)) / 2);
  return [least - 1, ...sorted, ...between, most + 1];
}
