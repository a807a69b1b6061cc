import type { GuardExpr, Variable } from '../model/index.js';

/** One cell: values of a variable that no guard of the graph tells apart by a constant. */
export interface Cell {
  /** One of its values. */
  readonly value: string | number | boolean;
  /** Place on the line of the constants, doubled: odd at a constant, even between two. Numbers only. */
  readonly rank: number;
  readonly present: boolean;
  readonly empty: boolean;
  /** It has more values than one, as far as constants tell: numbers between two of them, strings that are none of those named. */
  readonly open: boolean;
}

/** The cells of one variable. */
export interface OwnCells {
  readonly type: Variable;
  readonly cells: readonly Cell[];
  readonly constants: readonly number[];
}

export type Atom = Exclude<GuardExpr, { readonly op: 'and' | 'or' | 'not' } | { readonly other: string }>;

const MOST_CELLS = 4096;
const MOST_NEEDLES = 8;

export function truth(atom: Atom, cell: Cell, constants: readonly number[]): boolean {
  const same = (value: string | number | boolean): boolean =>
    typeof value === 'number' && constants.includes(value)
      ? cell.rank === rankOf(value, constants)
      : cell.value === value;
  switch (atom.op) {
    case 'empty':
      return cell.empty;
    case 'present':
      return cell.present;
    case 'contains':
      return String(cell.value).includes(atom.value);
    case 'in':
      return atom.values.some(same);
    case '=':
      return same(atom.value);
    case '!=':
      return !same(atom.value);
    case '<':
      return cell.rank < rankOf(atom.value, constants);
    case '<=':
      return cell.rank <= rankOf(atom.value, constants);
    case '>':
      return cell.rank > rankOf(atom.value, constants);
    case '>=':
      return cell.rank >= rankOf(atom.value, constants);
    default:
      throw new Error('a comparison of another kind');
  }
}

const rankOf = (value: number, constants: readonly number[]): number => constants.indexOf(value) * 2 + 1;

function constantsOf(atoms: readonly Atom[]): (string | number | boolean)[] {
  return atoms.flatMap((atom): (string | number | boolean)[] =>
    atom.op === 'in' ? [...atom.values] : 'value' in atom ? [atom.value] : [],
  );
}

/** `asked`: what guards ask of the variable itself; `atoms`: of all that it is compared with, whose constants it shares. Null: too many cells. */
export function cellsOf(
  type: Variable,
  asked: readonly Atom[],
  atoms: readonly Atom[],
  more: readonly (string | number)[] = [],
): OwnCells | null {
  let cells: Cell[];
  let constants: number[] = [];
  const cell = (value: string | number | boolean, rank = 0, open = false): Cell => ({
    value,
    rank,
    present: true,
    empty: false,
    open,
  });
  if (type.type === 'bool') cells = [cell(false), cell(true)];
  else if (type.type === 'string') {
    const needles = [...new Set(atoms.flatMap((atom) => (atom.op === 'contains' ? [atom.value] : [])))];
    const named = atoms.flatMap((atom) => (atom.op === 'contains' ? [] : constantsOf([atom])));
    const blank = atoms.some(({ op }) => op === 'empty') ? [''] : [];
    if (needles.length > MOST_NEEDLES && !type.values) return null;
    const points = [...new Set([...named, ...blank, ...more])] as string[];
    cells = type.values
      ? type.values.map((value) => cell(value))
      : [...points.map((value) => cell(value)), ...otherStrings(points, needles).map((value) => cell(value, 0, true))];
  } else {
    constants = [...new Set([...constantsOf(atoms), ...more] as number[])].toSorted((a, b) => a - b);
    cells = numberCells(type, constants).map(({ value, rank }) => cell(value, rank, (rank & 1) === 0));
  }
  if (asked.some(({ op }) => op === 'present')) cells = cells.flatMap((each) => [each, { ...each, present: false }]);
  if (asked.some(({ op }) => op === 'empty'))
    cells = cells.flatMap((each) =>
      typeof each.value === 'string' && each.value !== '' ? [each] : [each, { ...each, empty: true }],
    );
  return cells.length > MOST_CELLS ? null : { type, cells, constants };
}

/** One string that is none of those named for each set of needles that some string contains without the rest. */
function otherStrings(named: readonly string[], needles: readonly string[]): string[] {
  const apart = unusedCharacter([...named, ...needles]);
  const others: string[] = [];
  for (let set = 0; set < 1 << needles.length; set += 1) {
    const inside = needles.filter((_, index) => (set >> index) & 1);
    const text = apart + inside.map((needle) => needle + apart).join('');
    if (needles.every((needle, index) => text.includes(needle) === (((set >> index) & 1) === 1))) others.push(text);
  }
  return others;
}

/** A character that is in none of the texts: what it parts, nothing spans. */
function unusedCharacter(texts: readonly string[]): string {
  const used = new Set(texts.join(''));
  let code = 0x61;
  while (used.has(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}

function numberCells(
  type: Variable & { type: 'int' | 'real' },
  constants: readonly number[],
): { value: number; rank: number }[] {
  const low = type.min ?? -Infinity;
  const high = type.max ?? Infinity;
  const whole = type.type === 'int';
  const cells: { value: number; rank: number }[] = [];
  for (let index = 0; index <= constants.length; index += 1) {
    const below = constants[index - 1] ?? -Infinity;
    const above = constants[index] ?? Infinity;
    const between = someBetween(below, above, low, high, whole);
    if (between !== null) cells.push({ value: between, rank: index * 2 });
    if (index < constants.length && above >= low && above <= high && (!whole || Number.isInteger(above)))
      cells.push({ value: above, rank: index * 2 + 1 });
  }
  return cells;
}

/** A number strictly between two, within inclusive bounds; null when there is none. */
function someBetween(below: number, above: number, low: number, high: number, whole: boolean): number | null {
  if (whole) {
    const least = Math.max(below === -Infinity ? -Infinity : Math.floor(below) + 1, Math.ceil(low));
    const most = Math.min(above === Infinity ? Infinity : Math.ceil(above) - 1, Math.floor(high));
    if (least > most) return null;
    if (least !== -Infinity) return least;
    return most === Infinity ? 0 : most;
  }
  const least = Math.max(below, low);
  const most = Math.min(above, high);
  if (least > most || (least === most && (least === below || least === above))) return null;
  if (least === -Infinity) return most === Infinity ? 0 : most - 1;
  if (most === Infinity) return least + 1;
  return least === most ? least : (least + most) / 2;
}
