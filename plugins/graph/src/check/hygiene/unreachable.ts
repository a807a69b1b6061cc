import { classified, type ToolEffects } from '../../model/index.js';
import type { Document } from './document.js';
import { type Found, undecided } from './found.js';
import type { Looks } from './looks.js';

/** Tools that nodes list and no run attempts there, and nodes that no run comes to (S15). */
export function unreachable(document: Document, effects: ToolEffects, looks: Looks): Found[] {
  const { graph } = looks;
  const attempted = new Set<string>();
  graph.uses.forEach(({ call, tool }, use) => {
    if (call !== undefined && looks.attempts(use)) attempted.add(graph.tools[tool] as string);
  });
  const tools = [...document.enabled].flatMap(([tool, places]): Found[] =>
    attempted.has(tool)
      ? []
      : [{ kind: 'unreachable_tool', target: tool, places, severity: isGrave(effects, tool) ? 'medium' : 'low' }],
  );
  const nodes: string[] = [];
  for (let node = 0; node < graph.nodes.length; node += 1) {
    if (!looks.isFirst(node) || looks.comesTo(node)) continue;
    const around = graph.instances[graph.nodeInstance[node] as number]?.around ?? -1;
    if (around < 0 || looks.comesTo(around)) nodes.push(looks.nameOf(node));
  }
  return [
    ...tools,
    ...(nodes.length > 0 ? [{ kind: 'unreachable_node', target: '', places: nodes, severity: 'low' } as const] : []),
    ...(looks.decided ? [] : [undecided('unreachable_tool'), undecided('unreachable_node')]),
  ];
}

function isGrave(effects: ToolEffects, tool: string): boolean {
  const classes = classified(effects, tool)?.classes ?? [];
  return classes.includes('privileged') || classes.includes('irreversible');
}
