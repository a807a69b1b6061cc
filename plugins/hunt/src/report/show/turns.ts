import type { Language } from '@ostiary/guard';
import { say } from '@ostiary/report';

/** A step of a session, with the steps after it that read the same. */
export interface Turn<Item> {
  readonly step: Item;
  /** Its place in the session, from 0. */
  readonly at: number;
  /** How many more there are of it, at once after it. */
  readonly more: number;
}

/** Equal neighbours that are still shown one by one. */
const FEW = 3;

/** The steps of a session; many equal neighbours are one. @param textOf all that is shown of a step */
export function turnsOf<Item>(
  steps: readonly Item[],
  textOf: (step: Item, at: number) => string,
): readonly Turn<Item>[] {
  const texts = steps.map(textOf);
  const starts = [...texts.keys()].filter((at) => texts[at] !== texts[at - 1]);
  return starts.flatMap((start, i) => {
    const run = steps.slice(start, starts[i + 1]);
    return run.length > FEW
      ? run.slice(0, 1).map((step) => ({ step, at: start, more: run.length - 1 }))
      : run.map((step, place) => ({ step, at: start + place, more: 0 }));
  });
}

const MORE = { en: '{n} more calls like this', pt: 'mais {n} chamadas como esta' } as const;

/** That there are more of a step; null where there are none. */
export const moreText = (more: number, language: Language): string | null =>
  more === 0 ? null : say(MORE, language, { n: more });
