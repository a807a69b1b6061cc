import type { Clause, Expr, HistoryExpr, Item, PolicyTree, Rule, Span } from '@ostiary/policy';

/** One conjunct of a rule's guard, as it is written. */
export interface RuleTest {
  /** Id of the rule it stands in. */
  readonly rule: string;
  /** Of the conjunct; of the whole clause for `unless`, and of the rule for what its head says of the principal. */
  readonly span: Span;
}

/**
 * The policy with a rule for each conjunct of each rule, all of one effect: whether a test was true or undefined is then
 * whether its rule fires, and both evaluators say it. `tests` names the new rules by their ids, in order.
 */
export function splitIntoTests(
  tree: PolicyTree,
  about: ReadonlySet<string>,
): { readonly tree: PolicyTree; readonly tests: ReadonlyMap<string, RuleTest> } {
  const tests = new Map<string, RuleTest>();
  let position = 0;
  const items = tree.items.flatMap((item): readonly Item[] => {
    if (item.kind === 'property' || item.kind === 'assume' || item.kind === 'test') return [];
    if (item.kind !== 'rule') return [item];
    position += 1;
    const id = item.annotations.find(({ name }) => name.text === 'id')?.value ?? `rule-${position}`;
    if (!about.has(id)) return [];
    return partsOf(item).map(({ part, span }): Rule => {
      const name = `test-${tests.size + 1}`;
      tests.set(name, { rule: id, span });
      const annotation = { name: { text: 'id', span: item.span }, value: name, span: item.span };
      const { principal: _, ...rest } = item;
      return { ...rest, ...part, effect: 'refuse', annotations: [annotation] };
    });
  });
  return { tree: { ...tree, items }, tests };
}

interface Part {
  readonly part: Pick<Rule, 'clauses'> & Partial<Pick<Rule, 'principal'>>;
  readonly span: Span;
}

function partsOf({ principal, clauses, span }: Rule): readonly Part[] {
  const head: readonly Part[] = principal ? [{ part: { principal, clauses: [] }, span }] : [];
  return [...head, ...clauses.flatMap(partsOfClause)];
}

function partsOfClause(clause: Clause): readonly Part[] {
  // `unless (a or b)` is one test, and so is `unless (a and b)`: its parts would not be conjuncts.
  if (clause.kind === 'unless') return [{ part: { clauses: [clause] }, span: clause.span }];
  return clause.over === 'call'
    ? conjuncts(clause.body).map((body) => ({ part: { clauses: [{ ...clause, body }] }, span: body.span }))
    : historyConjuncts(clause.body).map((body) => ({ part: { clauses: [{ ...clause, body }] }, span: body.span }));
}

function conjuncts(expr: Expr): readonly Expr[] {
  return expr.kind === 'logic' && expr.op === '&&' ? [...conjuncts(expr.left), ...conjuncts(expr.right)] : [expr];
}

function historyConjuncts(expr: HistoryExpr): readonly HistoryExpr[] {
  return expr.kind === 'h_logic' && expr.op === '&&'
    ? [...historyConjuncts(expr.left), ...historyConjuncts(expr.right)]
    : [expr];
}
