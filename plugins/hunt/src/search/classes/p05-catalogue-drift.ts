import type { Step } from '../model/finding.js';
import { type Answered, type Bug, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { type Drift, driftBetween } from '../ask/versions/drift.js';
import { words } from '../ask/hunt/text.js';
import { type Consequence, consequenceOf } from '../ask/versions/drift-consequence.js';
import { titleOf } from '../ask/versions/drift-title.js';

/**
 * The catalogue has changed since the policy was accepted: which tools and fields, and what the policy makes of them. A new tool or field
 * that nothing stops is grave (as S05, S07 and B11 are), and so is a name or a type that rules were written for and is another one.
 */
export const catalogueDrift: BugClass = {
  id: 'P05',
  async *ask(hunt) {
    const { accepted } = hunt.options;
    const [before, now] = [accepted?.catalogue, hunt.policy.catalogue];
    if (!accepted || !before || !now) return;
    const found = driftBetween(before, now);
    for (const drift of found) {
      const { witness, ...told } = await consequenceOf(hunt, accepted, drift);
      yield { kind: 'found', bug: bugOf(drift, told, witness) };
    }
    const changed = new Set(found.map(({ tool }) => tool));
    yield* now.tools.filter(({ name }) => !changed.has(name)).map((): Answered => CLEAR);
  },
};

function bugOf(drift: Drift, { severity, why }: Omit<Consequence, 'witness'>, witness: Step | null): Bug {
  const { kind, tool } = drift;
  const title = titleOf(drift);
  return {
    subkind: kind,
    severity,
    rules: [],
    ...(tool !== null && { tool }),
    ...('attribute' in drift && { attribute: drift.attribute }),
    title,
    detail: words(
      `${title.en} since the policy was accepted. ${why.en}`,
      `${title.pt} desde que a política foi aceite. ${why.pt}`,
    ),
    ...(witness && { witness: { kind: 'call', steps: [witness] } }),
    bound: EXACT,
  };
}
