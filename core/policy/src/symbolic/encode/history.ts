import type { Type } from '@ostiary/catalogue';
import type { CoreEvent, CoreExpr, HistoryKey } from '../../core/ir.js';
import { HistoryPoint } from '../../evaluate/history/point.js';
import { readPath } from '../../evaluate/paths.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import { ABSENT, isMiss, type Outcome } from '../../values/outcome.js';
import { readerOf } from '../../values/read.js';
import type { IntTerm } from '../terms/term.js';
import { compareSyms } from './compare.js';
import type { Inputs } from './inputs.js';
import { type BoolSym, conjunction, disjunction, isFalse } from './kleene.js';
import type { EncodingState } from './state.js';
import { boolSym, constSym, type Sym } from './sym.js';
import { compareInterval, sumSym } from './tally.js';

export type HistoryExpr = Extract<CoreExpr, { op: 'formerly' | 'previous' | 'since' | 'count' | 'sum' }>;

/** Encodes a part of a history condition; `history` differs from the present one within `since`. */
export type EncodePart = (expr: CoreExpr, history: HistorySource) => Sym;

export interface HistorySource {
  encode(expr: HistoryExpr, part: EncodePart): Sym;
}

const NAME: Type = { kind: 'string', format: 'text' };

/** What an event and the present must share, as an unknown of the present and a reading of the event. */
interface Correlation {
  readonly ours: Sym;
  readonly type: Type;
  readonly ofEvent: (event: HistoryEvent) => Outcome;
}

/** A history that is known event by event. Its conditions are exact: only the present may be open. */
export class GivenHistory implements HistorySource {
  private readonly point: HistoryPoint;

  constructor(
    private readonly state: EncodingState,
    private readonly inputs: Inputs,
    events: readonly HistoryEvent[],
    length: number,
    /** The moment conditions are judged at. */
    private readonly now: Extract<Sym, { kind: 'int' }>,
  ) {
    this.point = new HistoryPoint(events, length, undefined);
  }

  encode(expr: HistoryExpr, part: EncodePart): Sym {
    const { factory } = this.state;
    switch (expr.op) {
      case 'formerly':
        return disjunction(
          factory,
          this.matches(expr.event, expr.windowMs, null, part).map(({ truth }) => truth),
        );
      case 'previous':
        return disjunction(
          factory,
          this.matches(expr.event, expr.windowMs, null, part).flatMap(({ truth, index }) =>
            index === this.point.length - 1 ? [truth] : [],
          ),
        );
      case 'since':
        return this.since(expr, part);
      case 'count': {
        const truths = this.matches(expr.event, expr.windowMs, expr.key, part).map(({ truth }) => truth);
        const count = (which: (truth: BoolSym) => BoolSym['defined']): IntTerm =>
          factory.add(...truths.map((truth) => factory.ite(which(truth), factory.int(1), factory.int(0))));
        const certain = count((truth) => truth.value);
        const possible = count((truth) => factory.not(truth.defined));
        return compareInterval(this.state, expr.cmp, certain, factory.add(certain, possible), factory.int(expr.bound));
      }
      case 'sum': {
        const reader = readerOf(expr.fieldType);
        const events = this.matches(expr.event, expr.windowMs, expr.key, part).map(({ truth, event }) => ({
          truth,
          amount: readPath(event.args, expr.field, reader),
        }));
        return sumSym(
          this.state,
          expr,
          events,
          expr.includingThis ? this.inputs.readAt('args', expr.field, expr.fieldType) : null,
        );
      }
    }
  }

  private since(expr: Extract<HistoryExpr, { op: 'since' }>, part: EncodePart): Sym {
    const {
      state: { factory },
      point,
    } = this;
    const found = new Map(
      this.matches(expr.event, expr.windowMs, null, part).map(({ index, truth }) => [index, truth]),
    );
    const oldest = Math.min(...found.keys());
    const results: BoolSym[] = [];
    let after = this.holdsAt(expr.holds, point.length, this.now, part);
    for (let index = point.length - 1; index >= oldest; index--) {
      const truth = found.get(index);
      if (truth) results.push(conjunction(factory, [truth, after]));
      const event = point.events[index];
      if (!event || index === oldest) break;
      const then: Extract<Sym, { kind: 'int' }> = { kind: 'int', defined: factory.true, value: factory.int(event.at) };
      after = conjunction(factory, [after, this.holdsAt(expr.holds, index + 1, then, part)]);
      if (isFalse(factory, after) === factory.true) break;
    }
    return disjunction(factory, results);
  }

  private holdsAt(holds: CoreExpr, length: number, now: Extract<Sym, { kind: 'int' }>, part: EncodePart): BoolSym {
    const sym = part(holds, new GivenHistory(this.state, this.inputs, this.point.events, length, now));
    if (sym.kind !== 'bool') throw new TypeError('`since` needs a truth value');
    return sym;
  }

  /** Events of the right tool and state, with whether they are meant: newest first, those that are not left out. */
  private matches(
    event: CoreEvent,
    windowMs: number | null,
    key: HistoryKey | null,
    part: EncodePart,
  ): { readonly index: number; readonly event: HistoryEvent; readonly truth: BoolSym }[] {
    const {
      state: { factory },
      point,
    } = this;
    const correlations = this.correlations(event, windowMs, key, part);
    const needed = event.fields.flatMap((field) => (field.value === null ? [field.path] : []));
    const found = [];
    for (let index = point.length - 1; index >= 0; index--) {
      const each = point.events[index];
      if (each?.tool !== event.tool || !point.inState(index, event.state)) continue;
      if (!needed.every((path) => readPath(each.args, path, () => true) === true)) continue;
      const truth = conjunction(factory, [
        this.within(each, windowMs),
        ...correlations.map((correlation) => this.correlates(correlation, each)),
      ]);
      if (isFalse(factory, truth) !== factory.true) found.push({ index, event: each, truth });
    }
    return found;
  }

  private within({ at }: HistoryEvent, windowMs: number | null): BoolSym {
    const { factory } = this.state;
    if (windowMs === null) return { kind: 'bool', defined: factory.true, value: factory.true };
    const { defined, value } = this.now;
    return {
      kind: 'bool',
      defined,
      value: factory.and(defined, factory.le(factory.sub(value, factory.int(at)), factory.int(windowMs))),
    };
  }

  private correlates({ ours, type, ofEvent }: Correlation, event: HistoryEvent): BoolSym {
    const { factory } = this.state;
    const theirs = ofEvent(event);
    if (isMiss(theirs)) return { kind: 'bool', defined: factory.false, value: factory.false };
    const same = compareSyms(this.state, '==', constSym(factory, type, theirs), ours);
    if (same.kind !== 'bool') throw new TypeError('a comparison is a truth value');
    return same;
  }

  private correlations(
    event: CoreEvent,
    windowMs: number | null,
    key: HistoryKey | null,
    part: EncodePart,
  ): Correlation[] {
    const correlations = event.fields.flatMap(({ path, type, value }): Correlation[] => {
      if (value === null) return [];
      const reader = readerOf(type);
      return [{ ours: part(value, this), type, ofEvent: (each) => readPath(each.args, path, reader) }];
    });
    const byName = (by: 'principal' | 'session' | 'customer'): Correlation => ({
      ours: keySym(this.inputs, by),
      type: NAME,
      ofEvent: (each) => each[by] ?? ABSENT,
    });
    if (windowMs === null) correlations.push(byName('session'));
    if (key?.by === 'args') {
      const reader = readerOf(key.type);
      correlations.push({
        ours: this.inputs.readAt('args', key.path, key.type),
        type: key.type,
        ofEvent: (each) => readPath(each.args, key.path, reader),
      });
    } else if (key && !(key.by === 'session' && windowMs === null)) {
      correlations.push(byName(key.by));
    }
    return correlations;
  }
}

/** The present's name for a key. */
export function keySym(inputs: Inputs, by: 'principal' | 'session' | 'customer'): Sym {
  return inputs.readAt(by === 'principal' ? 'principal' : 'session', [by === 'customer' ? 'customer' : 'id'], NAME);
}

/** No history is given and none is supposed: every condition on it is undefined. */
export class NoHistory implements HistorySource {
  constructor(private readonly state: EncodingState) {}

  encode(): Sym {
    const { factory } = this.state;
    return boolSym(factory, factory.false, factory.false);
  }
}
