import type { BoolTerm } from './term.js';

/** How deep disjunctions in disjunctions are looked into. */
const DEPTH = 2;

/**
 * Whether terms cannot hold together as anybody can read in them: one is false, one is the contrary of others, or each case of a
 * disjunction is. Nothing is searched; of what is not found so nothing is known.
 */
export const arePlainlyContrary = (terms: readonly BoolTerm[]): boolean => areContrary(terms, new Set(), DEPTH);

/** @param given what holds besides */
function areContrary(terms: readonly BoolTerm[], given: ReadonlySet<BoolTerm>, depth: number): boolean {
  const all = new Set(given);
  const added = [...terms];
  for (let term = added.pop(); term !== undefined; term = added.pop())
    if (term.kind === 'and') added.push(...term.of);
    else all.add(term);
  for (const term of all) if (isFalse(term, all)) return true;
  if (depth === 0) return false;
  for (const term of all)
    if (term.kind === 'or' && term.of.every((each) => areContrary([each], all, depth - 1))) return true;
  return false;
}

function isFalse(term: BoolTerm, given: ReadonlySet<BoolTerm>): boolean {
  if (term.kind === 'const') return !term.value;
  if (term.kind !== 'not') return false;
  const { of } = term;
  if (given.has(of)) return true;
  if (of.kind === 'and') return of.of.every((each) => given.has(each));
  return of.kind === 'or' && of.of.some((each) => given.has(each));
}
