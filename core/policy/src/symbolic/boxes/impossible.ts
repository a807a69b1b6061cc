import { liesIn } from '../../evaluate/paths.js';
import type { Type } from '@ostiary/catalogue';
import type { Axis } from './axis.js';
import type { Bits, Box } from './box.js';
import type { State } from './dimension.js';
import type { ListPlace } from './lists.js';

interface Cut {
  readonly axes: readonly Axis[];
  readonly whole: Box;
  select(at: number, wanted: (state: State) => boolean): Bits;
}

/** Boxes that short lists may need. */
const MOST_BOXES = 2_000;

/** The states that no call has, as boxes; null when these are too many. */
export function impossibleStates(
  cut: Cut,
  lists: Iterable<ListPlace>,
  kinds: ReadonlyMap<ListPlace, readonly number[]>,
): readonly Box[] | null {
  const boxes = cut.axes.flatMap((axis, at) => [...insideOf(cut, axis, at), ...besideAny(cut, axis, at)]);
  for (const list of lists) {
    const tooMany = longerThan(kinds.get(list) ?? [], list.maxItems);
    if (!tooMany) return null;
    for (const chosen of tooMany)
      boxes.push(chosen.reduce((box, at) => box.with(at, cut.select(at, isThere)), cut.whole));
  }
  return boxes;
}

const isThere = (state: State): boolean => state.kind === 'value' && state.value === true;

/** An attribute without the object it lies in, or of another standing than the object allows. */
function insideOf(cut: Cut, outer: Axis, at: number): Box[] {
  if (outer.slot === null) return [];
  const inside = cut.axes.flatMap((axis, index) => (index !== at && liesIn(axis.path, outer.path) ? [index] : []));
  if (inside.length === 0) return [];
  const box = (outerIs: (state: State) => boolean, inner: readonly number[], innerIs: (state: State) => boolean): Box =>
    inner.reduce(
      (made, index) => made.with(index, cut.select(index, innerIs)),
      cut.whole.with(at, cut.select(at, outerIs)),
    );
  const is =
    (kind: State['kind']) =>
    (state: State): boolean =>
      state.kind === kind;
  const isNot =
    (kind: State['kind']) =>
    (state: State): boolean =>
      state.kind !== kind;
  const boxes = inside.flatMap((index) => [
    box(is('absent'), [index], isNot('absent')),
    // An object is looked at whole: what is wrong in it is wrong with it.
    box((state) => state.kind !== 'ill_typed' && state.kind !== 'absent', [index], is('ill_typed')),
  ]);
  // Nothing is wrong with an object of which every attribute is known and none is wrong.
  if (
    !hasOthers(
      outer.slot.type,
      outer.path.length,
      inside.map((index) => cut.axes[index]?.path ?? []),
    )
  )
    boxes.push(box(is('ill_typed'), inside, isNot('ill_typed')));
  return boxes;
}

/** Anything can be read as `any`, if it lies in an object: where it cannot, nothing that lies there can. */
function besideAny(cut: Cut, { slot, path }: Axis, at: number): Box[] {
  if (slot?.type.kind !== 'any') return [];
  const wrong = cut.whole.with(
    at,
    cut.select(at, ({ kind }) => kind === 'ill_typed'),
  );
  return cut.axes.flatMap((other, index) => {
    if (index === at || !liesIn(other.path, path.slice(0, -1))) return [];
    return [
      wrong.with(
        index,
        cut.select(index, ({ kind }) => kind !== 'ill_typed'),
      ),
    ];
  });
}

/** Whether an object has attributes beside these that may be wrong. */
function hasOthers(type: Type, depth: number, known: readonly (readonly string[])[]): boolean {
  if (type.kind !== 'record') return true;
  return Object.entries(type.fields).some(([name, field]) => {
    const here = known.filter((path) => path[depth] === name);
    if (here.some((path) => path.length === depth + 1)) return false;
    if (here.length > 0) return hasOthers(field.type, depth + 1, here);
    return field.type.kind !== 'any';
  });
}

/** Every choice of one kind of item more than a list may hold; null when they are too many. */
function longerThan(kinds: readonly number[], most: number): readonly (readonly number[])[] | null {
  if (kinds.length <= most) return [];
  let chosen: (readonly number[])[] = [[]];
  for (let size = 0; size <= most; size++) {
    chosen = chosen.flatMap((each) => kinds.filter((at) => at > (each.at(-1) ?? -1)).map((at) => [...each, at]));
    if (chosen.length > MOST_BOXES) return null;
  }
  return chosen;
}
