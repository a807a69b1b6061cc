import type { Variable } from '../model/index.js';
import { type Atom, type Cell, cellsOf, type OwnCells } from './cell.js';

/** How variables that guards compare with each other stand: a cell of each, and the order of those that lie between the same constants. */
export interface Standing {
  /** Per member the number of its cell. */
  readonly own: readonly number[];
  /** Per member its place among those in the same open cell: equal places are equal values. */
  readonly place: readonly number[];
}

/** Variables that guards compare with each other, with all ways they can stand: the cells of the whole. Most have one member. */
export interface Group {
  readonly names: readonly string[];
  readonly members: readonly OwnCells[];
  readonly cells: readonly Standing[];
  readonly all: bigint;
}

const MOST_STANDINGS = 4096;
/** A range of whole numbers of which each is told apart. */
const MOST_WHOLE = 16;

/** Null where there are too many ways, or no type is known. `asked`: what guards ask of each member. */
export function groupOf(types: readonly Variable[], asked: readonly (readonly Atom[])[]): Group | null {
  const atoms = asked.flat();
  const several = types.length > 1;
  const more = several ? types.flatMap(bordersOf) : [];
  const members: OwnCells[] = [];
  for (const [index, type] of types.entries()) {
    const own = cellsOf(type, asked[index] ?? [], several ? atoms : (asked[index] ?? []), more);
    if (own === null) return null;
    members.push(own);
  }
  const cells = standings(members);
  return cells && { names: types.map(({ name }) => name), members, cells, all: (1n << BigInt(cells.length)) - 1n };
}

/** What parts the values of a type apart from guards: compared variables lie on one line. */
function bordersOf(type: Variable): readonly (string | number)[] {
  if (type.type === 'string') return type.values ?? [];
  if (type.type === 'bool') return [];
  const { min, max } = type;
  if (type.type === 'int' && min !== undefined && max !== undefined && max - min < MOST_WHOLE)
    return Array.from({ length: Math.floor(max) - Math.ceil(min) + 1 }, (_, index) => Math.ceil(min) + index);
  return [min, max].filter((border) => border !== undefined);
}

function standings(members: readonly OwnCells[]): Standing[] | null {
  let found: Standing[] = [{ own: [], place: [] }];
  for (const { cells, type, constants } of members) {
    const longer: Standing[] = [];
    for (const { own, place } of found)
      for (const [at, cell] of cells.entries()) {
        const beside = cell.open
          ? own.flatMap((each, member) => (sameRegion(cell, cellAt(members, member, each)) ? [member] : []))
          : [];
        const places = new Set(beside.map((member) => place[member] as number)).size;
        // Equal to one of those there, or before, between or behind them.
        for (let slot = 0; slot <= (cell.open ? 2 * places : 0); slot += 1) {
          const between = slot % 2 === 0;
          const mine = slot >> 1;
          const moved = place.map((each, member) =>
            between && beside.includes(member) && each >= mine ? each + 1 : each,
          );
          const standing = { own: [...own, at], place: [...moved, cell.open ? mine : 0] };
          if (type.type === 'int' && cell.open && !hasRoom(members, standing, cell, constants)) continue;
          longer.push(standing);
          if (longer.length > MOST_STANDINGS) return null;
        }
      }
    found = longer;
  }
  return found;
}

const cellAt = (members: readonly OwnCells[], member: number, cell: number): Cell =>
  members[member]?.cells[cell] as Cell;

const sameRegion = (left: Cell, right: Cell): boolean =>
  left.open && right.open && left.rank === right.rank && (typeof left.value === 'number' || left.value === right.value);

/** Whether there are as many whole numbers between the constants as there are places with a whole number. */
function hasRoom(
  members: readonly OwnCells[],
  { own, place }: Standing,
  cell: Cell,
  constants: readonly number[],
): boolean {
  const below = constants[cell.rank / 2 - 1];
  const above = constants[cell.rank / 2];
  if (below === undefined || above === undefined) return true;
  const places = new Set(
    own.flatMap((each, member) =>
      members[member]?.type.type === 'int' && sameRegion(cell, cellAt(members, member, each)) ? [place[member]] : [],
    ),
  );
  return places.size <= Math.ceil(above) - 1 - Math.floor(below);
}

/** How two members stand to each other: below 0, 0 or above; of what is no number only whether it is 0 says something. */
export function compared({ members }: Group, { own, place }: Standing, left: number, right: number): number {
  const a = cellAt(members, left, own[left] as number);
  const b = cellAt(members, right, own[right] as number);
  const placed = (place[left] as number) - (place[right] as number);
  if (typeof a.value === 'number' && typeof b.value === 'number' && a.rank !== b.rank) return a.rank - b.rank;
  if (typeof a.value !== 'number' && (a.value !== b.value || a.open !== b.open)) return 1;
  return a.open ? placed : 0;
}

const images = new WeakMap<Group, Map<number, { readonly of: Int32Array; readonly masks: readonly bigint[] }>>();

/** The ways that are possible after some members (as bits) were given any value; the others stay as they are. */
export function afterWrite(group: Group, mask: bigint, written: number): bigint {
  if (written === (1 << group.members.length) - 1) return group.all;
  let byMembers = images.get(group);
  if (!byMembers) images.set(group, (byMembers = new Map()));
  let classes = byMembers.get(written);
  if (!classes) byMembers.set(written, (classes = classesWithout(group, written)));
  let after = 0n;
  const { of, masks } = classes;
  for (let cell = 0, rest = mask; rest !== 0n; cell += 1, rest >>= 1n)
    if (rest & 1n) after |= masks[of[cell] as number] as bigint;
  return after;
}

/** Ways to stand that differ in some members alone are of one class. */
function classesWithout(
  { members, cells }: Group,
  without: number,
): { readonly of: Int32Array; readonly masks: readonly bigint[] } {
  const ids = new Map<string, number>();
  const masks: bigint[] = [];
  const of = Int32Array.from(cells, ({ own, place }, cell) => {
    const kept = own.flatMap((_, member) => ((without >> member) & 1 ? [] : [member]));
    const key = kept
      .map((member) => {
        const mine = cellAt(members, member, own[member] as number);
        const below = kept.filter(
          (other) =>
            sameRegion(mine, cellAt(members, other, own[other] as number)) &&
            (place[other] as number) < (place[member] as number),
        );
        return `${String(own[member])}/${String(new Set(below.map((other) => place[other])).size)}`;
      })
      .join();
    let id = ids.get(key);
    if (id === undefined) {
      id = masks.length;
      ids.set(key, id);
      masks.push(0n);
    }
    masks[id] = (masks[id] as bigint) | (1n << BigInt(cell));
    return id;
  });
  return { of, masks };
}
