import type { Call } from '../../evaluate/types.js';
import type { Draft, Setting } from '../evidence/draft.js';
import type { Replay } from '../evidence/minimal.js';
import type { CompletionWitness } from './result.js';

/**
 * What replay alone can show, before any solver is asked: a setting of a witness that, taken back or given another well-formed value,
 * changes its answer. Both are completions, and they differ in it alone.
 */
export function shownByReplay(
  witnesses: readonly CompletionWitness[],
  settingsOf: (draft: Draft) => readonly Setting[],
  call: Call,
  replay: Replay,
): readonly string[] {
  const shown = new Set<string>();
  for (const witness of witnesses) {
    const changes = (other: Draft): boolean => replay(other.call, other.context) !== witness.answer;
    for (const setting of settingsOf(witness)) {
      if (shown.has(setting.path)) continue;
      const others = [
        ...(setting.removable && !setting.isGiven(call) ? [setting.remove(witness)] : []),
        ...setting.smaller(witness),
        ...setting.familiar(witness),
        ...setting.others(witness),
      ];
      if (others.some(changes)) shown.add(setting.path);
    }
  }
  return [...shown];
}
