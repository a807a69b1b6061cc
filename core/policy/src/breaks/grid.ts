import type { Type } from '@ostiary/catalogue';
import type { CoreExpr, CorePolicy } from '../core/ir.js';
import { variantsOf, within } from '../core/walk.js';
import type { Call, Context } from '../evaluate/types.js';
import { fractionOf, isDecimal, readNumber } from '../values/numbers/num.js';
import { getOrMake } from '../maps.js';
import type { Num } from '../values/value.js';

/**
 * How finely, and how far, unknown decimals of any scale are looked for: so many digits after and before the point.
 *
 * Decimals are dense: between any two constants there are as many as one likes. An unknown that is compared with constants
 * and with other unknowns only needs a step for each of the unknowns between neighbouring constants, and a little room
 * beyond them. One that is multiplied by a constant meets a constant where their quotient lies: for a factor of d digits
 * that is a decimal of at most 4d more digits, or none at all.
 */
export interface Grid {
  readonly after: number;
  readonly before: number;
}

/** Between two neighbouring constants there is room for this many unknowns, in powers of ten. */
const ROOM = 2;

/** A grid for all that some policies compare in one call. */
export function gridOf(policies: readonly CorePolicy[], call: Call, context: Context): Grid {
  const digits = new Digits();
  for (const core of policies) digits.add(getOrMake(ofPolicies, core, () => new Digits(core)));
  for (const raw of [call.args, context.principal, context.session, context.history]) digits.raw(raw);
  return digits.grid();
}

/** A grid as fine and as far as both. */
export function finer(a: Grid, b: Grid): Grid {
  return { after: Math.max(a.after, b.after), before: Math.max(a.before, b.before) };
}

class Digits {
  private after = 0;
  private before = 1;
  private factors = 0;

  constructor(core?: CorePolicy) {
    for (const { type } of core?.slots ?? []) this.type(type);
    for (const { guard } of core ? variantsOf(core) : []) for (const expr of within(guard)) this.expr(expr);
  }

  add({ after, before, factors }: Digits): void {
    this.after = Math.max(this.after, after);
    this.before = Math.max(this.before, before);
    this.factors += factors;
  }

  /** JSON of the caller. */
  raw(value: unknown): void {
    const num = readNumber(value);
    if (num !== null) this.num(num);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach((member) => this.raw(member));
  }

  grid(): Grid {
    return { after: this.after + this.factors + ROOM, before: this.before + this.factors + 1 };
  }

  private expr(expr: CoreExpr): void {
    if (expr.op === 'const') this.value(expr.value);
    if (expr.op === 'sum') this.value(expr.bound);
    if (expr.op === 'member') expr.values.forEach((value) => this.value(value));
    if (expr.op === 'decimal') this.after = Math.max(this.after, expr.scale);
    if (expr.op === 'mul') for (const side of [expr.left, expr.right]) this.factor(side);
  }

  private factor(side: CoreExpr): void {
    if (side.op !== 'const' || !isNum(side.value)) return;
    this.factors += 4 * String(fractionOf(side.value).units).length;
  }

  private value(value: unknown): void {
    if (isNum(value)) this.num(value);
  }

  private num(num: Num): void {
    const { units, scale } = fractionOf(num);
    this.after = Math.max(this.after, scale);
    this.before = Math.max(this.before, String(units).length - scale);
  }

  private type(type: Type): void {
    if (type.kind === 'list') this.type(type.of);
    if (type.kind === 'record') for (const field of Object.values(type.fields)) this.type(field.type);
    if (type.kind !== 'decimal' && type.kind !== 'int') return;
    for (const bound of [type.min, type.max]) if (bound !== undefined) this.num(bound);
    if (type.kind === 'decimal') this.after = Math.max(this.after, type.scale ?? 0);
    if (type.kind === 'int' || type.scale !== undefined) this.before = Math.max(this.before, 17);
  }
}

/** A policy is walked once, however many calls are asked about. */
const ofPolicies = new WeakMap<CorePolicy, Digits>();

const isNum = (value: unknown): value is Num =>
  (typeof value === 'number' && Number.isFinite(value)) || isDecimal(value);
