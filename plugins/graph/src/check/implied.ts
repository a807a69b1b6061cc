import { isDecided } from '../lower/index.js';
import type { GuardExpr, Variable } from '../model/index.js';
import { type Box, ExprCells, intersect } from './expr-cells.js';

type Value = string | number | boolean;

const MOST_BOXES = 64;

/**
 * Whether expressions that all hold say that a variable has a value (true), that it has another (false), or neither (null): over all values that the types of their
 * variables allow, and over all values of those that are not declared, or are compared as their type does not allow (S7). Null where there are too many ways to tell.
 */
export function implied(
  exprs: readonly GuardExpr[],
  declared: ReadonlyMap<string, Variable>,
  variable: string,
  equals: Value,
): boolean | null {
  const atoms = exprs.flatMap(atomsOf);
  if (!atoms.some((atom) => atom.variable === variable || ('other' in atom && atom.other === variable))) return null;
  const probe: GuardExpr = { op: '=', variable, value: equals };
  const cells = new ExprCells([...exprs, probe], typesOf([...atoms, probe], declared));
  let boxes: readonly Box[] = [new Map()];
  for (const [expr, holds] of exprs.flatMap((each) => partsOf(each, true))) {
    const allowed = cells.boxes(expr, holds);
    const both = allowed && boxes.flatMap((box) => allowed.flatMap((each) => intersect(box, each) ?? []));
    // What is left out says less.
    if (both && both.length <= MOST_BOXES) boxes = both;
  }
  const group = cells.groupOf(variable) as number;
  const same = cells.boxes(probe, true);
  // No values at all: nobody takes this edge.
  if (boxes.length === 0 || same === null) return null;
  const all = cells.groups[group]?.all ?? 0n;
  const left = boxes.reduce((mask, box) => mask | (box.get(group) ?? all), 0n);
  const equal = same[0]?.get(group) ?? 0n;
  if ((left & equal) === 0n) return false;
  return (left & ~equal) === 0n ? true : null;
}

type Atom = Exclude<GuardExpr, { readonly op: 'and' | 'or' | 'not' }>;

function atomsOf(expr: GuardExpr): Atom[] {
  if (expr.op === 'not') return atomsOf(expr.of);
  return 'of' in expr ? expr.of.flatMap(atomsOf) : [expr];
}

/** What must hold, or must not, for an expression to hold or not to. */
function partsOf(expr: GuardExpr, holds: boolean): [GuardExpr, boolean][] {
  if (expr.op === 'not') return partsOf(expr.of, !holds);
  return expr.op === (holds ? 'and' : 'or') ? expr.of.flatMap((each) => partsOf(each, holds)) : [[expr, holds]];
}

/**
 * The declared types where all comparisons fit them. A variable that is compared with constants only is a number where these are, and else a text that may also be
 * any of these; of others there is no type.
 */
function typesOf(atoms: readonly Atom[], declared: ReadonlyMap<string, Variable>): Map<string, Variable> {
  const types = new Map<string, Variable>();
  for (const name of new Set(atoms.flatMap(variablesOf))) {
    const own = atoms.filter((atom) => variablesOf(atom).includes(name));
    const type = declared.get(name);
    const constants = own.flatMap(constantsOf);
    if (type && own.every((atom) => isDecided(atom, declared))) types.set(name, type);
    else if (own.some((atom) => 'other' in atom)) continue;
    else if (constants.length > 0 && constants.every((value) => typeof value === 'number'))
      types.set(name, { name, type: 'real' });
    else if (!own.some(({ op }) => ORDERED.has(op))) types.set(name, { name, type: 'string' });
  }
  return types;
}

const ORDERED = new Set<Atom['op']>(['<', '<=', '>', '>=']);

const variablesOf = (atom: Atom): readonly string[] =>
  'other' in atom ? [atom.variable, atom.other] : [atom.variable];

const constantsOf = (atom: Atom): readonly Value[] =>
  'values' in atom ? atom.values : 'value' in atom ? [atom.value] : [];
