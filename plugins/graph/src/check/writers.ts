import type { ControlGraph } from '../lower/index.js';

/** Events that may change a variable: those that write it, the whole it is a field of, or a field of it (S7). */
export function writersOf(graph: ControlGraph, variable: string): number[] {
  const found = new Set<number>();
  for (const [name, events] of graph.writers)
    if (name === '*' || name === variable || variable.startsWith(`${name}.`) || name.startsWith(`${variable}.`))
      for (const event of events) found.add(event);
  return [...found].toSorted((a, b) => a - b);
}
