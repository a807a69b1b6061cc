import type { Expr as Est, PatternElem } from '@cedar-policy/cedar-wasm/nodejs';
import type { CompareOp, Expr, Literal } from '@ostiary/policy';
import {
  compare,
  contains,
  globOf,
  has,
  inList,
  inRange,
  items,
  like,
  number,
  oneOf,
  path,
  setTest,
  size,
  text,
} from '../shared/build.js';
import { and, anyOf, choose, ERROR, not, or, settled, test, type Truth } from '../shared/truth.js';
import { entityOf, nodeOf, type Sides } from './est.js';
import { uidText } from './names.js';
import type { Place, Places } from './places.js';
import type { ActionType, CedarType, CedarTypes, EntityType } from './types.js';
import { type Value, Values } from './values.js';

/** What a condition is read with. */
export interface Reading {
  readonly types: CedarTypes;
  readonly places: Places;
  /** That the policy is about. */
  readonly actions: readonly ActionType[];
  /** Stands for a condition that has no counterpart. */
  readonly unread: (expr: Est) => Truth;
  /** Tells of a test of something that the schema does not have. */
  readonly missing: (expr: Est) => void;
  /** What an expression says that a language has beyond Cedar; null: it is one of Cedar. */
  readonly beyond: (expr: Est) => Truth | null;
}

const ORDER: Readonly<Record<string, CompareOp>> = {
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
};

const LOOPBACK = { 4: '127.0.0.0/8', 6: '::1/128' };
const MULTICAST = { 4: '224.0.0.0/4', 6: 'ff00::/8' };
const EVERY = { 4: '0.0.0.0/0', 6: '::/0' };

/** What is as sure as its parts. */
interface Sure {
  readonly isSure: boolean;
}
const mayFail = (...parts: readonly Sure[]): boolean => parts.some(({ isSure }) => !isSure);

/** Translates the conditions of one policy. Cedar gives up a policy whose condition fails; see `Truth`. */
export class Conditions {
  private readonly values: Values;

  constructor(private readonly reading: Reading) {
    this.values = new Values(reading.places, reading.actions);
  }

  of(expr: Est): Truth {
    return this.reading.beyond(expr) ?? this.translated(expr) ?? this.reading.unread(expr);
  }

  private translated(expr: Est): Truth | null {
    const { op, of } = nodeOf(expr);
    switch (op) {
      case 'Value':
        return typeof of === 'boolean' ? settled(of) : null;
      case '!':
        return not(this.of((of as { arg: Est }).arg));
      case '&&':
      case '||': {
        const { left, right } = of as Sides;
        return op === '&&' ? and(this.of(left), this.where(left).of(right)) : or(this.of(left), this.of(right));
      }
      case 'if-then-else': {
        const { if: condition, then, else: otherwise } = of as { if: Est; then: Est; else: Est };
        return choose(this.of(condition), this.of(then), this.of(otherwise));
      }
      case '==':
        return this.equal(of as Sides);
      case '!=': {
        const equal = this.equal(of as Sides);
        return equal && not(equal);
      }
      case 'in': {
        const { left, right } = of as Sides;
        return this.within(left, right);
      }
      case 'is': {
        const { left, entity_type: type, in: within } = of as { left: Est; entity_type: string; in?: Est };
        const is = this.isOf(left, type);
        if (!is || !within) return is;
        const inside = this.within(left, within);
        return inside && and(is, inside);
      }
      case 'has': {
        const { left, attr } = of as { left: Est; attr: string | readonly string[] };
        return this.has(left, [attr].flat());
      }
      case 'hasTag':
        return this.hasTag(of as Sides);
      case 'like': {
        const { left, pattern } = of as { left: Est; pattern: readonly PatternElem[] };
        const pieces = pattern.map((piece) => (piece === 'Wildcard' ? null : piece.Literal));
        return this.ofValue(left, ['text'], ({ expr: operand }) => like(operand, globOf(pieces)));
      }
      case 'contains':
      case 'containsAll':
      case 'containsAny':
        return this.ofSets(op, of as Sides);
      case 'isEmpty':
        return this.ofValue((of as { arg: Est }).arg, ['set'], ({ expr: operand }) =>
          compare('==', size(operand), number('0')),
        );
      default:
        return this.called(op, of, expr);
    }
  }

  /** After a test that says of which type the principal or the resource is. */
  private where(tested: Est): Conditions {
    const { op, of } = nodeOf(tested);
    if (op !== 'is') return this;
    const { left, entity_type: type } = of as { left: Est; entity_type: string };
    const { op: variable, of: name } = nodeOf(left);
    if (variable !== 'Var' || (name !== 'principal' && name !== 'resource')) return this;
    return new Conditions({ ...this.reading, places: this.reading.places.where({ [name]: type }) });
  }

  private called(op: string, of: unknown, expr: Est): Truth | null {
    const cmp = ORDER[op];
    const sides = Array.isArray(of) ? (of as readonly Est[]) : Object.values(of as Sides);
    const [left, right] = sides;
    if (cmp !== undefined && left && right) return this.ordered(cmp, left, right);
    switch (op) {
      case 'isInRange': {
        const { op: made, of: [arg] = [] } = (right ? nodeOf(right) : {}) as { op?: string; of?: readonly Est[] };
        const range = made === 'ip' && arg ? nodeOf(arg).of : null;
        return left && typeof range === 'string'
          ? this.inRanges(left, [range.includes('/') ? range : `${range}${range.includes(':') ? '/128' : '/32'}`])
          : null;
      }
      case 'isIpv4':
        return left ? this.inRanges(left, [EVERY[4]]) : null;
      case 'isIpv6':
        return left ? this.inRanges(left, [EVERY[6]]) : null;
      case 'isLoopback':
        return left ? this.inRanges(left, Object.values(LOOPBACK)) : null;
      case 'isMulticast':
        return left ? this.inRanges(left, Object.values(MULTICAST)) : null;
      case '.':
      case 'getTag':
        return this.ofValue(expr, ['bool'], (value) => value.expr);
      default:
        return null;
    }
  }

  private inRanges(expr: Est, ranges: readonly string[]): Truth | null {
    const tests = ranges.map((range) => this.ofValue(expr, ['ip'], ({ expr: operand }) => inRange(operand, range)));
    const known = tests.filter((each) => each !== null);
    return known.length === tests.length ? anyOf(known) : null;
  }

  /** A test of one value; none where the value is of another type. */
  private ofValue(
    expr: Est,
    kinds: readonly CedarType['kind'][],
    make: (value: Value) => Expr,
    ...others: readonly Sure[]
  ): Truth | null {
    const value = this.values.of(expr);
    if (value === 'missing') return this.missing(expr);
    return value && kinds.includes(value.kind) ? test(make(value), mayFail(value, ...others)) : null;
  }

  private missing(expr: Est): Truth {
    this.reading.missing(expr);
    return ERROR;
  }

  private ordered(op: CompareOp, left: Est, right: Est): Truth | null {
    const [one, other] = [this.values.of(left), this.values.of(right)];
    if (one === 'missing' || other === 'missing') return this.missing(one === 'missing' ? left : right);
    if (!one || one.kind !== other?.kind || !['int', 'decimal', 'time', 'duration'].includes(one.kind)) return null;
    return test(compare(op, one.expr, other.expr), mayFail(one, other));
  }

  private equal({ left, right }: Sides): Truth | null {
    const named = this.isAction(left, right) ?? this.isAction(right, left);
    if (named) return named;
    const [one, other] = [this.values.of(left), this.values.of(right)];
    if (one === 'missing' || other === 'missing') return this.missing(one === 'missing' ? left : right);
    if (this.isTruth(left, one) || this.isTruth(right, other)) {
      const [a, b] = [this.of(left), this.of(right)];
      return or(and(a, b), and(not(a), not(b)));
    }
    if (one?.kind === 'set' || other?.kind === 'set') return this.sameSet(left, right) ?? this.sameSet(right, left);
    if (!one || one.kind !== other?.kind || one.kind === 'other' || one.kind === 'record') return null;
    return test(compare('==', one.expr, other.expr), mayFail(one, other));
  }

  /** Whether an expression is a condition, and not a value that is read. */
  private isTruth(expr: Est, value: Value | null): boolean {
    const { op, of } = nodeOf(expr);
    return value
      ? value.kind === 'bool'
      : op === 'Value'
        ? typeof of === 'boolean'
        : ['!', '&&', '||', '==', '!=', '<', '<=', '>', '>=', 'in', 'is', 'has', 'like', 'contains'].includes(op);
  }

  private sameSet(left: Est, right: Est): Truth | null {
    const other = this.set(right);
    return other && this.ofValue(left, ['set'], ({ expr }) => setTest('containsOnly', expr, other.expr), other);
  }

  private isAction(variable: Est, other: Est): Truth | null {
    const action = entityOf(other);
    const { op, of } = nodeOf(variable);
    if (op !== 'Var' || of !== 'action' || !action) return null;
    return this.isTool([uidText(action)]);
  }

  /** Whether the call is of one of these actions. */
  private isTool(actions: readonly string[]): Truth {
    const { types } = this.reading;
    const names = [...new Set(actions.flatMap((action) => types.actions.get(action)?.tool ?? []))];
    const [first] = names;
    if (first === undefined) return settled(false);
    const tool = path('tool', []);
    return test(names.length === 1 ? compare('==', tool, text(first)) : oneOf(tool, names.map(text)), false);
  }

  /** Whether an entity is another, or lies in it; of several, in one of them. */
  private within(left: Est, right: Est): Truth | null {
    const { op, of } = nodeOf(right);
    if (op === 'Set') {
      const parts = (of as readonly Est[]).map((each) => (entityOf(each) ? this.within(left, each) : null));
      const known = parts.filter((each) => each !== null);
      return known.length === parts.length ? anyOf(known) : null;
    }
    const target = entityOf(right);
    if (nodeOf(left).op === 'Var' && nodeOf(left).of === 'action') {
      const { types } = this.reading;
      return target && this.isTool(types.actionsIn(uidText(target)) ?? []);
    }
    const base = this.reading.places.of(left, this.reading.actions);
    if (base === 'missing') return this.missing(left);
    if (base?.type.kind !== 'entity') return null;
    if (target) return this.withinNamed(base, base.type, { expr: text(uidText(target)), isSure: true }, [target.type]);
    const value = this.values.of(right);
    if (value === 'missing') return this.missing(right);
    if (value?.place?.type.kind === 'entity') return this.withinNamed(base, base.type, value, value.place.type.names);
    if (value?.place?.type.kind !== 'set' || value.place.type.of.kind !== 'entity') return null;
    const { places } = this.reading;
    const fails = mayFail(base, value);
    const equal = test(inList(places.uid(base), value.expr), fails);
    if (!mayLieIn(base.type, value.place.type.of.names)) return equal;
    return anyOf([equal, test(setTest('containsAny', places.ancestors(base), value.expr), fails)]);
  }

  private withinNamed(
    base: Place,
    type: EntityType,
    target: Pick<Value, 'expr' | 'isSure'>,
    targets: readonly string[] | null,
  ): Truth {
    const { places } = this.reading;
    const fails = mayFail(base, target);
    return anyOf([
      ...(mayBe(type, targets) ? [test(compare('==', places.uid(base), target.expr), fails)] : []),
      ...(mayLieIn(type, targets) ? [test(contains(places.ancestors(base), target.expr), fails)] : []),
    ]);
  }

  private isOf(left: Est, type: string): Truth | null {
    const place = this.reading.places.of(left, this.reading.actions);
    if (place === 'missing') return this.missing(left);
    if (place?.type.kind !== 'entity') return null;
    const { names } = place.type;
    if (place.isSure && names?.every((name) => name === type)) return settled(true);
    if (place.isSure && names?.every((name) => name !== type)) return settled(false);
    return test(like(this.reading.places.uid(place), globOf([`${type}::"`, null])), !place.isSure);
  }

  private has(left: Est, attributes: readonly string[]): Truth | null {
    const { places, actions } = this.reading;
    const base = places.of(left, actions);
    if (base === 'missing') return this.missing(left);
    if (base === null) return null;
    let place: Place | 'missing' | null = base;
    for (const name of attributes) if (place !== null && place !== 'missing') place = places.attribute(place, name);
    if (place === null) return null;
    const there: Truth = place === 'missing' ? settled(false) : test(has(places.path(place)), false);
    if (base.isSure) return there;
    const isThere = test(has(places.path(base)), false).holds;
    return and({ holds: isThere, fails: () => false, mayFail: true }, there);
  }

  private hasTag({ left, right }: Sides): Truth | null {
    const { places, actions } = this.reading;
    const base = places.of(left, actions);
    const key = nodeOf(right);
    if (base === 'missing') return this.missing(left);
    if (!base?.isSure || key.op !== 'Value' || typeof key.of !== 'string') return null;
    const tag = places.tag(base, key.of);
    return tag && test(has(places.path(tag)), false);
  }

  private ofSets(op: 'contains' | 'containsAll' | 'containsAny', { left, right }: Sides): Truth | null {
    const literal = this.set(left)?.expr;
    if (op === 'contains') {
      const value = this.values.of(right);
      if (value === 'missing') return this.missing(right);
      if (!value || value.kind === 'other' || value.kind === 'set' || value.kind === 'record') return null;
      if (literal?.kind === 'items') return test(oneOf(value.expr, literal.items), !value.isSure);
      return this.ofValue(left, ['set'], ({ expr }) => contains(expr, value.expr), value);
    }
    const other = this.set(right);
    if (literal?.kind === 'items')
      return op === 'containsAny' ? this.ofValue(right, ['set'], ({ expr }) => setTest(op, expr, literal)) : null;
    return other && this.ofValue(left, ['set'], ({ expr }) => setTest(op, expr, other.expr), other);
  }

  /** A set of constants, or one that is read; null: of neither. */
  private set(expr: Est): Pick<Value, 'expr' | 'isSure'> | null {
    const { op, of } = nodeOf(expr);
    if (op === 'Set') {
      const values = (of as readonly Est[]).map((each) => this.values.of(each));
      const constants = values.flatMap((value): Literal[] =>
        value && value !== 'missing' && value.expr.kind === 'literal' ? [value.expr] : [],
      );
      return constants.length === values.length ? { expr: items(constants), isSure: true } : null;
    }
    const value = this.values.of(expr);
    return value && value !== 'missing' && value.kind === 'set' ? value : null;
  }
}

const mayBe = ({ names }: EntityType, targets: readonly string[] | null): boolean =>
  names === null || targets === null || targets.some((target) => names.includes(target));

function mayLieIn(type: EntityType, targets: readonly string[] | null): boolean {
  const within = type.within();
  return within === null || targets === null || targets.some((target) => within.has(target));
}
