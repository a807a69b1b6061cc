/** What of the page a case has in it, for counting. */
export function featuresOf({ graph, catalogue, mutation }) {
  const bodies = [graph, ...(graph.subgraphs ?? [])];
  const nodes = bodies.flatMap((body) => body.nodes);
  const edges = bodies.flatMap((body) => body.edges);
  const found = [graph.execution ?? 'tokens', `context ${graph.context ?? 'shared'}`];
  if (mutation) found.push(`mutant: ${mutation}`);
  if (bodies.some((body) => body.data_edges)) found.push('data edges');
  if (bodies.length > 2) found.push('a body in a body');
  if (graph.nodes.filter(({ subgraph }) => subgraph === 'inner').length > 1) found.push('a body run at two places');
  if (catalogue.tools.length > 11) found.push('more than eleven tools');
  for (const node of nodes) {
    found.push(
      node.kind,
      ...(node.join ? [`join ${node.join}`] : []),
      ...(node.on_error ? [`on_error ${node.on_error}`] : []),
    );
    for (const member of [
      'retry',
      'disabled',
      'interrupt',
      'fallible',
      'parallel',
      'terminate',
      'writes',
      'reads',
      'may_call',
      'concurrency',
      'tool_choice',
    ])
      if (node[member] !== undefined) found.push(member);
    if (node.context === 'isolated') found.push('isolated node');
    for (const use of node.tools ?? []) {
      if (use.requires_confirmation) found.push('requires_confirmation');
      for (const arg of use.arguments ?? [])
        found.push(`argument ${'value' in arg ? 'constant' : 'model' in arg ? 'model' : 'variable'}`);
    }
  }
  for (const edge of edges) {
    if (edge.guard) found.push(`guard ${edge.guard.expr ? 'decided' : edge.guard.opaque ? 'opaque' : 'free'}`);
    for (const member of ['otherwise', 'outcome', 'branch', 'max_times', 'provenance', 'on'])
      if (edge[member] !== undefined) found.push(member);
  }
  const named = new Set(nodes.flatMap(({ tools = [] }) => tools.map(({ name }) => name)));
  const classified = new Map(catalogue.tools.map(({ name, classes }) => [name, classes.length > 0]));
  for (const name of named) {
    if (!classified.has(name)) found.push('tool that is not in the catalogue');
    else if (name !== 'other' && !classified.get(name)) found.push('tool without a class');
  }
  for (const { name, classes, labels } of catalogue.tools)
    if (named.has(name) && labels === undefined && (classes.includes('source') || classes.includes('cleaner')))
      found.push('source or cleaner without a label');
  const { passes, args, steps, consumed } = catalogue.tools[0].checks?.[0] ?? {};
  found.push(`passes ${typeof passes === 'object' ? Object.keys(passes)[0] : String(passes)}`);
  if (args) found.push('keyed check');
  if (steps) found.push('steps');
  if (consumed) found.push('consumed');
  if (catalogue.tools[0].resource) found.push('resource');
  return [...new Set(found)];
}
