import { indexBody } from '../../model/index.js';
import { type Found, undecided } from './found.js';
import type { Looks } from './looks.js';

/** Where runs that never end begin to be such: the first of the dead nodes (S15). */
export function deadEnds(looks: Looks): Found[] {
  if (!looks.endsDecided) return [undecided('dead_end')];
  const { graph } = looks;
  const dead = new Set<number>();
  for (let node = 0; node < graph.nodes.length; node += 1) if (looks.isDead(node)) dead.add(node);
  if (dead.size === 0) return [];
  const told = new Set<number>();
  for (const { body, base, around } of graph.instances) {
    const { indexOf } = indexBody(body);
    const at = (id: string): number => base + (indexOf.get(id) as number);
    if (around < 0 || !dead.has(around)) told.add(at(body.start));
    for (const { source, target } of body.edges) {
      const from = at(source);
      if (!dead.has(from) && looks.comesTo(from)) told.add(at(target));
    }
  }
  return (
    [...told]
      .filter((node) => dead.has(node))
      .toSorted((a, b) => a - b)
      .map((node) => looks.nameOf(node))
      // Items of a `map` that run at once have one name.
      .filter((name, at, names) => names.indexOf(name) === at)
      .map((name) => ({ kind: 'dead_end', target: name, places: [name], severity: 'medium' }))
  );
}
