import type { Catalogue } from '@ostiary/catalogue';
import type {
  Clause,
  CompareOp,
  Define,
  Expr,
  HistoryExpr,
  Item,
  Literal,
  NamedList,
  PathExpr,
  PolicyTree,
  Rule,
} from '../syntax/ast.js';
import { globMatches } from '../evaluate/interpret/match.js';
import { chance, pick, type Rng } from './random.js';
import {
  compare,
  dual,
  eachClauses,
  eachExpr,
  eachHistory,
  eachRule,
  historyLogic,
  historyNot,
  isTest,
  logic,
  named,
  not,
  rewritten,
  variable,
  whole,
} from './rewrite.js';
import { NOWHERE as span } from './tree-parts.js';

/** Another way to say the same: no decision may change. */
export interface Law {
  readonly name: string;
  /** Rules are split, so that only answer and slug stay, not the list of rules. */
  readonly splits?: true;
  /** Holds with a catalogue only, where types are not found from use. */
  readonly typed?: true;
  /** The other text may be refused: what one of several tools lacks is no fault, what the only one lacks is. */
  readonly refusable?: true;
  readonly apply: (tree: PolicyTree, rng: Rng, catalogue: Catalogue) => PolicyTree;
}

// The language has a table of its own, and a law must not believe it.
const CONVERSE: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const OPPOSITE: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const exprLaw = (name: string, change: (expr: Expr, rng: Rng) => Expr): Law => ({
  name,
  apply: (tree, rng) => eachExpr(tree, (expr) => (chance(rng, 0.7) ? change(expr, rng) : expr)),
});
const historyLaw = (name: string, change: (expr: HistoryExpr, rng: Rng) => HistoryExpr): Law => ({
  name,
  apply: (tree, rng) => eachHistory(tree, (expr) => (chance(rng, 0.7) ? change(expr, rng) : expr)),
});

function shuffled<Each>(rng: Rng, items: readonly Each[]): Each[] {
  return items
    .map((item) => ({ item, at: rng() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A variable, or the name of a list. */
const isVariable = (expr: Expr): boolean => expr.kind === 'path' && expr.root === null;

/** Laws of strong Kleene logic and of the operators, inside guards. */
const EXPRESSION_LAWS: readonly Law[] = [
  exprLaw('De Morgan', (expr) =>
    expr.kind === 'logic' ? not(logic(dual(expr.op), not(expr.left), not(expr.right))) : expr,
  ),
  exprLaw('double negation', (expr) => (isTest(expr) ? not(not(expr)) : expr)),
  exprLaw('either side first', (expr) => (expr.kind === 'logic' ? logic(expr.op, expr.right, expr.left) : expr)),
  exprLaw('grouping', (expr) =>
    expr.kind === 'logic' && expr.left.kind === 'logic' && expr.left.op === expr.op
      ? logic(expr.op, expr.left.left, logic(expr.op, expr.left.right, expr.right))
      : expr,
  ),
  exprLaw('said twice', (expr, rng) => (isTest(expr) ? logic(pick(rng, ['&&', '||']), expr, expr) : expr)),
  exprLaw('absorption', (expr) =>
    expr.kind === 'logic'
      ? logic(expr.op, expr.left, logic(expr.op, expr.right, logic(dual(expr.op), expr.left, expr.right)))
      : expr,
  ),
  exprLaw('distribution', (expr) =>
    expr.kind === 'logic' && expr.right.kind === 'logic' && expr.right.op !== expr.op
      ? logic(expr.right.op, logic(expr.op, expr.left, expr.right.left), logic(expr.op, expr.left, expr.right.right))
      : expr,
  ),
  exprLaw('a comparison from its other side', (expr) =>
    expr.kind === 'compare' ? compare(CONVERSE[expr.op], expr.right, expr.left) : expr,
  ),
  exprLaw('a comparison by its opposite', (expr) =>
    expr.kind === 'compare' ? not(compare(OPPOSITE[expr.op], expr.left, expr.right)) : expr,
  ),
  exprLaw('equality as two bounds', (expr) =>
    expr.kind === 'compare' && expr.op === '==' && [expr.left, expr.right].some(isNumber)
      ? logic('&&', compare('<=', expr.left, expr.right), compare('>=', expr.left, expr.right))
      : expr,
  ),
  exprLaw('membership as equalities', (expr) => {
    if (expr.kind !== 'in') return expr;
    const [first, ...rest] = expr.items.map((item) => compare('==', expr.operand, item));
    if (!first) return expr;
    const any = rest.reduce((left, right) => logic('||', left, right), first);
    return expr.negated ? not(any) : any;
  }),
  exprLaw('membership in parts', (expr) =>
    expr.kind === 'in' && expr.items.length > 1 && !expr.negated
      ? logic('||', { ...expr, items: expr.items.slice(0, 1) }, { ...expr, items: expr.items.slice(1) })
      : expr,
  ),
  exprLaw('membership as contains', (expr) =>
    expr.kind === 'in_list' && !isVariable(expr.list)
      ? { kind: 'contains', negated: expr.negated, list: expr.list, item: expr.operand, span }
      : expr,
  ),
  exprLaw('the same set in two parts', (expr) =>
    expr.kind === 'set' && expr.test === 'containsOnly' && expr.other.kind !== 'items' && !isVariable(expr.other)
      ? logic(
          '&&',
          { ...expr, test: 'containsAll' },
          { ...expr, test: 'containsAll', list: expr.other, other: expr.list },
        )
      : expr,
  ),
  {
    name: 'a named list as its constants',
    apply: (tree) => {
      const items = (expr: Expr): readonly Literal[] | undefined =>
        tree.items.find((item): item is NamedList => item.kind === 'list' && isName(expr, item.name.text))?.items;
      return eachExpr(tree, (expr) => {
        if (expr.kind !== 'in_list' && expr.kind !== 'set') return expr;
        const constants = items(expr.kind === 'set' ? expr.other : expr.list);
        if (!constants) return expr;
        if (expr.kind === 'set') return { ...expr, other: { kind: 'items', items: constants, span } };
        return { kind: 'in', negated: expr.negated, operand: expr.operand, items: constants, span };
      });
    },
  },
  exprLaw('a negated word', (expr) => ('negated' in expr ? not({ ...expr, negated: !expr.negated }) : expr)),
  exprLaw('a quantifier by the other', (expr) =>
    expr.kind === 'quantifier'
      ? not({ ...expr, quantifier: expr.quantifier === 'any' ? 'all' : 'any', body: not(expr.body) })
      : expr,
  ),
  exprLaw('a sum by what is taken away', (expr) =>
    expr.kind === 'total'
      ? { kind: 'negate', operand: { ...expr, body: { kind: 'negate', operand: expr.body, span } }, span }
      : expr,
  ),
  exprLaw('contains as any', (expr) => {
    if (expr.kind !== 'contains' || expr.item.kind !== 'literal') return expr;
    const any: Expr = {
      kind: 'quantifier',
      quantifier: 'any',
      list: expr.list,
      variable: named('fresh_item'),
      body: compare('==', variable('fresh_item'), expr.item),
      span,
    };
    return expr.negated ? not(any) : any;
  }),
  exprLaw('a rank by the other bounds', (expr) => {
    if (expr.kind !== 'in_order' || expr.op !== '>=') return expr;
    const at = expr.order.findIndex((each) => JSON.stringify(each.value) === JSON.stringify(expr.bound.value));
    if (at < 0) return expr;
    // Where the value is none of the order the rank is undefined, and so must the membership be.
    return logic(
      '&&',
      expr,
      logic('||', expr, { kind: 'in', negated: false, operand: expr.operand, items: expr.order.slice(at), span }),
    );
  }),
];

const isNumber = (expr: Expr): boolean =>
  expr.kind === 'literal' && ['int', 'decimal', 'money', 'duration'].includes(expr.value.type);

const HISTORY_LAWS: readonly Law[] = [
  historyLaw('De Morgan in history', (expr) =>
    expr.kind === 'h_logic'
      ? historyNot(historyLogic(dual(expr.op), historyNot(expr.left), historyNot(expr.right)))
      : expr,
  ),
  historyLaw('double negation in history', (expr) => historyNot(historyNot(expr))),
  historyLaw('either side of history first', (expr) =>
    expr.kind === 'h_logic' ? historyLogic(expr.op, expr.right, expr.left) : expr,
  ),
  historyLaw('a tally by its opposite', (expr) =>
    expr.kind === 'count' || expr.kind === 'sum' ? historyNot({ ...expr, op: OPPOSITE[expr.op] }) : expr,
  ),
  historyLaw('a count by the next number', (expr) =>
    expr.kind === 'count' && expr.op === '>' && expr.bound.value.type === 'int'
      ? { ...expr, op: '>=', bound: whole(Number(expr.bound.value.digits) + 1) }
      : expr,
  ),
  historyLaw('an exact count as two bounds', (expr) =>
    expr.kind === 'count' && expr.op === '=='
      ? historyNot(historyLogic('||', { ...expr, op: '<' }, { ...expr, op: '>' }))
      : expr,
  ),
  historyLaw('since, and formerly', (expr) =>
    expr.kind === 'since'
      ? historyLogic('&&', expr, { kind: 'formerly', window: expr.window, key: expr.key, event: expr.event, span })
      : expr,
  ),
  historyLaw('previous, and formerly', (expr) =>
    expr.kind === 'previous' ? historyLogic('&&', expr, { ...expr, kind: 'formerly' }) : expr,
  ),
];

/** Two clauses of one kind over one thing as one. */
function merged(clauses: readonly Clause[]): readonly Clause[] {
  const [first, second, ...rest] = clauses;
  if (!first || !second) return clauses;
  if (first.over === 'call' && second.over === 'call' && first.kind === second.kind) {
    return merged([{ ...first, body: logic(first.kind === 'when' ? '&&' : '||', first.body, second.body) }, ...rest]);
  }
  if (first.over === 'history' && second.over === 'history' && first.kind === second.kind) {
    const body = historyLogic(first.kind === 'when' ? '&&' : '||', first.body, second.body);
    return merged([{ ...first, body }, ...rest]);
  }
  return [first, ...merged([second, ...rest])];
}

const turned = (clause: Clause): Clause => {
  const kind = clause.kind === 'when' ? 'unless' : 'when';
  return clause.over === 'call'
    ? { ...clause, kind, body: not(clause.body) }
    : { ...clause, kind, body: historyNot(clause.body) };
};

const RULE_LAWS: readonly Law[] = [
  {
    name: 'rules in another order',
    apply: (tree, rng) => ({ ...tree, items: shuffled(rng, tree.items) }),
  },
  { name: 'clauses in another order', apply: (tree, rng) => eachClauses(tree, (clauses) => shuffled(rng, clauses)) },
  { name: 'clauses of one kind as one', apply: (tree) => eachClauses(tree, merged) },
  { name: 'when for unless', apply: (tree) => eachClauses(tree, (clauses) => clauses.map(turned)) },
  {
    name: 'a rule for each tool',
    splits: true,
    refusable: true,
    apply: (tree) => eachRule(tree, (rule) => splitTools(rule)),
  },
  {
    name: 'a class or a pattern as its tools',
    typed: true,
    apply: (tree, _, catalogue) =>
      eachRule(tree, (rule) => {
        const { target } = rule;
        if (target.kind === 'tools') return [rule];
        const names = catalogue.tools
          .filter(({ name, classes }) => {
            if (target.kind === 'pattern') return globMatches(target.pattern, name);
            return target.kind === 'any' || classes.some((each) => each === target.name.text);
          })
          .map(({ name }) => named(name));
        return [{ ...rule, target: { kind: 'tools', names, span } }];
      }),
  },
  {
    name: 'every rule twice',
    splits: true,
    apply: (tree) => ({
      ...tree,
      items: tree.items.flatMap((item): readonly Item[] =>
        item.kind === 'rule' ? [item, { ...item, annotations: [] }] : [item],
      ),
    }),
  },
  {
    name: 'an alternative as two rules',
    splits: true,
    apply: (tree) =>
      eachRule(tree, (rule) => {
        const [clause, ...rest] = rule.clauses;
        if (clause?.over !== 'call' || clause.kind !== 'when') return [rule];
        const { body } = clause;
        if (body.kind !== 'logic' || body.op !== '||') return [rule];
        return [body.left, body.right].map((half) => ({
          ...rule,
          annotations: [],
          clauses: [{ ...clause, body: half }, ...rest],
        }));
      }),
  },
  { name: 'definitions written out', typed: true, apply: inlined },
  {
    name: 'definitions renamed',
    apply: (tree) => renamed(tree, new Map(definesOf(tree).map(({ name }) => [name.text, `${name.text}_2`]))),
  },
  {
    name: 'dialect 2 for dialect 1',
    apply: (tree) =>
      rewritten({ ...tree, dialect: 2 as const }, (node) => ('bare' in node ? { ...node, bare: false } : node)),
  },
];

function splitTools(rule: Rule): readonly Rule[] {
  const { target } = rule;
  if (target.kind !== 'tools') return [rule];
  return target.names.map((name) => ({ ...rule, annotations: [], target: { ...target, names: [name] } }));
}

const definesOf = (tree: PolicyTree): Define[] => tree.items.filter((item): item is Define => item.kind === 'define');

const isName = (expr: Expr, name: string): expr is PathExpr =>
  expr.kind === 'path' && expr.root === null && expr.segments[0]?.text === name;

/** Definitions of random policies use no other definition. */
function inlined(tree: PolicyTree): PolicyTree {
  let items: readonly Item[] = tree.items.filter(({ kind }) => kind !== 'define');
  for (const define of definesOf(tree)) {
    items = eachExpr({ ...tree, items }, (expr) => {
      if (isName(expr, define.name.text) && define.params.length === 0) return define.body;
      if (expr.kind !== 'call' || expr.name.text !== define.name.text) return expr;
      return define.params.reduce<Expr>((body, { name }, index) => {
        const argument = expr.args[index];
        if (!argument) throw new RangeError('an argument for each parameter');
        return substituted(body, name.text, argument);
      }, define.body);
    }).items;
  }
  return { ...tree, items };
}

function substituted(body: Expr, name: string, argument: Expr): Expr {
  return rewritten<Expr>(body, (node) => {
    const expr = node as Expr;
    if (!isName(expr, name)) return node;
    if (expr.segments.length === 1) return argument;
    if (argument.kind !== 'path') throw new TypeError('a part of what is no path');
    return { ...argument, segments: [...argument.segments, ...expr.segments.slice(1)] };
  });
}

function renamed(tree: PolicyTree, names: ReadonlyMap<string, string>): PolicyTree {
  const rename = (text: string): string => names.get(text) ?? text;
  const inside = eachExpr(tree, (expr) => {
    if (expr.kind === 'call') return { ...expr, name: named(rename(expr.name.text)) };
    if (expr.kind !== 'path' || expr.root !== null) return expr;
    return { ...expr, segments: expr.segments.map((name, at) => (at === 0 ? named(rename(name.text)) : name)) };
  });
  return {
    ...inside,
    items: inside.items.map((item) =>
      item.kind === 'define' || item.kind === 'list' ? { ...item, name: named(rename(item.name.text)) } : item,
    ),
  };
}

export const LAWS: readonly Law[] = [...EXPRESSION_LAWS, ...HISTORY_LAWS, ...RULE_LAWS];
