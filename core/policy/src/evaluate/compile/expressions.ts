import type { CoreExpr, CoreOf, CorePolicy } from '../../core/ir.js';
import { exprType } from '../../core/expr-type.js';
import { characterCount } from '../../text/characters.js';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { convertMoney } from '../../values/convert.js';
import { equalValues } from '../../values/equal.js';
import { readRange, rangeTest } from '../../values/formats/ip-range.js';
import { directoryTest } from '../../values/formats/path.js';
import { globMatcher } from '../../values/match/glob-matcher.js';
import { regexMatcher } from '../../values/match/regex-matcher.js';
import { ABSENT, ILL_TYPED, type Outcome, OVERFLOW } from '../../values/outcome.js';
import { partOf } from '../../values/parts.js';
import type { Amount, RecordValue, Value } from '../../values/value.js';
import { comparison, membership } from '../comparison.js';
import { compileHistory } from '../history/compile.js';
import { type Truth, not, toTruth } from '../kleene.js';
import { argumentLabel, sessionLabel } from '../labels.js';
import { compileArithmetic, compileTotal, negate, unscale } from './arithmetic.js';
import { constantTest, lift } from './compare.js';
import type { Eval } from '../frame.js';

/** Turns core expressions into closures, once per policy and on first use. */
export class ExpressionCompiler {
  constructor(private readonly core: CorePolicy) {}

  compile = (expr: CoreExpr): Eval => {
    switch (expr.op) {
      case 'const': {
        const { value } = expr;
        return () => value;
      }
      case 'undefined':
        return () => ABSENT;
      case 'read': {
        const { slot } = expr;
        return (frame) => frame.values[slot] ?? frame.read(slot);
      }
      case 'field': {
        const { name } = expr;
        return lift(this.compile(expr.operand), (value) => (value as RecordValue)[name] ?? ABSENT);
      }
      case 'part':
        return this.part(expr);
      case 'has':
        return this.presence(expr.slot);
      case 'has_field': {
        const operand = this.compile(expr.operand);
        return (frame) => {
          const record = operand(frame);
          return typeof record !== 'symbol' && (record as RecordValue)[expr.name] !== undefined;
        };
      }
      case 'item': {
        const { depth } = expr;
        return ({ items }) => items[items.length - 1 - depth] ?? ABSENT;
      }
      case 'tool':
        return ({ call }) => call.tool;
      case 'answer': {
        const { after } = expr;
        return ({ decision }) => decision?.[after] ?? ABSENT;
      }
      case 'not':
        return lift(this.compile(expr.operand), (value) => not(toTruth(value)));
      case 'and':
        return fold(expr.operands.map(this.compile), false);
      case 'or':
        return fold(expr.operands.map(this.compile), true);
      case 'if':
        return this.conditional(expr);
      case 'or_else': {
        const [operand, fallback] = [this.compile(expr.operand), this.compile(expr.fallback)];
        return (frame) => {
          const value = operand(frame);
          return value === ABSENT ? fallback(frame) : value;
        };
      }
      case 'compare':
        return this.compare(expr);
      case 'member':
        return lift(this.compile(expr.operand), membership(expr.values, expr.type));
      case 'like':
        return lift(this.compile(expr.operand), onString(globMatcher(expr.pattern)));
      case 'matches':
        return lift(this.compile(expr.operand), bounded(regexMatcher(expr.pattern)));
      case 'under':
        return lift(this.compile(expr.operand), onString(directoryTest(expr.directory)));
      case 'in_range':
        return lift(this.compile(expr.operand), onString(compileRange(expr.range)));
      case 'contains':
        return this.contains(expr);
      case 'size':
        return lift(this.compile(expr.operand), sizeOf);
      case 'any':
      case 'all':
        return this.quantifier(expr);
      case 'total':
        return compileTotal(this.compile(expr.list), this.compile(expr.body), expr.type, expr.empty);
      case 'add':
      case 'sub':
      case 'mul':
        return compileArithmetic(expr.op, this.compile(expr.left), this.compile(expr.right), expr.type);
      case 'neg':
        return lift(this.compile(expr.operand), negate);
      case 'decimal': {
        const { scale } = expr;
        return lift(this.compile(expr.operand), (value) => unscale(value, scale));
      }
      case 'rank': {
        const { order } = expr;
        return lift(this.compile(expr.operand), (value) => {
          const rank = order.findIndex((each) => equalValues(each, value));
          return rank < 0 ? ILL_TYPED : rank;
        });
      }
      case 'convert': {
        const operand = this.compile(expr.operand);
        const { currency, rates } = expr;
        return (frame) => {
          const money = operand(frame);
          return typeof money === 'symbol'
            ? money
            : convertMoney(money as Amount, currency, rates, frame.context.rates);
        };
      }
      case 'label': {
        const { label } = expr;
        if (expr.slot === null) return ({ context }) => sessionLabel(context, label);
        const { path } = this.slot(expr.slot);
        return ({ context }) => argumentLabel(context, path, label);
      }
      case 'confirmed':
        return ({ context }) => context.confirmed === true;
      case 'formerly':
      case 'previous':
      case 'since':
      case 'count':
      case 'sum':
        return compileHistory(expr, this.compile);
    }
  };

  /** What is there and not of its type is neither present nor absent. */
  private presence(slot: number): Eval {
    return (frame) => {
      const value = frame.read(slot);
      if (typeof value !== 'symbol') return true;
      return value === ABSENT ? false : value;
    };
  }

  private slot(index: number): CorePolicy['slots'][number] {
    const slot = this.core.slots[index];
    if (!slot) throw new RangeError(`no slot ${index}`);
    return slot;
  }

  private part(expr: CoreOf<'part'>): Eval {
    const type = exprType(this.core, expr.operand);
    if (type.kind !== 'string') throw new TypeError(`a part of a ${type.kind}`);
    const { format } = type;
    return lift(this.compile(expr.operand), (value) => partOf(format, value as string, expr.part) ?? ABSENT);
  }

  private conditional(expr: CoreOf<'if'>): Eval {
    const [condition, then, otherwise] = [
      this.compile(expr.condition),
      this.compile(expr.then),
      this.compile(expr.else),
    ];
    return (frame) => {
      const truth = condition(frame);
      if (typeof truth === 'symbol') return truth;
      return truth === true ? then(frame) : otherwise(frame);
    };
  }

  private compare(expr: CoreOf<'compare'>): Eval {
    if (expr.left.op === 'read' && expr.right.op === 'const') {
      return constantTest(expr.left.slot, expr.cmp, expr.right.value, expr.type);
    }
    const [left, right] = [this.compile(expr.left), this.compile(expr.right)];
    const compare = comparison(expr.cmp, expr.type);
    return (frame) => {
      const a = left(frame);
      if (typeof a === 'symbol') return a;
      const b = right(frame);
      return typeof b === 'symbol' ? b : compare(a, b);
    };
  }

  private contains(expr: CoreOf<'contains'>): Eval {
    const [list, item] = [this.compile(expr.list), this.compile(expr.item)];
    const type = exprType(this.core, expr.item);
    return (frame) => {
      const values = list(frame);
      if (typeof values === 'symbol') return values;
      const wanted = item(frame);
      if (typeof wanted === 'symbol') return wanted;
      if (type.kind === 'money') return membership(values as readonly Value[], type)(wanted);
      return (values as readonly Value[]).some((value) => equalValues(value, wanted));
    };
  }

  private quantifier(expr: CoreOf<'any' | 'all'>): Eval {
    const [list, body] = [this.compile(expr.list), this.compile(expr.body)];
    const decisive = expr.op === 'any';
    return (frame) => {
      const values = list(frame);
      if (typeof values === 'symbol') return values;
      let result: Truth = !decisive;
      for (const value of values as readonly Value[]) {
        frame.items.push(value);
        const truth = toTruth(body(frame));
        frame.items.pop();
        if (truth === decisive) return decisive;
        if (typeof truth === 'symbol') result = truth;
      }
      return result;
    };
  }
}

/** Strong Kleene: the first decisive operand ends it; else undefined when one is, or the neutral value. */
function fold(operands: readonly Eval[], decisive: boolean): Eval {
  return (frame) => {
    let result: Outcome = !decisive;
    for (const operand of operands) {
      const truth = operand(frame);
      if (truth === decisive) return decisive;
      if (typeof truth === 'symbol') result = truth;
    }
    return result;
  };
}

function bounded(matches: (text: string) => boolean): (value: Value) => Outcome {
  return (value) => ((value as string).length > MAX_MATCHED_LENGTH ? OVERFLOW : matches(value as string));
}

function onString(matches: (text: string) => boolean): (value: Value) => Outcome {
  return (value) => matches(value as string);
}

function compileRange(text: string): (address: string) => boolean {
  const range = readRange(text);
  if (!range) throw new RangeError(`not a range: ${text}`);
  return rangeTest(range);
}

/** Items of a list, or code points of a string. */
function sizeOf(value: Value): number {
  return typeof value === 'string' ? characterCount(value) : (value as readonly Value[]).length;
}
