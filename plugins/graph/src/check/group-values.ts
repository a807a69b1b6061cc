import type { Cell } from './cell.js';
import type { Group } from './group.js';

type Value = string | number | boolean;

/** A way to stand (its number in the group), and which members (as bits) were given new values for it. */
export interface Stage {
  readonly cell: number;
  readonly written: number;
}

/** Room that is left between whole numbers where later ones may have to stand between them. */
const ROOM = 1_000;

/**
 * Values under which the members of a group stand in these ways one after another: per stage the value of each. Null where the whole numbers that were
 * chosen first leave no room for later ones.
 */
export function realise(group: Group, stages: readonly Stage[]): (readonly Value[])[] | null {
  const found: (readonly Value[])[] = [];
  let values: (Value | undefined)[] = group.members.map(() => undefined);
  for (const [at, { cell, written }] of stages.entries()) {
    values = values.map((value, member) => (at === 0 || (written >> member) & 1 ? undefined : value));
    const next = stood(group, cell, values, stages.length > 1 ? ROOM : 1);
    if (next === null) return null;
    values = [...next];
    found.push(next);
  }
  return found;
}

/** The values of one stage; those that are given stay. */
function stood(group: Group, cell: number, given: readonly (Value | undefined)[], room: number): Value[] | null {
  const { own, place } = group.cells[cell] as Group['cells'][number];
  const cellOf = (member: number): Cell => group.members[member]?.cells[own[member] as number] as Cell;
  const values = own.map((_, member) => given[member] ?? (cellOf(member).open ? undefined : cellOf(member).value));
  if (own.length === 1) return [values[0] ?? cellOf(0).value];
  for (const first of own.keys()) {
    if (values[first] !== undefined) continue;
    const mine = cellOf(first);
    const beside = own.flatMap((_, member) => {
      const { open, rank, value } = cellOf(member);
      return open && rank === mine.rank && (typeof value === 'number' || value === mine.value) ? [member] : [];
    });
    const places = new Set(beside.map((member) => place[member] as number)).size;
    const line = Array.from({ length: places }, (_, index) =>
      beside.reduce<Value | undefined>(
        (value, member) => (place[member] === index ? (value ?? values[member]) : value),
        undefined,
      ),
    );
    const isWhole = line.map((_, index) =>
      beside.some((member) => place[member] === index && group.members[member]?.type.type === 'int'),
    );
    const { constants } = group.members[first] as Group['members'][number];
    const full =
      typeof mine.value === 'number'
        ? between(line as (number | undefined)[], isWhole, constants, mine.rank, room)
        : apart(line, String(mine.value));
    if (full === null) return null;
    for (const member of beside) values[member] = full[place[member] as number] as Value;
  }
  return values as Value[];
}

/** Numbers in ascending order between two constants; those that are there stay. */
function between(
  line: readonly (number | undefined)[],
  isWhole: readonly boolean[],
  constants: readonly number[],
  rank: number,
  room: number,
): number[] | null {
  const full = [...line];
  for (let from = 0; from < full.length; from += 1) {
    if (full[from] !== undefined) {
      if (isWhole[from] && !Number.isInteger(full[from])) return null;
      continue;
    }
    let to = from;
    while (to + 1 < full.length && full[to + 1] === undefined) to += 1;
    const below = full[from - 1] ?? constants[rank / 2 - 1] ?? -Infinity;
    const above = full[to + 1] ?? constants[rank / 2] ?? Infinity;
    const count = to - from + 1;
    const made = isWhole.slice(from, to + 1).includes(true)
      ? wholeBetween(below, above, count, room)
      : realsBetween(below, above, count);
    if (made === null) return null;
    made.forEach((value, index) => (full[from + index] = value));
  }
  return full as number[];
}

function wholeBetween(below: number, above: number, count: number, room: number): number[] | null {
  const least = Math.floor(below) + 1;
  const most = Math.ceil(above) - 1;
  const numbers = Array.from({ length: count }, (_, index) => index);
  if (least === -Infinity) {
    const last = most === Infinity ? room * (count - 1) : most;
    return numbers.map((index) => last - room * (count - 1 - index));
  }
  if (most === Infinity) return numbers.map((index) => least + room * index);
  const there = most - least + 1;
  return there < count ? null : numbers.map((index) => least + Math.floor(((index + 0.5) * there) / count));
}

function realsBetween(below: number, above: number, count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (below === -Infinity) return numbers.map((index) => (above === Infinity ? 0 : above) - (count + 1 - index));
  if (above === Infinity) return numbers.map((index) => below + index);
  return numbers.map((index) => below + ((above - below) * index) / (count + 1));
}

/** Different strings of which the same can be said. What parts the needles in `text` is its last character. */
function apart(line: readonly (Value | undefined)[], text: string): Value[] {
  const used = new Set(line);
  let next = text;
  return line.map((value) => {
    if (value !== undefined) return value;
    while (used.has(next)) next += text.at(-1) ?? '';
    used.add(next);
    return next;
  });
}
