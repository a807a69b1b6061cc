import type { PreparedPolicy } from '@ostiary/guard';
import {
  changesAlong,
  type CoreExpr,
  type Decision,
  Line,
  type Money,
  moneyText,
  type Place,
  placeText,
  readValue,
  toWire,
} from '@ostiary/policy';
import { type Draft, withValue } from '@ostiary/policy/symbolic';
import { kept } from '../ask/hunt/kept.js';
import type { RegionAxis } from '../model/finding.js';

/** An attribute of a call that may be any number, all else being as it is. */
export class Side {
  private constructor(
    readonly place: Place,
    private readonly line: Line,
    /** Where the call lies. */
    private readonly from: bigint,
    private readonly currency: string,
  ) {}

  /** Null where the call has no such number. */
  static of(place: Place, draft: Draft, constants: readonly unknown[]): Side | null {
    const value = valueAt(place, draft);
    if (value === null) return null;
    const line = Line.written(place.type, [value, ...constants] as Parameters<typeof Line.written>[1]);
    const from = line?.pointOf(value) ?? null;
    if (!line || from === null) return null;
    return new Side(place, line, from, place.type.kind === 'money' ? (value as Money).currency : '');
  }

  /** The call with another number; null where there is none of that kind. */
  at(draft: Draft, point: bigint): Draft | null {
    const { place, line, currency } = this;
    const value = line.valueAt(point, currency);
    if (value === null || (place.root !== 'args' && place.root !== 'principal' && place.root !== 'session'))
      return null;
    const made = withValue(draft, { root: place.root, path: place.path }, toWire(place.type, value));
    return this.pointOf(made) === point ? made : null;
  }

  /** Where a call lies; null where it has no such number. */
  pointOf(draft: Draft): bigint | null {
    const value = valueAt(this.place, draft);
    if (value === null || (this.currency !== '' && (value as Money).currency !== this.currency)) return null;
    return this.line.pointOf(value);
  }

  /**
   * Where tests change, with what lies beside it, and `more`: in order, and those about the call where there are too many. See
   * {@link RegionAxis}.
   */
  points(
    { decider }: PreparedPolicy,
    draft: Draft,
    tests: readonly CoreExpr[],
    more: readonly bigint[],
  ): readonly bigint[] {
    const { from, line } = this;
    // Each test is looked at where others were.
    const drafts = new Map<bigint, { readonly made: Draft | null }>();
    const at = (point: bigint): Draft | null => kept(drafts, point, () => ({ made: this.at(draft, point) })).made;
    const changes = tests.flatMap((guard) => {
      const truths = new Map<bigint, { readonly truth: boolean | symbol | null }>();
      const truthAt = ({ call, context }: Draft) => decider.holds([{ tools: null, guard }], call, context, NOBODY_ASKS);
      return [true, false].flatMap((wanted) =>
        changesAlong(from, line.farthest, (point) => {
          const made = at(point);
          return made && kept(truths, point, () => ({ truth: truthAt(made) })).truth === wanted;
        }),
      );
    });
    const all = new Set([...changes.flatMap((point) => [point - 1n, point, point + 1n]), ...more, from]);
    const points = [...all].filter((point) => at(point) !== null).toSorted((a, b) => (a < b ? -1 : 1));
    const first = Math.max(0, Math.min(points.indexOf(from) - MOST_VALUES / 2, points.length - MOST_VALUES));
    return points.slice(first, first + MOST_VALUES);
  }

  axis(points: readonly bigint[]): RegionAxis {
    return { attribute: placeText(this.place), values: points.map((point) => this.textAt(point)) };
  }

  private textAt(point: bigint): string {
    const value = this.line.valueAt(point, this.currency);
    if (value === null) throw new RangeError('a point without a value');
    return this.place.type.kind === 'money' ? moneyText(value as Money) : String(toWire(this.place.type, value));
  }
}

/** Only a property looks at the decision. */
const NOBODY_ASKS: Decision = { answer: 'refuse', slug: 'no_rule', deciding: [] };

/** Values on one side of a region at most. */
const MOST_VALUES = 24;

/** What a call has at a place, as its type reads it; null where that is no value. */
function valueAt({ root, path, type }: Place, { call, context }: Draft) {
  let raw: unknown =
    root === 'args' ? call.args : root === 'principal' || root === 'session' ? context[root] : undefined;
  for (const name of path)
    raw =
      typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
        ? (raw as Record<string, unknown>)[name]
        : undefined;
  const read = raw === undefined || raw === null ? null : readValue(type, raw);
  return read?.ok ? read.value : null;
}
