import type { DiagnosticSink } from '../diagnostics/sink.js';
import type { Expr, HistoryExpr, Name, PolicyTree } from '../syntax/ast.js';
import { pathText } from '../syntax/print/expressions.js';
import { bodiesOf, callValues, children, historyChildren } from '../syntax/walk.js';
import { nearestNames } from '../text/nearest.js';
import { parseDate } from '../values/times.js';
import { zoneFault, zoneNames } from '../values/zones.js';
import { listNamed, type NamedLists, namedLists } from './lists.js';
import { listNames, rename } from './rename.js';

/** An expression, and whether a date of a zone's calendar may stand in its place. */
interface Visit {
  readonly expr: Expr;
  readonly mayBeDate: boolean;
  /** Names of variables and parameters around, which hide named lists. */
  readonly bound: readonly string[];
}

/**
 * Checks what a policy asks of the clocks of time zones: that there are such zones, and not too many, and that a date
 * there is compared with dates alone. When a day began is one instant in Berlin and another in Tokyo: beside an instant
 * one reader takes the date for one of them, the next for midnight UTC.
 *
 * @param maxZones of which each costs memory and time to make ready
 */
export function checkClocks(tree: PolicyTree, maxZones: number, sink: DiagnosticSink): void {
  const zones = new ZoneChecker(maxZones, sink);
  const lists = namedLists(tree);
  const pending: Visit[] = tree.items.flatMap((item) => {
    const { calls, histories } = bodiesOf(item);
    const bound = item.kind === 'define' ? item.params.map(({ name }) => name.text) : [];
    return [
      ...calls.map((expr) => ({ expr, mayBeDate: false, bound })),
      ...histories.flatMap((history) => {
        const variables = variablesOf(history);
        return callValues(history).map((expr) => ({ expr, mayBeDate: false, bound: variables }));
      }),
    ];
  });
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { expr, mayBeDate } = next;
    if (expr.kind === 'path' && expr.zone) {
      zones.check(expr.zone);
      const isDay = expr.segments[0]?.text === 'date';
      if (isDay && !mayBeDate) sink.report('zone_date', expr.span, { path: pathText(expr) });
    }
    for (const child of inside(next, lists)) pending.push(child);
  }
}

function inside({ expr, bound }: Visit, lists: NamedLists): Visit[] {
  const visit = (child: Expr, mayBeDate = false): Visit => ({ expr: child, mayBeDate, bound });
  switch (expr.kind) {
    case 'compare':
      return [visit(expr.left, isDate(expr.right)), visit(expr.right, isDate(expr.left))];
    case 'in':
      return [
        visit(expr.operand, expr.items.every(isDate)),
        ...expr.items.map((item) => visit(item, isDate(expr.operand))),
      ];
    case 'in_list': {
      const list = listNamed(lists, expr.list, (name) => bound.includes(name));
      return [visit(expr.operand, list?.items.every(isDate)), visit(expr.list)];
    }
    case 'quantifier':
    case 'total':
      return [visit(expr.list), { ...visit(expr.body), bound: [...bound, expr.variable.text] }];
    default:
      return children(expr).map((child) => visit(child));
  }
}

/** The variables that lists in a condition on events bind, wherever in it. */
const variablesOf = (history: HistoryExpr): string[] => [
  ...(history.kind === 'h_quantifier' ? [history.variable.text] : []),
  ...historyChildren(history).flatMap(variablesOf),
];

/** A day of the calendar: a constant without a time of day, or the date of a clock. */
function isDate(expr: Expr): boolean {
  if (expr.kind === 'literal') return expr.value.type === 'string' && parseDate(expr.value.value) !== null;
  return expr.kind === 'path' && expr.root === 'now' && expr.segments[0]?.text === 'date';
}

/** Looks each zone up once. */
class ZoneChecker {
  private readonly seen = new Map<string, ReturnType<typeof zoneFault>>();

  constructor(
    private readonly maxZones: number,
    private readonly sink: DiagnosticSink,
  ) {}

  check(zone: Name): void {
    const key = zone.text.toLowerCase();
    let fault = this.seen.get(key);
    if (fault === undefined) {
      if (this.seen.size >= this.maxZones) {
        this.sink.report('zones_too_many', zone.span, { limit: String(this.maxZones) });
        return;
      }
      fault = zoneFault(zone.text);
      this.seen.set(key, fault);
    }
    if (fault === null) return;
    const named = zonesOfPlace(zone.text);
    if (fault === 'no_place' && named.length === 0) {
      this.sink.report('zone_without_place', zone.span, { zone: zone.text });
      return;
    }
    const nearest = named.length > 0 ? named : nearestNames(zone.text, zoneNames());
    const params = { zone: zone.text, nearest: listNames(nearest) };
    this.sink.report('zone_unknown', zone.span, params, rename(zone, nearest[0]));
  }
}

/** The zones whose place a text names without its area, or in words: `Berlin`, `new york`. */
function zonesOfPlace(text: string): string[] {
  const place = text.trim().toLowerCase().replaceAll(' ', '_');
  return zoneNames().filter((name) => name.includes('/') && name.toLowerCase().endsWith(`/${place}`));
}
