import type { Effect } from '../../syntax/ast.js';
import type { Call, Context } from '../../evaluate/types.js';
import type { Draft, Setting } from './draft.js';

/** Both evaluators' answer; the caller sees to it that they agree. */
export type Replay = (call: Call, context: Context) => Effect;

/**
 * Makes a witness locally minimal: nothing that can be left out stays, each dropped on trial and kept out when what is
 * left still does (`keeps`). What stays is given a familiar value where one does as well.
 *
 * @param openHistory whether events may be left out: those of a given history may not.
 */
export function minimalWitness(
  draft: Draft,
  settingsOf: (draft: Draft) => readonly Setting[],
  openHistory: boolean,
  keeps: (next: Draft) => boolean,
): Draft {
  let least = withFewerSettings(openHistory ? withFewerEvents(draft, keeps) : draft, settingsOf, keeps);
  for (const setting of settingsOf(least)) least = setting.familiar(least).find(keeps) ?? least;
  return withFewerSettings(least, settingsOf, keeps);
}

/** Goes round until nothing more can be dropped, so that every setting left was dropped on trial and missed. */
function withFewerSettings(
  draft: Draft,
  settingsOf: (draft: Draft) => readonly Setting[],
  keeps: (next: Draft) => boolean,
): Draft {
  let least = draft;
  for (let changed = true; changed;) {
    changed = false;
    for (const setting of settingsOf(least)) {
      if (!setting.removable) continue;
      const without = setting.remove(least);
      if (!keeps(without)) continue;
      least = without;
      changed = true;
    }
  }
  return least;
}

function withFewerEvents(draft: Draft, keeps: (next: Draft) => boolean): Draft {
  let least = draft;
  for (let index = (draft.context.history?.length ?? 0) - 1; index >= 0; index--) {
    const history = (least.context.history ?? []).filter((_, at) => at !== index);
    const without = { ...least, context: { ...least.context, history } };
    if (keeps(without)) least = without;
  }
  return least;
}
