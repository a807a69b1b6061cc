import type { Span } from './span.js';

/** One execution of a node that a trace shows: the span of the node, or the first of several that name it. */
export interface Execution {
  readonly node: string | null;
  readonly span: Span;
  /** The execution it lies in; null at the top. */
  readonly within: Execution | null;
  readonly tools: Span[];
}

/**
 * Executions of nodes, from spans of which many may name one node: what runs in a node mostly has its name, too. A span begins an execution where the nearest
 * span around it names another node, or the same one in another round; of one round there is one. A call of a tool that no node is named for is one of its own.
 */
export function executionsOf(spans: readonly Span[]): Execution[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const owner = new Map<string, Execution | null>();
  const rounds = new Map<string, Execution>();
  const found: Execution[] = [];
  const begin = (node: string | null, span: Span, within: Execution | null): Execution => {
    const execution: Execution = { node, span, within, tools: [] };
    found.push(execution);
    return execution;
  };
  const around = (span: Span): Execution | null => {
    // Clocks of several machines: a parent may start behind its child, and is then asked for first.
    const parent = span.parent === null ? undefined : byId.get(span.parent);
    return parent === undefined || parent === span ? null : ownerOf(parent);
  };
  const make = (span: Span): Execution | null => {
    const outer = around(span);
    let own = outer;
    if (span.node !== null && (outer?.node !== span.node || (span.step !== null && outer.span.step !== span.step))) {
      const round = span.step === null ? null : JSON.stringify([outer?.span.id, span.node, span.step]);
      own = (round === null ? undefined : rounds.get(round)) ?? begin(span.node, span, outer);
      if (round !== null) rounds.set(round, own);
    }
    if (span.tool !== null) (own ?? begin(null, span, null)).tools.push(span);
    return own;
  };
  const ownerOf = (span: Span): Execution | null => {
    const chain: Span[] = [];
    for (
      let at: Span | undefined = span;
      at !== undefined && !owner.has(at.id);
      at = at.parent === null ? undefined : byId.get(at.parent)
    ) {
      owner.set(at.id, null);
      chain.push(at);
    }
    for (const each of chain.toReversed()) owner.set(each.id, make(each));
    return owner.get(span.id) ?? null;
  };
  for (const span of spans) ownerOf(span);
  return found.toSorted((a, b) => (a.span.start < b.span.start ? -1 : a.span.start > b.span.start ? 1 : 0));
}
