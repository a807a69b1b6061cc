import type {
  Clause,
  CompareOp,
  Expr,
  HistoryExpr,
  Item,
  Literal,
  Name,
  PathExpr,
  PolicyTree,
  Rule,
} from '../syntax/ast.js';
import { NOWHERE as span } from './tree-parts.js';

type Node = { readonly kind: string };

/** `node` with every node inside it, innermost first, put through `change`. */
export function rewritten<T>(node: T, change: (node: Node) => Node): T {
  if (Array.isArray(node)) return node.map((each: unknown) => rewritten(each, change)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, rewritten<unknown>(value, change)]),
  );
  return ('kind' in inner ? change(inner as unknown as Node) : inner) as T;
}

/** Puts every expression (not those over history) through `change`. */
export const eachExpr = (tree: PolicyTree, change: (expr: Expr) => Expr): PolicyTree =>
  rewritten(tree, (node) => (EXPRESSIONS.has(node.kind) ? change(node as Expr) : node));

export const eachHistory = (tree: PolicyTree, change: (expr: HistoryExpr) => HistoryExpr): PolicyTree =>
  rewritten(tree, (node) => (HISTORIES.has(node.kind) ? change(node as HistoryExpr) : node));

export const eachRule = (tree: PolicyTree, change: (rule: Rule) => readonly Rule[]): PolicyTree => ({
  ...tree,
  items: tree.items.flatMap((item): readonly Item[] => (item.kind === 'rule' ? change(item) : [item])),
});

export const eachClauses = (tree: PolicyTree, change: (clauses: readonly Clause[]) => readonly Clause[]): PolicyTree =>
  eachRule(tree, (rule) => [{ ...rule, clauses: change(rule.clauses) }]);

const HISTORIES = new Set(['h_logic', 'h_not', 'h_quantifier', 'formerly', 'previous', 'since', 'count', 'sum']);
const EXPRESSIONS = new Set(
  'path has not logic compare in in_list set like matches in_order contains quantifier total if or_else call label confirmed convert size negate arithmetic'.split(
    ' ',
  ),
);

/** Expressions that have a truth value by their form alone. */
const TESTS = new Set([
  'has',
  'not',
  'logic',
  'compare',
  'in',
  'in_list',
  'set',
  'like',
  'matches',
  'under',
  'in_range',
  'in_order',
  'contains',
  'quantifier',
  'label',
  'confirmed',
]);
export const isTest = ({ kind }: Expr): boolean => TESTS.has(kind);

export const not = (operand: Expr): Expr => ({ kind: 'not', operand, span });
export const logic = (op: '&&' | '||', left: Expr, right: Expr): Expr => ({ kind: 'logic', op, left, right, span });
export const dual = (op: '&&' | '||'): '&&' | '||' => (op === '&&' ? '||' : '&&');
export const compare = (op: CompareOp, left: Expr, right: Expr): Expr => ({ kind: 'compare', op, left, right, span });
export const historyNot = (operand: HistoryExpr): HistoryExpr => ({ kind: 'h_not', operand, span });
export const historyLogic = (op: '&&' | '||', left: HistoryExpr, right: HistoryExpr): HistoryExpr => ({
  kind: 'h_logic',
  op,
  left,
  right,
  span,
});
export const named = (text: string): Name => ({ text, span });
export const variable = (text: string): PathExpr => ({
  kind: 'path',
  root: null,
  segments: [named(text)],
  bare: false,
  span,
});
export const whole = (value: number): Literal => ({
  kind: 'literal',
  value: { type: 'int', digits: String(value) },
  span,
});
