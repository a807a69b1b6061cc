import { type BoolTerm, type Variable, variablesOf } from './term.js';

export interface WithVariables {
  readonly term: BoolTerm;
  readonly variables: readonly Variable[];
}

export const withVariables = (term: BoolTerm): WithVariables => ({ term, variables: variablesOf([term]) });

/** The variables that `terms` depend on, by the constraints too, and which constraints have to do with them, directly or by others. */
export function coneOf(
  terms: readonly BoolTerm[],
  constraints: readonly WithVariables[],
): {
  readonly variables: ReadonlySet<Variable>;
  readonly inside: readonly BoolTerm[];
  readonly outside: readonly WithVariables[];
} {
  const reached = new Set(variablesOf(terms));
  const inside: BoolTerm[] = [];
  let outside = constraints;
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    outside = outside.filter(({ term, variables }) => {
      if (!variables.some((each) => reached.has(each))) return true;
      for (const each of variables) reached.add(each);
      inside.push(term);
      return false;
    });
  }
  return { variables: reached, inside, outside };
}
