import type { Truth } from '../../evaluate/kleene.js';
import { type Box, intersection } from './box.js';
import type { State } from './dimension.js';
import type { Work } from './work.js';

/** A guard as three-valued logic over tests that look at one dimension each. */
export type Formula =
  | { readonly kind: 'test'; readonly at: number; readonly truth: (state: State) => Truth }
  | { readonly kind: 'const'; readonly truth: Truth }
  | { readonly kind: 'not'; readonly of: Formula }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Formula[] }
  | { readonly kind: 'if'; readonly condition: Formula; readonly then: Formula; readonly otherwise: Formula };

/** Which truths are wanted: `not_false` and `not_true` take in undefined. */
export type Wanted = 'true' | 'false' | 'not_true' | 'not_false';

const OPPOSITE: Readonly<Record<Wanted, Wanted>> = {
  true: 'false',
  false: 'true',
  not_true: 'not_false',
  not_false: 'not_true',
};

function isWanted(truth: Truth, wanted: Wanted): boolean {
  switch (wanted) {
    case 'true':
      return truth === true;
    case 'false':
      return truth === false;
    case 'not_true':
      return truth !== true;
    case 'not_false':
      return truth !== false;
  }
}

/** The space that boxes lie in: the box of one dimension's states, and that of all states. */
export interface Plane {
  readonly whole: Box;
  /** Null when there is no state like that. */
  slice(at: number, wanted: (state: State) => boolean): Box | null;
}

/** Boxes that together are where the formula has a wanted truth; they may overlap. @throws OutOfWork */
export function where(formula: Formula, wanted: Wanted, plane: Plane, work: Work): readonly Box[] {
  switch (formula.kind) {
    case 'const':
      return isWanted(formula.truth, wanted) ? [plane.whole] : [];
    case 'test': {
      work.spend(1);
      const box = plane.slice(formula.at, (state) => isWanted(formula.truth(state), wanted));
      return box ? [box] : [];
    }
    case 'not':
      return where(formula.of, OPPOSITE[wanted], plane, work);
    case 'and':
    case 'or': {
      // An `and` is true where all are, and not false where none is false; an `or` is the same of the opposites.
      const all = (formula.kind === 'and') === (wanted === 'true' || wanted === 'not_false');
      const parts = formula.of.map((each) => where(each, wanted, plane, work));
      return all ? parts.reduce((found, part) => common(found, part, work), [plane.whole]) : parts.flat();
    }
    case 'if': {
      const branch = (condition: Wanted, value: Formula): readonly Box[] =>
        common(where(formula.condition, condition, plane, work), where(value, wanted, plane, work), work);
      const known = [...branch('true', formula.then), ...branch('false', formula.otherwise)];
      if (wanted === 'true' || wanted === 'false') return known;
      const [open, shut] = (['not_true', 'not_false'] as const).map((each) =>
        where(formula.condition, each, plane, work),
      );
      return [...known, ...common(open ?? [], shut ?? [], work)];
    }
  }
}

function common(some: readonly Box[], others: readonly Box[], work: Work): readonly Box[] {
  work.spend(some.length * others.length);
  return some.flatMap((a) =>
    others.flatMap((b) => {
      const both = intersection(a, b);
      return both ? [both] : [];
    }),
  );
}
