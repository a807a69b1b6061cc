import {
  type Call,
  type Context,
  type CorePolicy,
  equalValues,
  isMiss,
  placeText,
  showValue,
  type Slot,
  slotValues,
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

  private readonly values: ReturnType<typeof slotValues>;

  constructor(private readonly policy: CorePolicy) {
    this.values = slotValues(policy);
    this.trackers = thresholdsOf(policy).map((threshold) => ({ threshold, missing: new Set(threshold.around) }));
  }

  add(call: Call, context: Context): void {
    const read = this.values(call, context);
    for (const [slot, trackers] of this.trackersFor(call.tool)) {
      if (trackers.every(({ missing }) => missing.size === 0)) continue;
      const value = read(slot.index);
      if (isMiss(value)) continue;
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

  /** For each edge, in order, the places of its values that no row has had: what `join` of another table's takes. */
  get missing(): number[][] {
    return this.trackers.map(({ threshold, missing }) =>
      threshold.around.flatMap((value, place) => (missing.has(value) ? [place] : [])),
    );
  }

  /** Counts what another table of the same policy has had, as its `missing` tells. */
  join(others: readonly (readonly number[])[]): void {
    for (const [at, { threshold, missing }] of this.trackers.entries()) {
      const lacking = new Set(others[at]);
      for (const [place, value] of threshold.around.entries()) if (!lacking.has(place)) missing.delete(value);
    }
  }

  get result(): MissingBoundary[] {
    return this.trackers
      .filter(({ missing }) => missing.size > 0)
      .map(({ threshold: { slot, literal, rules }, missing }) => ({
        path: placeText(slot),
        threshold: showValue(slot.type, literal),
        rules: [...rules],
        missing: [...missing].map((value) => showValue(slot.type, value)),
      }));
  }
}
