import type { HistoryExpr, HistoryOf, Rule } from '../syntax/ast.js';
import type { Shared } from './lower/context.js';
import { toolsOfGroup } from './lower/events.js';
import { shortList } from './lower/reports.js';
import { ANY_TOOL } from './targets.js';
import { historyChildren } from '../syntax/walk.js';

type Tally = HistoryOf<'count' | 'sum'>;

/**
 * Warns of a rule that limits the calls of some tools and is about others too, whose calls it does not count: what is limited can
 * be split over the tools. A tally of tools the rule is not about at all (failed logins, say) is no such limit.
 */
export function reportCaps(shared: Shared, { effect, clauses }: Rule, scope: readonly string[]): void {
  if (scope.includes(ANY_TOOL)) return;
  for (const clause of clauses) {
    if (clause.over !== 'history') continue;
    for (const cap of capsIn(clause.body, (effect !== 'allow') === (clause.kind === 'when'))) {
      const { tools, state } = cap.event;
      const counted = new Set(
        tools.kind === 'class' ? toolsOfGroup(shared, tools.name.text) : tools.names.map(({ text }) => text),
      );
      const others = scope.filter((tool) => !counted.has(tool));
      const isOwn = others.length < scope.length || (cap.kind === 'sum' && cap.includingThis);
      if (isOwn && others.length > 0) shared.sink.report('cap_scope', cap.span, { tools: shortList(others), state });
    }
  }
}

/** The tallies that stop calls when they are high; `stops`: what is true stops calls. */
function capsIn(expr: HistoryExpr, stops: boolean): readonly Tally[] {
  if (expr.kind === 'count' || expr.kind === 'sum') {
    const isHigh = expr.op === '>' || expr.op === '>=';
    return expr.op === '==' || expr.op === '!=' || isHigh === stops ? [expr] : [];
  }
  return historyChildren(expr).flatMap((inner) => capsIn(inner, expr.kind === 'h_not' ? !stops : stops));
}
