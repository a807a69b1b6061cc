import { Substitution } from '../terms/substitute.js';
import type { Term } from '../terms/term.js';
import type { EncodingState } from './state.js';

/** Quantifiers inside one another that are followed. */
const MAX_NESTING = 16;

/** Closes every list, also those that come up while another one is closed, and says what the tests of all stand for. */
export function resolveLists(state: EncodingState): Substitution {
  let replacements: (readonly [Term, Term])[] = [];
  for (let at = 0; at < state.lists.length; at++) replacements.push(...(state.lists[at]?.close() ?? []));
  // A test of a list may depend on tests of others, so what stands for it is written out as often as they are nested.
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    const substitution = new Substitution(state.factory, replacements);
    const next = replacements.map(
      ([from, to]) => [from, to.sort === 'Bool' ? substitution.bool(to) : substitution.int(to)] as const,
    );
    if (next.every(([, to], index) => to === replacements[index]?.[1])) return substitution;
    replacements = next;
  }
  throw new Error('quantifiers nested deeper than the language allows');
}
