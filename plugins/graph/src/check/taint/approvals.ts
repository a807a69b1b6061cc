import { EVENT } from '../../lower/index.js';
import type { Passes, ToolEffects } from '../../model/index.js';
import { isJudgedAtOnce, saysOfPass } from '../pass-edges.js';
import type { Reading } from '../reading.js';

/** What a move says of approvals in a run (S11): somebody has approved something, or may have; or a result now waits to be judged, or waits no longer. */
export interface Approving {
  readonly approves?: true;
  readonly mayApprove?: true;
  /** Bits of results that wait for an edge to judge them, that this edge finds good, and that are gone. */
  readonly waits?: number;
  readonly passes?: number;
  readonly ends?: number;
}

/** How many confirmations are followed whose result an edge judges. */
const MOST_WAITING = 8;

/** People who approve, and confirmations that pass, by the moves where they do; null where there are more than are followed. */
export function approvalsOf(
  reading: Reading,
  effects: ToolEffects,
): { readonly moves: ReadonlyMap<number, Approving>; readonly waiting: number } | null {
  const { graph, index } = reading;
  const found = new Map<number, Approving>();
  const add = (move: number, more: Approving): void => {
    const known = found.get(move) ?? {};
    found.set(move, {
      ...known,
      ...more,
      waits: (known.waits ?? 0) | (more.waits ?? 0),
      passes: (known.passes ?? 0) | (more.passes ?? 0),
      ends: (known.ends ?? 0) | (more.ends ?? 0),
    });
  };
  const waiting = new Map<string, { bit: number; node: number; passes: Passes }>();
  const confirming = (move: number): readonly (Passes | undefined)[] => {
    const { tool } = graph.uses[graph.eventOf[move] as number] ?? {};
    const { confirms = [] } = effects.get(graph.tools[tool as number] ?? '') ?? {};
    return confirms.map(({ passes }) => passes);
  };
  for (let move = 0; move < graph.event.length; move += 1) {
    const kind = graph.eventKind[move];
    if (kind === EVENT.approve || kind === EVENT.edit) add(move, { approves: true });
    if (kind !== EVENT.success) continue;
    const node = graph.eventNode[move] as number;
    for (const passes of confirming(move)) {
      if (passes === 'success') add(move, { approves: true });
      else if (passes === undefined) add(move, { mayApprove: true });
      if (passes === 'success') continue;
      for (const each of index.judgedAs(node, passes ?? 'success')) {
        const key = JSON.stringify([node, each]);
        const known = waiting.get(key) ?? { bit: 1 << waiting.size, node, passes: each };
        waiting.set(key, known);
        add(move, { waits: known.bit });
      }
    }
  }
  if (waiting.size > MOST_WAITING) return null;
  for (const { bit, node, passes } of waiting.values()) {
    for (const write of index.writersOfResult(node, passes)) add(write, { ends: bit });
    for (const move of index.taken) {
      const says = saysOfPass(graph, index, move, node, passes);
      if (says === true) add(move, { passes: bit });
      else if (says === false || (isJudgedAtOnce(passes) && index.sourceOf(graph.eventOf[move] as number) === node))
        add(move, { ends: bit });
    }
  }
  return { moves: found, waiting: waiting.size };
}
