import type { Outcome } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import { TYPE, type ValueInfo } from './proto.js';
import type { ColumnsValue, ConstantValue, GraphValue } from './values.js';

/** The runtime refuses a file that says another type of an output. */
export function checkType(
  { name, type, map }: ValueInfo,
  value: Exclude<GraphValue, ColumnsValue | ConstantValue>,
  scores: 'float32' | 'float64',
  outcome: Outcome,
): void {
  const wrong = (found: number): never =>
    refuse('forest_wiring', { name, why: `this output does not have type ${found}` });
  const number = scores === 'float64' ? TYPE.double : TYPE.float;
  const texts = (names: readonly (string | number)[]): boolean => typeof names[0] === 'string';
  if (map && (value.kind !== 'scores' || value.given !== 'map' || map.value !== number)) wrong(map.value);
  if (map && outcome.kind === 'classes' && map.key !== TYPE.string && map.key !== TYPE.int64) wrong(map.key);
  if (type === 0) return;
  if (value.kind === 'scores' && (value.given === 'map' || type !== number)) wrong(type);
  if (value.kind === 'label' && type !== (texts(value.names) ? TYPE.string : TYPE.int64)) wrong(type);
  if (value.kind === 'chosen' && type !== TYPE.int64) wrong(type);
}
