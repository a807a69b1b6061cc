import {
  type HistoryExpr,
  type Annotation,
  type Clause,
  type Declaration,
  type Effect,
  type Expr,
  type Item,
  printPolicy,
  type Rule,
  type Target,
} from '@ostiary/policy';
import type { Span } from '@ostiary/policy';
import { field, name, NOWHERE, typeNamed } from './build.js';
import { type Formula, written } from './truth.js';

/** A rule of a policy of others, in our words. */
export interface RuleDraft {
  readonly annotations: readonly { readonly name: string; readonly value: string }[];
  readonly effect: Effect;
  readonly target: Target;
  /** All must hold. Where one has no value the rule does not hold. */
  readonly conditions: readonly Formula[];
  /** Those of them whose attributes are there whenever they are read. */
  readonly sure?: ReadonlySet<Formula>;
  /** What must have come before; nothing unless it is given. */
  readonly history?: HistoryExpr | undefined;
  /** In the source. */
  readonly place: Span;
}

export interface PolicyDraft {
  readonly default: Effect;
  readonly declarations: readonly Declaration[];
  readonly rules: readonly RuleDraft[];
}

/** A policy in dialect 2 whose rules do not hold where a condition has no value, be their effect what it may. */
export const openText = (draft: PolicyDraft): string => printed(draft, orElseFalse);

/** The same with rules that hold there too, unless they allow or their attributes are sure to be there. */
export const closedText = (draft: PolicyDraft): string =>
  printed(draft, (condition, isSure) => (isSure ? orElseFalse(condition) : condition));

function printed(
  { default: otherwise, declarations, rules }: PolicyDraft,
  wrap: (condition: Expr, isSure: boolean) => Expr,
): string {
  const items: Item[] = [
    ...declarations,
    ...rules.map(({ annotations, effect, target, conditions, sure, history }): Rule => ({
      kind: 'rule',
      annotations: annotations.map((each): Annotation => ({ name: name(each.name), value: each.value, span: NOWHERE })),
      effect,
      effectWord: name(effect),
      target,
      clauses: [
        ...conditions
          .filter((condition) => condition !== true)
          .map((condition): Clause => {
            const body = written(condition);
            return {
              kind: 'when',
              over: 'call',
              body: effect === 'allow' ? body : wrap(body, sure?.has(condition) ?? false),
              span: NOWHERE,
            };
          }),
        ...(history ? [{ kind: 'when', over: 'history', body: history, span: NOWHERE } as const] : []),
      ],
      span: NOWHERE,
    })),
  ];
  const tree = {
    kind: 'policy',
    dialect: 2,
    default: { effect: otherwise, span: NOWHERE },
    items,
    comments: [],
    span: NOWHERE,
  } as const;
  return printPolicy(tree);
}

/** The tests of a condition joined by `&&`, `||` and `!`; `!` stands on single tests. */
function orElseFalse(condition: Expr): Expr {
  if (!reads(condition)) return condition;
  return { kind: 'or_else', operand: condition, fallback: written(false), span: NOWHERE };
}

/** Whether a condition reads what may be absent. */
function reads(expr: unknown): boolean {
  if (Array.isArray(expr)) return expr.some(reads);
  if (typeof expr !== 'object' || expr === null) return false;
  if ('kind' in expr && expr.kind === 'has') return false;
  if ('kind' in expr && expr.kind === 'path' && 'root' in expr) return expr.root !== 'tool';
  return Object.values(expr).some(reads);
}

/** The attributes of the session that stand for conditions which have no counterpart. */
export const unreadAttributes = (names: readonly string[]): readonly Declaration[] =>
  names.length === 0
    ? []
    : [
        {
          kind: 'attributes',
          root: 'session',
          record: { fields: names.map((each) => field(each, typeNamed('bool'), true)), open: false, span: NOWHERE },
          span: NOWHERE,
        },
      ];
