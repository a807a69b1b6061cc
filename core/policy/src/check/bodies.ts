import type { CoreVariant } from '../core/ir.js';
import type { Expr, HistoryExpr, PathExpr, Rule, Span } from '../syntax/ast.js';
import { pathText } from '../syntax/print/expressions.js';
import { bodiesOf } from '../syntax/walk.js';
import { normaliseString } from '../values/strings.js';
import { reportCaps } from './caps.js';
import { membersOf } from './declarations/groups.js';
import { resolvePath } from './environment.js';
import { LOOKS_PER_NODE, type ToolGroup, type ToolGrouping } from './groups.js';
import type { Lowering, Shared } from './lower/context.js';
import { lower, lowerTest } from './lower/expressions.js';
import { dropGaps } from './lower/gaps.js';
import { lowerHistory } from './lower/history.js';
import { joined, negated } from './lower/logic.js';
import { reportUnknown, shortList } from './lower/reports.js';
import { isConst, type Typed } from './lower/typed.js';
import type { ReadCollector } from './reads.js';
import { ANY_TOOL } from './targets.js';
import { getOrMake } from '../maps.js';

/** What lowering bodies needs beside the shared state. */
export interface Workshop {
  readonly shared: Shared;
  readonly grouping: ToolGrouping;
  readonly reads: ReadCollector;
}

interface Body {
  readonly calls: readonly Expr[];
  readonly histories: readonly HistoryExpr[];
  readonly mayAskAnswer: boolean;
  readonly lower: (l: Lowering) => Typed | null;
  /** The glob that the tools nobody names must match. */
  readonly like?: string;
  /** How to speak of a path some tool lacks; null to keep silent (properties range over all tools). */
  readonly gap: 'attribute_missing' | 'attribute_missing_allow' | null;
}

/** Lowers a rule for the tools in its scope; null when an error was reported. */
export function lowerRule(
  { shared, grouping, reads }: Workshop,
  rule: Rule,
  tools: readonly string[],
): readonly CoreVariant[] | null {
  reportCaps(shared, rule, tools);
  return lowerBody({ shared, grouping, reads }, tools, {
    ...bodiesOf(rule),
    mayAskAnswer: false,
    lower: (l) => lowerClauses(l, rule),
    ...(rule.target.kind === 'pattern' && { like: rule.target.pattern }),
    gap: rule.effect === 'allow' ? 'attribute_missing_allow' : 'attribute_missing',
  });
}

/** Lowers the body of a property or assumption over all tools. */
export function lowerStatement(
  workshop: Workshop,
  tools: readonly string[],
  body: { readonly over: 'call'; readonly expr: Expr } | { readonly over: 'session'; readonly expr: HistoryExpr },
): readonly CoreVariant[] | null {
  return lowerBody(workshop, tools, {
    calls: body.over === 'call' ? [body.expr] : [],
    histories: body.over === 'session' ? [body.expr] : [],
    mayAskAnswer: true,
    lower: (l) => (body.over === 'call' ? lowerTest(l, body.expr, null) : lowerHistory(l, body.expr, null)),
    gap: null,
  });
}

function lowerBody(
  { shared, grouping, reads }: Workshop,
  tools: readonly string[],
  body: Body,
): readonly CoreVariant[] | null {
  const found = reads.collect(body.calls, body.histories);
  const groups = grouping.groups(tools, found);
  const variants: CoreVariant[] = [];
  const gaps: Gap[] = [];
  for (const group of groups) {
    const l: Lowering = {
      ...shared,
      lower: (expr, names, expected) => lower(l, expr, names, expected),
      tool: group.tools[0] ?? ANY_TOOL,
      scope: tools,
      single: found.tool && !group.any,
      mayAskAnswer: body.mayAskAnswer,
      missing: [],
      subject: '',
      level: 0,
    };
    const guard = body.lower(l);
    const silent = guard !== null && isConst(guard.expr, false);
    for (const { path, presence } of l.missing) gaps.push({ path, presence: presence || silent, group, l });
    if (!guard) continue;
    if (!group.any) variants.push({ tools: group.tools, guard: guard.expr });
    else variants.push({ tools: null, ...(body.like !== undefined && { like: body.like }), guard: guard.expr });
  }
  const complete = reportGaps(gaps, tools, body.gap);
  return complete && variants.length === groups.length ? variants : null;
}

interface Gap {
  readonly path: PathExpr;
  readonly presence: boolean;
  readonly group: ToolGroup;
  readonly l: Lowering;
}

/** A path no tool in scope has is an error; one that some lack is worth a warning. */
function reportGaps(gaps: readonly Gap[], tools: readonly string[], code: Body['gap']): boolean {
  const lacking = new Map<number, { readonly gap: Gap; readonly tools: string[] }>();
  const isKnown = new Map<PathExpr, boolean>();
  let complete = true;
  for (const gap of gaps) {
    const known = getOrMake(isKnown, gap.path, () => {
      const segments = gap.path.segments.map(({ text }) => text);
      gap.l.budget.spend(Math.floor(tools.length / LOOKS_PER_NODE));
      const found = tools.some((tool) => resolvePath(gap.l.environment, tool, 'args', segments) !== null);
      if (!found) reportUnknown(gap.l, gap.path, 'args', tools);
      return found;
    });
    if (!known) {
      complete = false;
    } else if (!gap.presence) {
      const entry = getOrMake(lacking, gap.path.span.start, () => ({ gap, tools: [] }));
      for (const tool of gap.group.tools) entry.tools.push(tool);
    }
  }
  if (code === null) return complete;
  for (const { gap, tools: without } of lacking.values()) {
    gap.l.sink.report(code, gap.path.span, { path: pathText(gap.path), tools: shortList(without) });
  }
  return complete;
}

function lowerClauses(l: Lowering, rule: Rule): Typed | null {
  const tests: (Typed | null)[] = rule.principal ? [lowerPrincipal(l, rule.principal, rule.span)] : [];
  for (const clause of rule.clauses) {
    const test = clause.over === 'call' ? lowerTest(l, clause.body, null) : lowerHistory(l, clause.body, null);
    tests.push(test && clause.kind === 'unless' ? negated(test, clause) : test);
  }
  const guard = joined('and', tests, rule.span);
  if (guard && isConst(guard.expr, false)) dropGaps(l, 0);
  return guard;
}

/**
 * `principal is T` compares its type, `principal in G` looks for the group or one that lies in it: written out, so that
 * whoever reads the core form need not know of groups.
 */
function lowerPrincipal(l: Lowering, principal: NonNullable<Rule['principal']>, span: Span): Typed | null {
  const attribute = principal.op === 'is' ? 'type' : 'groups';
  const path: PathExpr = {
    kind: 'path',
    root: 'principal',
    segments: [{ text: attribute, span: principal.name.span }],
    bare: false,
    span: principal.name.span,
  };
  const literal = (value: string): Expr => ({
    kind: 'literal',
    value: { type: 'string', value },
    span: principal.name.span,
  });
  const { text } = principal.name;
  if (principal.op === 'is')
    return lowerTest(l, { kind: 'compare', op: '==', left: path, right: literal(text), span }, null);
  const groups = membersOf(l.environment.groups, normaliseString('keyword', text) ?? text);
  l.budget.spend(groups.length);
  const tests = groups.map((name) =>
    lowerTest(l, { kind: 'contains', negated: false, list: path, item: literal(name), span }, null),
  );
  return joined('or', tests, span);
}
