import type { Step } from '../../../plugins/hunt/src/search/model/finding.js';
import { readPolicy } from '../../third-reading/reading.mjs';

/** Whether the third reading gives each step of a witness the answer, the slug and the deciding rules that the finding shows. */
export function replays(
  steps: readonly Step[],
  { text, made }: { readonly text: string; readonly made: { readonly catalogue: unknown } },
): boolean {
  const reading = readPolicy(text, made.catalogue);
  return steps.every(({ call, context, answer, slug, deciding }) => {
    const read = reading.decide(call, context);
    return (
      read.answer === answer &&
      read.slug === slug &&
      JSON.stringify(read.deciding.map(({ rule }) => rule)) === JSON.stringify(deciding)
    );
  });
}
