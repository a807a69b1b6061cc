import type { Type } from '@ostiary/catalogue';
import type { BoolTerm, Bounds, IntTerm } from '../terms/term.js';
import { ordering } from './compare.js';
import type { ModelReader } from './fresh.js';
import { type EncodePart, type HistoryExpr, type HistorySource, keySym } from './history.js';
import type { Inputs } from './inputs.js';
import { type HistoryAtom, relations } from './open-history-relations.js';
import type { EncodingState } from './state.js';
import { boolSym, type Sym } from './sym.js';
import { boundUnits, presentUnits } from './tally.js';

/** What a model wants of one condition. */
export interface WantedCondition {
  readonly expr: HistoryExpr;
  /** Null: undefined. */
  readonly truth: boolean | null;
  /** How many events a count is to find, or what the amounts of a sum are to make without the present call. */
  readonly tally: number | null;
}

/** Wider than the safe integers, which the sum with the present call's own amount must keep to. */
const TALLY: Bounds = { lo: -(2n ** 55n), hi: 2n ** 55n };

/**
 * A history that is not known: absent, or any events. Counts and sums over the same events are one unknown number; every
 * other condition is free, apart from what follows from another one. That is more than histories can do, so what a model
 * says is built out of real events and replayed.
 */
export class OpenHistory implements HistorySource {
  readonly known: BoolTerm;
  /** Conditions that a plain history (every event complete) leaves defined: preferred when a model is sought. */
  readonly plain: BoolTerm[] = [];
  private readonly atoms: HistoryAtom[] = [];
  private readonly made = new Map<string, Sym>();
  private readonly tallies = new Map<string, IntTerm>();

  constructor(
    private readonly state: EncodingState,
    private readonly inputs: Inputs,
  ) {
    this.known = state.own('history', () => state.freshBool('known'));
  }

  encode(expr: HistoryExpr, part: EncodePart): Sym {
    const key = keyOf(expr);
    const made = this.made.get(key);
    if (made) return made;
    const { factory } = this.state;
    this.state.approximations.add('conditions on an open history');
    const defined = this.state.own('history', () => this.state.freshBool('past'));
    const atom: HistoryAtom = { expr, defined, ...this.truthOf(expr, defined) };
    const needs = this.needs(expr, part);
    // An event can be one that is meant only when everything it is compared with is known.
    if (atom.tally === null) this.state.constraints.push(factory.implies(factory.and(this.known, atom.value), needs));
    for (const other of this.atoms) this.state.constraints.push(...relations(factory, this.known, atom, other));
    this.plain.push(factory.implies(this.known, factory.and(defined, needs)));
    this.atoms.push(atom);
    const sym = boolSym(factory, factory.and(this.known, defined), atom.value);
    this.made.set(key, sym);
    return sym;
  }

  /** What the model wants of each condition; null when no history is given. */
  wanted(model: ModelReader): readonly WantedCondition[] | null {
    if (!model.bool(this.known)) return null;
    return this.atoms.map(({ expr, defined, value, tally }) => ({
      expr,
      truth: model.bool(defined) ? model.bool(value) : null,
      tally: tally && model.int(tally),
    }));
  }

  private truthOf(expr: HistoryExpr, defined: BoolTerm): { readonly value: BoolTerm; readonly tally: IntTerm | null } {
    const { factory } = this.state;
    if (expr.op === 'count') {
      const tally = this.tally(['count', expr.event, expr.windowMs, expr.key], { lo: 0n, hi: TALLY.hi });
      return { value: factory.and(defined, ordering(this.state, expr.cmp, tally, factory.int(expr.bound))), tally };
    }
    if (expr.op === 'sum') return this.sum(expr, defined);
    return {
      value: factory.and(
        defined,
        this.state.own('history', () => this.state.freshBool('past')),
      ),
      tally: null,
    };
  }

  private sum(
    expr: Extract<HistoryExpr, { op: 'sum' }>,
    defined: BoolTerm,
  ): { readonly value: BoolTerm; readonly tally: IntTerm } {
    const { factory } = this.state;
    const { currency, units } = boundUnits(expr);
    const tally = this.tally(
      ['sum', expr.event, expr.windowMs, expr.key, expr.field, currency],
      sumBounds(expr.fieldType),
    );
    if (!expr.includingThis)
      return { value: factory.and(defined, ordering(this.state, expr.cmp, tally, factory.int(units))), tally };
    const own = presentUnits(this.state, this.inputs.readAt('args', expr.field, expr.fieldType), currency);
    this.state.constraints.push(factory.implies(factory.and(this.known, defined), own.known));
    return {
      value: factory.and(defined, ordering(this.state, expr.cmp, factory.add(tally, own.units), factory.int(units))),
      tally,
    };
  }

  private tally(of: readonly unknown[], bounds: Bounds): IntTerm {
    const key = keyOf(of);
    const known = this.tallies.get(key);
    if (known) return known;
    const made = this.state.own('history', () => this.state.freshInt('tally', bounds));
    this.tallies.set(key, made);
    return made;
  }

  private needs(expr: HistoryExpr, part: EncodePart): BoolTerm {
    const { factory } = this.state;
    const key = expr.op === 'count' || expr.op === 'sum' ? expr.key : null;
    const needed = expr.event.fields.flatMap(({ value }) => (value === null ? [] : [part(value, this).defined]));
    needed.push(expr.windowMs === null ? keySym(this.inputs, 'session').defined : this.inputs.now.time.defined);
    if (key)
      needed.push(
        (key.by === 'args' ? this.inputs.readAt('args', key.path, key.type) : keySym(this.inputs, key.by)).defined,
      );
    return factory.and(...needed);
  }
}

/** A sum of amounts none of which can be negative is not negative. */
function sumBounds(type: Type): Bounds {
  return {
    lo:
      (type.kind === 'int' || type.kind === 'decimal' || type.kind === 'money') && (type.min ?? -1) >= 0
        ? 0n
        : TALLY.lo,
    hi: TALLY.hi,
  };
}

/** Equal for conditions that differ only in where they are written. */
export function keyOf(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === 'span' ? undefined : inner));
}
