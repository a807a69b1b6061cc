import type { ToolEffects } from '../../model/index.js';
import type { Monitor } from '../monitor.js';
import { type Reading, readAlone } from '../reading.js';
import { taintMonitor } from './monitor.js';
import { withOwnEvents } from './own-events.js';
import type { JudgedTaint } from './parts.js';
import { trifectaMonitor } from './trifecta.js';

export { variablesIn } from './atoms.js';
export { isWayOut, type JudgedTaint, taintParts, type TaintPart, toolsOf } from './parts.js';

/** The automaton of a part of a taint rule (P4), and the graph it reads: one whose moves have events of their own. */
export function taintQuestion(
  rule: JudgedTaint,
  effects: ToolEffects,
  reading: Reading,
): { readonly harsh: Monitor | null; readonly hopeful: () => Monitor | null; readonly reading: Reading } {
  const own = withOwnEvents(readAlone(reading, effects));
  const monitor = (hopeful: boolean): Monitor | null =>
    rule.form === 'trifecta' ? trifectaMonitor(own, effects, hopeful) : taintMonitor(own, effects, rule, hopeful);
  return { harsh: monitor(false), hopeful: () => monitor(true), reading: own };
}
