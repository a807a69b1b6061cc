import type { CoreExpr, CorePolicy } from '../../core/ir.js';
import { variantsOf, within } from '../../core/walk.js';
import type { HistoryEvent, HistoryMonitor } from '../types.js';
import { type AmountSpec, firstSince, IndexedLog } from './index-log.js';
import { OpenCalls } from './open-calls.js';
import { amountSpec } from './amount.js';
import { type Correlation, type EventQuery, eventQuery } from './query.js';
import { reachOf, windowOf } from './reach.js';
import { sharings } from './sharing.js';
import { addTo, getOrMake } from '../../maps.js';

interface TrackedState {
  readonly state: EventQuery['state'];
  readonly log: IndexedLog;
  /** The longest of the windows it is asked for; see `reachOf`. */
  readonly reach: number;
}

/** Opens an empty history for decisions of one policy; `Decider.decideWith` reads it. See docs/adr/0026. */
export function openHistory(core: CorePolicy): HistoryMonitor {
  return new MonitorStore(core);
}

/**
 * The monitors of one policy over one history. Conditions that file events alike share an index, whatever their
 * windows; an event touches only the indexes of its own tool.
 */
export class MonitorStore implements HistoryMonitor {
  readonly events: HistoryEvent[] = [];
  private readonly logs = new Map<string, IndexedLog>();
  private readonly byTool = new Map<string, TrackedState[]>();
  private readonly calls = new OpenCalls();
  private readonly tracked: TrackedState[] = [];
  /** How far back events are looked through one by one. */
  private readonly scanReach: number;
  private count = 0;
  private earliest = -Infinity;

  constructor(core: CorePolicy) {
    const guards = variantsOf(core).map(({ guard }) => guard);
    this.scanReach = listReach(guards);
    for (const { query, amounts, reach } of logSpecs(guards)) {
      const log = new IndexedLog(filedBy(query), amounts);
      this.logs.set(logId(query), log);
      const state: TrackedState = { state: query.state, log, reach };
      this.tracked.push(state);
      for (const tool of query.tools) addTo(this.byTool, tool, state);
    }
  }

  get size(): number {
    return this.count;
  }

  get held(): number {
    return this.tracked.reduce((most, { log }) => Math.max(most, log.all.events.length), this.events.length);
  }

  append(event: HistoryEvent): void {
    const last = this.events.at(-1);
    if (last && event.at < last.at) throw new RangeError(`an event at ${event.at} after one at ${last.at}`);
    // A copy: one object given twice is two events.
    const own = { ...event };
    this.events.push(own);
    this.count++;
    for (const { state, log } of this.byTool.get(own.tool) ?? []) if (state === own.state) log.append(own);
    this.trackOpen(own);
  }

  /**
   * INVARIANT: what is dropped changes no answer for a time from `now` on. An index is asked for its windows only. The list
   * of events is looked through by `since`, as far back as its window and what it judges reach, and by `previous`: of an event
   * before its window it only says that it is not meant, as it does when there is none. Whether a call is open depends on its later events, never on dropped earlier ones.
   */
  passed(now: number): void {
    if (now <= this.earliest) return;
    this.earliest = now;
    for (const { log, reach } of this.tracked) {
      log.dropBefore(now - reach);
      log.forgetEnded(now);
    }
    // The last one stays, so that events which come out of order are found.
    const old = Math.min(firstSince(this.events, now - this.scanReach), this.events.length - 1);
    if (2 * old >= this.events.length) this.events.splice(0, old);
    const openReach = this.tracked.reduce(
      (most, { state, reach }) => (state === 'open' ? Math.max(most, reach) : most),
      0,
    );
    this.calls.dropBefore(now - openReach);
  }

  /** @throws RangeError for a time that what is left cannot answer for. */
  checkTime(now: number | undefined): void {
    if (this.earliest === -Infinity || (now !== undefined && now >= this.earliest)) return;
    throw new RangeError(`asked for ${now ?? 'no time'} when ${this.earliest} had passed`);
  }

  /** The index a query reads. @throws RangeError when the store was opened for another policy. */
  log(query: EventQuery): IndexedLog {
    const log = this.logs.get(logId(query));
    if (!log) throw new RangeError('this history was opened for another policy');
    return log;
  }

  private trackOpen(event: HistoryEvent): void {
    const logs = (tool: string): IndexedLog[] =>
      (this.byTool.get(tool) ?? []).filter(({ state }) => state === 'open').map(({ log }) => log);
    const ours = logs(event.tool);
    if (ours.length === 0) return;
    const { ended, doubted, opens } = this.calls.append(event);
    for (const log of ours) {
      for (const each of ended) log.end(each, event.at);
      for (const each of doubted) log.doubt(each);
      if (opens) log.append(event);
    }
  }
}

/** The correlations whose values an index can be keyed by. */
export function filedBy({ correlations }: EventQuery): readonly Correlation[] {
  return correlations.filter(({ exact }) => exact);
}

const ids = new WeakMap<EventQuery, string>();

function logId(query: EventQuery): string {
  return getOrMake(ids, query, () =>
    JSON.stringify([[...query.tools], query.state, ...filedBy(query).map((correlation) => correlation.id)]),
  );
}

/** How far back `since` and `previous` make the events be looked through; 0 when no guard has one. */
function listReach(guards: readonly CoreExpr[]): number {
  const looks = guards.flatMap((guard) => within(guard)).filter(({ op }) => op === 'since' || op === 'previous');
  return looks.reduce((most, expr) => Math.max(most, reachOf(expr)), 0);
}

interface LogSpec {
  readonly query: EventQuery;
  readonly amounts: AmountSpec[];
  reach: number;
}

/** One entry per index the policy's conditions need, with every amount summed over it. */
function logSpecs(guards: readonly CoreExpr[]): Iterable<LogSpec> {
  const specs = new Map<string, LogSpec>();
  for (const expr of guards.flatMap((guard) => within(guard))) {
    if (expr.op !== 'formerly' && expr.op !== 'count' && expr.op !== 'sum') continue;
    const query = eventQuery(expr.event, expr.windowMs, sharings(expr.event, expr.windowMs, expr.key));
    const spec = getOrMake(specs, logId(query), () => ({ query, amounts: [], reach: 0 }));
    spec.reach = Math.max(spec.reach, windowOf(expr));
    if (expr.op !== 'sum') continue;
    const amount = amountSpec(expr);
    if (!spec.amounts.some(({ id }) => id === amount.id)) spec.amounts.push(amount);
  }
  return specs.values();
}
