import type { Type } from '@ostiary/catalogue';
import type { EventPattern, Expr, ExprOf, HistoryExpr, Name, PathExpr, Rule } from '../../syntax/ast.js';
import { pathText, subjectOf } from '../../syntax/print/expressions.js';
import { listNamed, type NamedLists } from '../lists.js';
import type { Defines } from '../defines.js';
import { type Budget, type Closure, lookUp, type Scope } from '../scope.js';
import { BOOL, DURATION, INT, IP, MONEY, PATH } from '../../values/types.js';
import { spellingOf } from './spelling.js';
import { type Contained, TypeVariable } from './variable.js';

type Binding =
  | { readonly kind: 'item'; readonly type: TypeVariable }
  | ({ readonly kind: 'param'; readonly type: Type } & Closure<Binding>);
type Names = Scope<Binding> | null;

/** The records that paths lead into: one per root, `args` by tool. */
export interface Roots {
  args(tool: string): TypeVariable;
  readonly principal: TypeVariable;
  readonly session: TypeVariable;
  readonly now: TypeVariable;
}

/**
 * Gathers what the uses of a path say about its type: constants beside it, operators over it, paths it must equal.
 * See docs/adr/0011.
 */
export class Inference {
  constructor(
    private readonly roots: Roots,
    private readonly defines: Defines,
    private readonly lists: NamedLists,
    private readonly budget: Budget,
  ) {}

  rule(rule: Rule, tool: string): void {
    for (const clause of rule.clauses) {
      if (clause.over === 'call') this.call(clause.body, tool);
      else this.history(clause.body, tool, null);
    }
  }

  call(expr: Expr, tool: string): void {
    this.visit(expr, tool, null).join(TypeVariable.of(BOOL));
  }

  history(expr: HistoryExpr, tool: string, names: Names): void {
    switch (expr.kind) {
      case 'h_logic':
        this.history(expr.left, tool, names);
        this.history(expr.right, tool, names);
        return;
      case 'h_not':
        this.history(expr.operand, tool, names);
        return;
      case 'h_quantifier':
        this.history(expr.body, tool, this.withItem(expr, tool, names));
        return;
      case 'since':
        this.history(expr.holds, tool, names);
        break;
      case 'sum':
        for (const { text } of toolsOf(expr.event)) {
          const summed = this.roots.args(text).field(expr.field.text);
          summed?.join(this.visit(expr.bound, tool, names));
          if (expr.includingThis && summed) this.roots.args(tool).field(expr.field.text)?.join(summed);
        }
        break;
      case 'formerly':
      case 'previous':
      case 'count':
        break;
    }
    for (const { text } of toolsOf(expr.event)) {
      this.event(expr.event, text, tool, names);
      if (expr.key?.root === 'args') this.key(expr.key, text, tool);
    }
  }

  private event({ fields }: EventPattern, eventTool: string, tool: string, names: Names): void {
    const args = this.roots.args(eventTool);
    for (const { of, name, op, value } of fields) {
      const field = of === 'args' ? args.field(name.text) : this.roots.principal.field('id');
      if (value === '*') continue;
      field?.join(this.visit(value, tool, names));
      if (op !== '==' && op !== '!=') field?.suggestOrder();
    }
  }

  private key(key: PathExpr, eventTool: string, tool: string): void {
    const there = this.follow(this.roots.args(eventTool), key);
    const here = this.follow(this.roots.args(tool), key);
    if (there) here?.join(there);
  }

  private visit(expr: Expr, tool: string, names: Names): TypeVariable {
    return this.budget.within(() => this.typeOf(expr, tool, names));
  }

  private typeOf(expr: Expr, tool: string, names: Names): TypeVariable {
    const visit = (inner: Expr): TypeVariable => this.visit(inner, tool, names);
    const bool = (): TypeVariable => TypeVariable.of(BOOL);
    switch (expr.kind) {
      case 'literal':
        return literalVariable(expr);
      case 'path':
        return this.path(expr, tool, names);
      case 'has':
        this.path(expr.target, tool, names);
        return bool();
      case 'label':
        if (expr.target) this.path(expr.target, tool, names);
        return bool();
      case 'confirmed':
        return bool();
      case 'not':
        visit(expr.operand).join(bool());
        return bool();
      case 'logic':
        visit(expr.left).join(bool());
        visit(expr.right).join(bool());
        return bool();
      case 'compare': {
        const left = visit(expr.left);
        left.join(visit(expr.right));
        if (expr.op !== '==' && expr.op !== '!=') left.suggestOrder();
        return bool();
      }
      case 'negate':
        return visit(expr.operand);
      case 'arithmetic':
        return this.arithmetic(expr, visit);
      case 'in': {
        const operand = visit(expr.operand);
        for (const item of expr.items) operand.join(visit(item));
        return bool();
      }
      case 'like':
      case 'matches':
        visit(expr.operand)
          .suggest('string')
          .spell(spellingOf(expr.kind, expr.pattern, expr.span));
        return bool();
      case 'under':
        visit(expr.operand).join(TypeVariable.of(PATH));
        return bool();
      case 'in_range':
        visit(expr.operand).join(TypeVariable.of(IP));
        return bool();
      case 'in_order': {
        const operand = visit(expr.operand);
        for (const item of expr.order) operand.join(literalVariable(item));
        return bool();
      }
      case 'contains':
        visit(expr.list).item(containedText(expr.item)).named(subjectOf(expr.list)).join(visit(expr.item));
        return bool();
      case 'in_list': {
        const operand = visit(expr.operand);
        const named = listNamed(this.lists, expr.list, (name) => lookUp(names, name) !== null);
        if (named) for (const item of named.items) operand.join(literalVariable(item));
        else visit(expr.list).item().named(subjectOf(expr.list)).join(operand);
        return bool();
      }
      case 'set': {
        const { other } = expr;
        const constants =
          other.kind === 'items' ? other : listNamed(this.lists, other, (name) => lookUp(names, name) !== null);
        const item = visit(expr.list).item().named(subjectOf(expr.list));
        if (constants) for (const each of constants.items) item.join(literalVariable(each));
        else item.join(visit(other).item());
        return bool();
      }
      case 'items':
        return new TypeVariable();
      case 'size':
        visit(expr.operand).suggestSize();
        return TypeVariable.of(INT);
      case 'quantifier':
        this.visit(expr.body, tool, this.withItem(expr, tool, names)).join(bool());
        return bool();
      case 'total':
        return this.visit(expr.body, tool, this.withItem(expr, tool, names)).otherwise('number');
      case 'if': {
        visit(expr.condition).join(bool());
        const then = visit(expr.then);
        then.join(visit(expr.else));
        return then;
      }
      case 'or_else': {
        const operand = visit(expr.operand);
        operand.join(visit(expr.fallback));
        return operand;
      }
      case 'call':
        return this.use(expr.name.text, expr.args, tool, names);
      case 'convert':
        visit(expr.operand).suggest('money');
        return TypeVariable.of(MONEY);
    }
  }

  /** The names in the body of something over the items of a list. */
  private withItem(over: { readonly list: Expr; readonly variable: Name }, tool: string, names: Names): Names {
    const type = this.visit(over.list, tool, names).item();
    return { name: over.variable.text, binding: { kind: 'item', type }, outer: names };
  }

  private arithmetic(expr: ExprOf<'arithmetic'>, visit: (inner: Expr) => TypeVariable): TypeVariable {
    const left = visit(expr.left);
    const right = visit(expr.right);
    if (expr.op === '*') return product(expr, left, right);
    // A duration is added to a time as well as to another duration.
    if (isDurationLiteral(expr.right)) return left.otherwise('duration');
    if (expr.op === '+' && isDurationLiteral(expr.left)) return right.otherwise('duration');
    left.join(right);
    return expr.op === '-' && left.clues.kind === 'time' ? TypeVariable.of(DURATION) : left;
  }

  private path(expr: PathExpr, tool: string, names: Names): TypeVariable {
    switch (expr.root) {
      case 'args':
        return this.follow(this.roots.args(tool), expr)?.named(pathText(expr)) ?? new TypeVariable();
      case 'principal':
      case 'session':
      case 'now':
        return this.follow(this.roots[expr.root], expr)?.named(pathText(expr)) ?? new TypeVariable();
      case 'tool':
      case 'answer':
      case 'executes':
        return new TypeVariable();
      case null:
        return this.named(expr, tool, names);
    }
  }

  private named(expr: PathExpr, tool: string, names: Names): TypeVariable {
    const [head, ...rest] = expr.segments;
    const binding = head && lookUp(names, head.text);
    if (binding?.kind === 'item') return this.follow(binding.type, { segments: rest }) ?? new TypeVariable();
    if (binding?.kind === 'param') {
      const whole = this.visit(binding.expr, tool, binding.scope);
      return this.follow(whole, { segments: rest }) ?? new TypeVariable();
    }
    return head && rest.length === 0 ? this.use(head.text, [], tool, names) : new TypeVariable();
  }

  private use(name: string, args: readonly Expr[], tool: string, names: Names): TypeVariable {
    const define = this.defines.get(name);
    if (!define) return new TypeVariable();
    let inner: Names = null;
    for (const [index, param] of define.params.entries()) {
      const expr = args[index];
      if (!expr) continue;
      this.visit(expr, tool, names).join(TypeVariable.of(param.type));
      inner = { name: param.name, binding: { kind: 'param', type: param.type, expr, scope: names }, outer: inner };
    }
    return this.visit(define.define.body, tool, inner);
  }

  private follow(from: TypeVariable, { segments }: Pick<PathExpr, 'segments'>): TypeVariable | null {
    let at: TypeVariable | null = from;
    for (const { text } of segments) at = at?.field(text) ?? null;
    return at;
  }
}

const containedText = (item: Expr): Contained | null =>
  item.kind === 'literal' && item.value.type === 'string' ? { text: item.value.value, span: item.span } : null;

/** A class needs a catalogue, which then types the arguments. */
const toolsOf = ({ tools }: EventPattern): readonly Name[] => (tools.kind === 'tools' ? tools.names : []);

/** A constant multiplies whatever adds up and leaves it what it is; of two attributes nothing tells which is the number. */
function product(expr: ExprOf<'arithmetic'>, left: TypeVariable, right: TypeVariable): TypeVariable {
  const isNumber = ({ kind, value }: { kind: string; value?: unknown }): boolean =>
    kind === 'literal' && ['int', 'decimal'].includes((value as { type: string }).type);
  if (isNumber(expr.left)) return right.otherwise('number');
  if (isNumber(expr.right)) return left.otherwise('number');
  left.otherwise('number');
  right.otherwise('number');
  return new TypeVariable().otherwise('number');
}

const isDurationLiteral = (expr: Expr): boolean => expr.kind === 'literal' && expr.value.type === 'duration';

function literalVariable({ value, span }: ExprOf<'literal'>): TypeVariable {
  switch (value.type) {
    case 'string':
      return TypeVariable.spelled(spellingOf('literal', value.value, span));
    case 'bool':
      return TypeVariable.of(BOOL);
    case 'int':
    case 'decimal':
      return TypeVariable.number();
    case 'money':
      return TypeVariable.of(MONEY);
    case 'duration':
      return TypeVariable.of(DURATION);
  }
}
