import { pointsNear } from '../../breaks/points.js';
import { type IntTerm, type Term, topological } from '../terms/term.js';
import { getOrMake } from '../../maps.js';

/** The values of one variable that are enough to try: between two of them nothing in the terms changes. */
export interface Domain {
  readonly name: string;
  readonly values: readonly (boolean | bigint)[];
}

/**
 * Representative values for every variable below `roots`, or null when some integer occurs in a calculation, where no
 * finite set of values is enough. An integer that is only ever compared with constants changes nothing between its
 * bounds, so the points next to each bound stand for all.
 */
export function finiteDomains(roots: readonly Term[]): Domain[] | null {
  const points = new Map<string, Set<bigint>>();
  const variables = new Map<string, Term>();
  const order = topological(roots);
  for (const term of order) {
    if (term.kind === 'var') variables.set(term.name, term);
    if (term.kind === 'div' || (term.kind === 'ite' && !isConstantChoice(term))) return null;
    if (term.kind !== 'zero' && term.kind !== 'nonneg') continue;
    if (isChoiceSum(term.of)) continue;
    const part = singlePart(term.of);
    if (!part) return null;
    const known = getOrMake(points, part.of.name, () => new Set<bigint>());
    // Where constant + factor * x changes its sign.
    for (const near of pointsNear(-part.constant, part.factor)) known.add(near);
  }
  return [...variables].map(([name, term]) => {
    if (term.sort === 'Bool') return { name, values: [false, true] };
    return { name, values: withinBounds(term, points.get(name) ?? new Set()) };
  });
}

interface SinglePart {
  readonly constant: bigint;
  readonly factor: bigint;
  readonly of: Extract<IntTerm, { kind: 'var' }>;
}

/** The one variable of a comparison with a constant. */
export function singlePart(term: IntTerm): SinglePart | null {
  if (term.kind === 'var') return { constant: 0n, factor: 1n, of: term };
  if (term.kind !== 'linear') return null;
  const [only] = term.terms;
  return only && term.terms.length === 1 && only.of.kind === 'var'
    ? { constant: term.constant, factor: only.factor, of: only.of }
    : null;
}

/** A sum of choices between constants depends on truth values only. */
function isChoiceSum(term: IntTerm): boolean {
  if (term.kind === 'linear') return term.terms.every((part) => part.of.kind === 'ite');
  return term.kind === 'ite';
}

function isConstantChoice(term: Extract<IntTerm, { kind: 'ite' }>): boolean {
  return term.then.kind === 'const' && term.else.kind === 'const';
}

function withinBounds({ lo, hi }: IntTerm, points: ReadonlySet<bigint>): bigint[] {
  const start = lo !== null && lo > 0n ? lo : hi !== null && hi < 0n ? hi : 0n;
  return [...new Set([start, ...points])].filter(
    (value) => (lo === null || value >= lo) && (hi === null || value <= hi),
  );
}
