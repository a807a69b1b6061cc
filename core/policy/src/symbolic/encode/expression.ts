import type { StringFormat } from '@ostiary/catalogue';
import { exprType } from '../../core/expr-type.js';
import type { CoreExpr, CoreOf, CorePolicy, Slot } from '../../core/ir.js';
import { predicateOf } from '../strings/places.js';
import type { StringPredicate } from '../strings/variable.js';
import type { BoolTerm } from '../terms/term.js';
import { absenceOf } from './absence.js';
import { compareSyms, memberOf } from './compare.js';
import { convertSym } from './convert.js';
import type { HistorySource } from './history-source.js';
import type { Inputs } from './inputs.js';
import { conjunction, disjunction, negation } from './kleene.js';
import { asBool, asRecord, asString } from './kinds.js';
import { mentionsOf } from './list-mentions.js';
import { containsSym, memberSym, quantify } from './lists.js';
import { addSyms, multiplySyms, negateSym, unscaleSym } from './number.js';
import { lengthTest, sizeSym } from './sizes.js';
import type { EncodingState } from './state.js';
import { boolSym, choose, constSym, restrict, type Sym, undefinedSym } from './sym.js';
import { totalSym } from './totals.js';
import { partSym, stringSatisfies, textIsTooLong, whereText } from './text.js';

interface EncodingScope {
  readonly core: CorePolicy;
  readonly tool: string;
  readonly inputs: Inputs;
  readonly history: HistorySource;
  /** The answer as keyword, for properties. */
  readonly answer?: { readonly rules: Sym; readonly tickets: Sym };
}

/** Encodes core expressions: what the evaluator computes for one call, as terms over everything that is open. */
export class ExpressionEncoder {
  constructor(
    private readonly state: EncodingState,
    private readonly scope: EncodingScope,
  ) {}

  /** `items`: what the variables of the quantifiers around stand for, outermost first. */
  encode = (expr: CoreExpr, items: readonly Sym[] = []): Sym => {
    const { state } = this;
    const { factory } = state;
    const sub = (operand: CoreExpr): Sym => this.encode(operand, items);
    switch (expr.op) {
      case 'const':
        return constSym(factory, expr.type, expr.value);
      case 'undefined':
        return undefinedSym(factory);
      case 'read':
        return this.scope.inputs.read(this.slot(expr.slot));
      case 'has':
        return this.scope.inputs.has(this.slot(expr.slot));
      case 'field':
        return this.field(sub(expr.operand), expr.name);
      case 'has_field':
        return this.hasField(sub(expr.operand), expr.name);
      case 'part':
        return partSym(state, asString(sub(expr.operand)), this.formatOf(expr.operand), expr.part);
      case 'item':
        return items[items.length - 1 - expr.depth] ?? undefinedSym(factory);
      case 'tool':
        return constSym(factory, { kind: 'string', format: 'text' }, this.scope.tool);
      case 'answer':
        return this.scope.answer?.[expr.after] ?? undefinedSym(factory);
      case 'not':
        return negation(factory, asBool(sub(expr.operand)));
      case 'and':
        return conjunction(
          factory,
          expr.operands.map((operand) => asBool(sub(operand))),
        );
      case 'or':
        return disjunction(
          factory,
          expr.operands.map((operand) => asBool(sub(operand))),
        );
      case 'if': {
        const condition = asBool(sub(expr.condition));
        return restrict(factory, condition.defined, choose(factory, condition.value, sub(expr.then), sub(expr.else)));
      }
      case 'or_else': {
        const operand = sub(expr.operand);
        if (operand.defined === factory.true) return operand;
        const slot = (index: number): Slot => this.slot(index);
        const absent = absenceOf(expr.operand, { state, inputs: this.scope.inputs, slot, sym: sub });
        return choose(factory, absent, sub(expr.fallback), operand);
      }
      case 'compare':
        return this.compare(expr, sub);
      case 'member': {
        const operand = sub(expr.operand);
        if (expr.type.kind === 'money')
          return restrict(factory, operand.defined, memberSym(state, operand, expr.values, expr.type));
        return boolSym(factory, operand.defined, memberOf(state, operand, expr.values, expr.type));
      }
      case 'like':
      case 'under':
      case 'in_range':
        return this.pattern(sub(expr.operand), predicateOf(expr));
      case 'matches':
        return this.pattern(judgeable(state, sub(expr.operand)), predicateOf(expr));
      case 'contains':
        return containsSym(state, sub(expr.list), sub(expr.item), mentionsOf(expr));
      case 'size':
        return sizeSym(state, sub(expr.operand));
      case 'any':
      case 'all':
        return quantify(
          state,
          expr.op,
          sub(expr.list),
          (item) => asBool(this.encode(expr.body, [...items, item])),
          mentionsOf(expr),
        );
      case 'total':
        return totalSym(
          state,
          sub(expr.list),
          (item) => this.encode(expr.body, [...items, item]),
          expr.empty === null ? null : constSym(factory, expr.type, expr.empty),
        );
      case 'add':
      case 'sub':
        return addSyms(state, sub(expr.left), sub(expr.right), expr.op === 'add' ? 1n : -1n);
      case 'mul':
        return multiplySyms(state, sub(expr.left), sub(expr.right));
      case 'neg':
        return negateSym(state, sub(expr.operand));
      case 'decimal':
        return unscaleSym(state, sub(expr.operand), expr.scale);
      case 'rank':
        return this.rank(sub(expr.operand), expr);
      case 'convert':
        return convertSym(state, sub(expr.operand), expr.currency, expr.rates, this.scope.inputs.rates);
      case 'label':
        return this.scope.inputs.labels.sym(expr.slot === null ? null : this.slot(expr.slot).path, expr.label);
      case 'confirmed':
        return boolSym(factory, factory.true, this.scope.inputs.confirmed);
      case 'formerly':
      case 'previous':
      case 'since':
      case 'count':
      case 'sum':
        return this.scope.history.encode(
          expr,
          (operand, history) =>
            (history === this.scope.history ? this : new ExpressionEncoder(state, { ...this.scope, history })).encode(
              operand,
              items,
            ),
          items,
          this.scope.core.slots,
        );
    }
  };

  /** A guard as the pair (true, undefined). */
  guard(expr: CoreExpr): { readonly holds: BoolTerm; readonly undefined: BoolTerm } {
    const { defined, value } = asBool(this.encode(expr));
    return { holds: value, undefined: this.state.factory.not(defined) };
  }

  private compare(expr: CoreOf<'compare'>, sub: (operand: CoreExpr) => Sym): Sym {
    return lengthTest(this.state, expr, sub) ?? compareSyms(this.state, expr.cmp, sub(expr.left), sub(expr.right));
  }

  private pattern(operand: Sym, predicate: StringPredicate): Sym {
    const string = asString(operand);
    return boolSym(this.state.factory, string.defined, stringSatisfies(this.state, string, predicate));
  }

  private field(operand: Sym, name: string): Sym {
    const { factory } = this.state;
    return asRecord(operand).options.reduceRight<Sym>((rest, { when, value }) => {
      const field = value.get(name);
      const here = field ? restrict(factory, factory.and(when, field.present), field.value) : undefinedSym(factory);
      return choose(factory, when, here, rest);
    }, undefinedSym(factory));
  }

  private hasField(operand: Sym, name: string): Sym {
    const { factory } = this.state;
    const present = asRecord(operand).options.map(({ when, value }) =>
      factory.and(when, value.get(name)?.present ?? factory.false),
    );
    return boolSym(factory, factory.true, factory.or(...present));
  }

  private rank(operand: Sym, { order, operand: read }: CoreOf<'rank'>): Sym {
    const { factory } = this.state;
    const type = exprType(this.scope.core, read);
    const found = order.map((each) => memberOf(this.state, operand, [each], type));
    const value = found.reduceRight((rest, here, at) => factory.ite(here, factory.int(at), rest), factory.int(0));
    return { kind: 'int', defined: factory.and(operand.defined, factory.or(...found)), value };
  }

  private formatOf(operand: CoreExpr): StringFormat {
    const type = exprType(this.scope.core, operand);
    if (type.kind !== 'string') throw new TypeError(`a part of ${type.kind}`);
    return type.format;
  }

  private slot(index: number): Slot {
    const slot = this.scope.core.slots[index];
    if (!slot) throw new RangeError(`no slot ${String(index)}`);
    return slot;
  }
}

/** The operand of `matches`: a text that is too long has no answer, as in the evaluators. */
function judgeable(state: EncodingState, operand: Sym): Sym {
  const { factory } = state;
  const string = asString(operand);
  const tooLong = whereText(state, string, (text) => textIsTooLong(state, text));
  return { ...string, defined: factory.and(string.defined, factory.not(tooLong)) };
}
