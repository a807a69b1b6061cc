import {
  type Call,
  type Context,
  type CorePolicy,
  equalValues,
  readValue,
  showValue,
  type Slot,
  type Threshold,
  thresholdsOf,
  type Value,
} from '@ostiary/policy';

export interface MissingBoundary {
  readonly path: string;
  readonly threshold: string;
  readonly rules: string[];
  readonly missing: string[];
}

interface Tracker {
  readonly threshold: Threshold;
  /** Values no row has had yet. */
  readonly missing: Set<Value>;
}

/**
 * Which rows a table lacks at the edges of a policy: for each number or amount that some rule compares a value with,
 * one below it, it, and one above it. An off-by-one in a rule shows in exactly these three.
 */
export class Boundaries {
  private readonly trackers: readonly Tracker[];
  private readonly byTool = new Map<string, ReadonlyMap<Slot, readonly Tracker[]>>();

  constructor(private readonly policy: CorePolicy) {
    this.trackers = thresholdsOf(policy).map((threshold) => ({ threshold, missing: new Set(threshold.around) }));
  }

  add(call: Call, context: Context): void {
    for (const [slot, trackers] of this.trackersFor(call.tool)) {
      if (trackers.every(({ missing }) => missing.size === 0)) continue;
      const value = valueAt(slot, call, context);
      if (value === null) continue;
      for (const { missing } of trackers) {
        for (const wanted of missing) if (equalValues(wanted, value)) missing.delete(wanted);
      }
    }
  }

  private trackersFor(tool: string): ReadonlyMap<Slot, readonly Tracker[]> {
    const known = this.byTool.get(tool);
    if (known) return known;
    const mine = this.trackers.filter(({ threshold }) => threshold.concerns(tool));
    const found = Map.groupBy(mine, ({ threshold }) => threshold.slot);
    // Names of tools are the caller's choice: only those the policy knows are kept.
    if (this.policy.tools.includes(tool)) this.byTool.set(tool, found);
    return found;
  }

  get result(): MissingBoundary[] {
    return this.trackers
      .filter(({ missing }) => missing.size > 0)
      .map(({ threshold: { slot, literal, rules }, missing }) => ({
        path: [slot.root, ...slot.path].join('.'),
        threshold: showValue(slot.type, literal),
        rules: [...rules],
        missing: [...missing].map((value) => showValue(slot.type, value)),
      }));
  }
}

function valueAt(slot: Slot, call: Call, context: Context): Value | null {
  let object: unknown = slot.root === 'args' ? call.args : slot.root === 'now' ? undefined : context[slot.root];
  let siblings: Readonly<Record<string, unknown>> = {};
  for (const name of slot.path) {
    if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return null;
    siblings = object as Readonly<Record<string, unknown>>;
    object = siblings[name];
  }
  const reading = readValue(slot.type, object, siblings);
  return reading.ok ? reading.value : null;
}
