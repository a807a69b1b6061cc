import type { Expr as Est } from '@cedar-policy/cedar-wasm/nodejs';
import type { Expr, Literal } from '@ostiary/policy';
import { arithmetic, duration, number, text } from '../shared/build.js';
import { entityOf, nodeOf, type Sides } from './est.js';
import { uidText } from './names.js';
import type { Place, Places } from './places.js';
import type { ActionType, CedarType } from './types.js';

/** A value of Cedar as one of ours. */
export interface Value {
  readonly expr: Expr;
  readonly kind: CedarType['kind'];
  readonly isSure: boolean;
  /** The largest it can be either way, of whole numbers. */
  readonly most: bigint;
  /** Where it is read, of those that are. */
  readonly place: Place | null;
}

const LAST_INT = 2n ** 53n - 1n;
/** A result beyond it is an error in Cedar, and none here. */
const LAST_LONG = 2n ** 63n - 1n;

export class Values {
  constructor(
    private readonly places: Places,
    private readonly actions: readonly ActionType[],
  ) {}

  /** Null: our language has no such value. `missing`: the schema has none there. */
  of(expr: Est): Value | 'missing' | null {
    const { op, of } = nodeOf(expr);
    switch (op) {
      case 'Value':
        return this.literal(of, expr);
      case '+':
      case '-':
      case '*':
        return this.arithmetic(op, of as Sides);
      case 'neg':
        return this.arithmetic('-', { left: { Value: 0 }, right: (of as { arg: Est }).arg });
      case 'decimal':
      case 'ip':
      case 'datetime':
      case 'duration':
        return made(op, of as readonly Est[]);
      case 'offset':
      case 'durationSince':
        return this.shifted(op, of as readonly Est[]);
      default:
        return this.read(expr);
    }
  }

  /** The names of an entity, as a value. */
  private read(expr: Est): Value | 'missing' | null {
    const place = this.places.of(expr, this.actions);
    if (place === null || place === 'missing') return place;
    const { type, isSure } = place;
    const read = { isSure, most: LAST_INT, place };
    if (type.kind === 'entity') return { ...read, expr: this.places.uid(place), kind: 'entity' };
    return { ...read, expr: this.places.path(place), kind: type.kind };
  }

  private literal(value: unknown, expr: Est): Value | null {
    if (typeof value === 'string') return constant(text(value), 'text');
    if (typeof value === 'number')
      return Number.isSafeInteger(value)
        ? { ...constant(number(String(value)), 'int'), most: BigInt(Math.abs(value)) }
        : null;
    const entity = entityOf(expr);
    return entity && constant(text(uidText(entity)), 'entity');
  }

  private arithmetic(op: '+' | '-' | '*', { left, right }: Sides): Value | 'missing' | null {
    const [one, other] = [this.of(left), this.of(right)];
    if (one === 'missing' || other === 'missing') return 'missing';
    if (one?.kind !== 'int' || other?.kind !== 'int') return null;
    const most = op === '*' ? one.most * other.most : one.most + other.most;
    if (most > LAST_LONG) return null;
    return {
      expr: arithmetic(op, one.expr, other.expr),
      kind: 'int',
      isSure: one.isSure && other.isSure,
      most,
      place: null,
    };
  }

  private shifted(op: 'offset' | 'durationSince', [left, right]: readonly Est[]): Value | 'missing' | null {
    if (!left || !right) return null;
    const [one, other] = [this.of(left), this.of(right) ?? back(right)];
    if (one === 'missing' || other === 'missing') return 'missing';
    if (one?.kind !== 'time' || !other) return null;
    const isSure = one.isSure && other.isSure;
    if (op === 'durationSince')
      return other.kind === 'time' && one.place && other.place
        ? { ...one, expr: arithmetic('-', one.expr, other.expr), kind: 'duration', isSure, place: null }
        : null;
    if (other.kind !== 'duration') return null;
    const sign = other.most < 0n ? '-' : '+';
    return { ...one, expr: arithmetic(sign, one.expr, other.expr), isSure, place: null };
  }
}

const constant = (expr: Literal, kind: CedarType['kind']): Value => ({
  expr,
  kind,
  isSure: true,
  most: 0n,
  place: null,
});

/** A value of an extension type that a text stands for. */
function made(op: 'decimal' | 'ip' | 'datetime' | 'duration', [arg]: readonly Est[]): Value | null {
  const { op: kind, of } = arg ? nodeOf(arg) : { op: '', of: null };
  if (kind !== 'Value' || typeof of !== 'string') return null;
  switch (op) {
    case 'decimal':
      return /^-?\d+\.\d{1,4}$/u.test(of) ? constant(number(of), 'decimal') : null;
    case 'ip':
      return of.includes('/') ? null : constant(text(of), 'ip');
    case 'datetime': {
      const at = instantOf(of);
      return at === null ? null : constant(text(at), 'time');
    }
    case 'duration': {
      const ms = millisecondsOf(of);
      return ms === null || ms < 0 ? null : constant(duration(ms), 'duration');
    }
  }
}

/** A duration that goes back, which is subtracted. */
function back(expr: Est): Value | null {
  const { op, of } = nodeOf(expr);
  const [arg] = op === 'duration' ? (of as readonly Est[]) : [];
  const written = arg && nodeOf(arg).of;
  const ms = typeof written === 'string' ? millisecondsOf(written) : null;
  return ms === null || ms >= 0 ? null : { ...constant(duration(-ms), 'duration'), most: -1n };
}

/** Cedar writes an offset without its colon. */
function instantOf(written: string): string | null {
  const at = new Date(written.replace(/([+-]\d{2})(\d{2})$/u, '$1:$2'));
  return Number.isNaN(at.valueOf()) ? null : at.toISOString();
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

function millisecondsOf(written: string): number | null {
  if (!/^-?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?$/u.test(written)) return null;
  let sum = 0;
  for (const [, digits, unit = ''] of written.matchAll(/(\d+)(ms|[dhms])/gu))
    sum += Number(digits) * (UNITS[unit] ?? 0);
  if (!Number.isSafeInteger(sum)) return null;
  return written.startsWith('-') ? -sum : sum;
}
