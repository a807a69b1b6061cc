import { EVENT } from '../lower/index.js';
import type { Reading } from './reading.js';

/** Whether items that run at the same time change by which edges a run goes: they write what a guard reads, or count an edge. */
export function doItemsGuide({ graph, cells }: Reading): boolean {
  const items = new Set(graph.parallel.map(({ node }) => node));
  const inItem: boolean[] = [];
  for (const { items: map, parent } of graph.instances) inItem.push(map !== undefined || inItem[parent] === true);
  const isCounted = graph.bound.some((bound, move) => bound !== -1 && inItem[scopeOf(graph, move)] === true);
  if (isCounted) return true;
  return graph.eventNode.some((node, event) => {
    const ofItem = inItem[graph.nodeInstance[node] as number] === true;
    const begins = graph.eventKind[event] === EVENT.item && items.has(node);
    return (ofItem || begins) && cells.writes(event).length > 0;
  });
}

const scopeOf = ({ scope, from }: Reading['graph'], move: number): number => scope[from[move] as number] as number;
