import type { CoreExpr, CorePolicy } from '../../core/ir.js';
import { childrenOf } from '../../core/walk.js';
import type { HistoryEvent, HistoryMonitor } from '../types.js';
import { type AmountSpec, IndexedLog } from './index-log.js';
import { openness } from './open.js';
import { amountSpec } from './amount.js';
import { type Correlation, type EventQuery, eventQuery } from './query.js';

interface TrackedState {
  readonly state: EventQuery['state'];
  readonly log: IndexedLog;
}

/** Opens an empty history for decisions of one policy; `Decider.decideWith` reads it. */
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
  /** The event that stands for each open call. */
  private readonly standing = new Map<string, HistoryEvent>();

  constructor(core: CorePolicy) {
    for (const { query, amounts } of logSpecs(core)) {
      const log = new IndexedLog(filedBy(query), amounts);
      this.logs.set(logId(query), log);
      const tracked = this.byTool.get(query.tool);
      if (tracked) tracked.push({ state: query.state, log });
      else this.byTool.set(query.tool, [{ state: query.state, log }]);
    }
  }

  get size(): number {
    return this.events.length;
  }

  append(event: HistoryEvent): void {
    const last = this.events.at(-1);
    if (last && event.at < last.at) throw new RangeError(`an event at ${event.at} after one at ${last.at}`);
    // A copy: one object given twice is two events.
    const own = { ...event };
    this.events.push(own);
    for (const { state, log } of this.byTool.get(own.tool) ?? []) if (state === own.state) log.append(own);
    this.trackOpen(own);
  }

  /** The index a query reads. @throws RangeError when the store was opened for another policy. */
  log(query: EventQuery): IndexedLog {
    const log = this.logs.get(logId(query));
    if (!log) throw new RangeError('this history was opened for another policy');
    return log;
  }

  private trackOpen(event: HistoryEvent): void {
    const change = openness(event);
    if (change === 'neither') return;
    const { call_id: call } = event;
    const before = call === undefined ? undefined : this.standing.get(call);
    if (before) for (const log of this.openLogs(before.tool)) log.remove(before);
    if (change === 'opens') for (const log of this.openLogs(event.tool)) log.append(event);
    if (call === undefined) return;
    if (change === 'opens') this.standing.set(call, event);
    else this.standing.delete(call);
  }

  private openLogs(tool: string): IndexedLog[] {
    return (this.byTool.get(tool) ?? []).filter(({ state }) => state === 'open').map(({ log }) => log);
  }
}

/** The correlations whose values an index can be keyed by. */
export function filedBy({ correlations }: EventQuery): readonly Correlation[] {
  return correlations.filter(({ exact }) => exact);
}

const ids = new WeakMap<EventQuery, string>();

function logId(query: EventQuery): string {
  const known = ids.get(query);
  if (known !== undefined) return known;
  const id = JSON.stringify([query.tool, query.state, ...filedBy(query).map((correlation) => correlation.id)]);
  ids.set(query, id);
  return id;
}

/** One entry per index the policy's conditions need, with every amount summed over it. */
function logSpecs(core: CorePolicy): Iterable<{ readonly query: EventQuery; readonly amounts: AmountSpec[] }> {
  const specs = new Map<string, { readonly query: EventQuery; readonly amounts: AmountSpec[] }>();
  const pending: CoreExpr[] = [
    ...core.rules.flatMap(({ variants }) => variants.map(({ guard }) => guard)),
    ...core.properties.flatMap(({ variants }) => variants.map(({ guard }) => guard)),
    ...core.assumptions.flatMap(({ variants }) => variants.map(({ guard }) => guard)),
  ];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    for (const child of childrenOf(expr)) pending.push(child);
    if (
      expr.op !== 'formerly' &&
      expr.op !== 'count' &&
      expr.op !== 'sum' &&
      expr.op !== 'since' &&
      expr.op !== 'previous'
    )
      continue;
    const key = expr.op === 'count' || expr.op === 'sum' ? expr.key : null;
    const query = eventQuery(expr.event, expr.windowMs, key);
    const spec = specs.get(logId(query)) ?? { query, amounts: [] };
    specs.set(logId(query), spec);
    if (expr.op !== 'sum') continue;
    const amount = amountSpec(expr);
    if (!spec.amounts.some(({ id }) => id === amount.id)) spec.amounts.push(amount);
  }
  return specs.values();
}
