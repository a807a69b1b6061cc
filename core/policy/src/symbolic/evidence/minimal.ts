import type { Effect } from '../../syntax/ast.js';
import type { Call, Context } from '../../evaluate/types.js';
import type { Draft, Setting } from './draft.js';

/** Both evaluators' answer; the caller sees to it that they agree. */
export type Replay = (call: Call, context: Context) => Effect;

/**
 * Makes a witness locally minimal: nothing that can be left out stays (a setting, an item of a list, an event), each dropped on trial
 * and kept out when what is left still does (`keeps`). What stays is given a familiar value where one does as well.
 *
 * @param openHistory whether events may be left out: those of a given history may not.
 */
export function minimalWitness(
  draft: Draft,
  settingsOf: (draft: Draft) => readonly Setting[],
  openHistory: boolean,
  keeps: (next: Draft) => boolean,
): Draft {
  const settled = (from: Draft): Draft => withLess(from, settingsOf, openHistory, keeps);
  let least = settled(draft);
  for (const setting of settingsOf(least)) least = setting.familiar(least).find(keeps) ?? least;
  return settled(least);
}

/** Goes round until nothing more can be dropped, so that everything left was dropped on trial and missed. */
function withLess(
  draft: Draft,
  settingsOf: (draft: Draft) => readonly Setting[],
  openHistory: boolean,
  keeps: (next: Draft) => boolean,
): Draft {
  let least = draft;
  for (let changed = true; changed;) {
    changed = false;
    const attempt = (without: Draft): boolean => {
      if (!keeps(without)) return false;
      least = without;
      changed = true;
      return true;
    };
    if (openHistory) dropEvents(least, attempt);
    for (const setting of settingsOf(least)) {
      if (setting.removable && attempt(setting.remove(least))) continue;
      while (setting.smaller(least).some(attempt));
    }
  }
  return least;
}

function dropEvents(draft: Draft, attempt: (without: Draft) => boolean): void {
  let history = draft.context.history ?? [];
  for (let index = history.length - 1; index >= 0; index--) {
    const fewer = history.filter((_, at) => at !== index);
    if (attempt({ ...draft, context: { ...draft.context, history: fewer } })) history = fewer;
  }
}
