/** A subject made ready: what several questions about one model share. */
import { Box } from './box.js';
import { checkFinite, type FormShape, formShape } from './forms.js';
import type { Subject, Terms } from '../question/index.js';
import { type Space, spaceOf } from './space.js';
import { searchTrees, type SearchTrees } from './trees.js';

/** A subregion of a prepared one: first and last position of each axis. */
export interface Start {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

export interface Prepared {
  readonly subject: Subject;
  readonly space: Space;
  /** All of it. */
  readonly whole: Start;
  /** The region leaves no value to a column. */
  readonly empty: boolean;
  readonly trees: SearchTrees;
  readonly shapes: Map<string, FormShape>;
}

/**
 * Makes a subject ready: its space and its trees. Ask many questions of one. Throws `Unanswerable` where shared children unfold into
 * too many nodes or sums may overflow, and a RangeError where the two forests of a comparison are not over the same cells.
 */
export function prepare(subject: Subject): Prepared {
  const { forest, secondForest } = subject;
  if (
    secondForest !== undefined &&
    (secondForest.columns.length !== forest.columns.length ||
      secondForest.columns.some((column, index) => column.cells !== forest.columns[index]!.cells))
  )
    throw new RangeError('two forests are compared over the same cells');
  for (const each of secondForest === undefined ? [forest] : [forest, secondForest]) checkFinite(each);
  const space = spaceOf(subject);
  const trees = searchTrees(subject, space);
  const whole = {
    first: new Int32Array(space.axes.length),
    last: Int32Array.from(space.axes, ({ cells }) => cells.length - 1),
  };
  const empty = !new Box(space, trees, []).start(whole.first, whole.last);
  return { subject, space, whole, empty, trees, shapes: new Map() };
}

/** What a form's terms add at each node; worked out once for all questions. */
export function shapeOf(prepared: Prepared, terms: Terms): FormShape {
  const key = terms.map(({ copy, target, weight }) => `${copy} ${target} ${weight}`).join(';');
  const known = prepared.shapes.get(key);
  if (known !== undefined) return known;
  const shape = formShape(prepared.subject, prepared.trees, terms);
  prepared.shapes.set(key, shape);
  return shape;
}
