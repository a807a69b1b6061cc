import type { Mending } from '../hunt/answered.js';
import { type CoreRule, placeText } from '@ostiary/policy';
import { NOWHERE } from '../calls/attribute-terms.js';
import { holding, someOf } from '../calls/calls-where.js';
import { repairOf } from '../written/edits.js';
import { withoutRules } from '../written/rule-edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { aboutFitting, misfitsOf } from '../written/misfits.js';
import { words } from '../hunt/text.js';
import { WrittenRule } from '../written/written-rule.js';

type Names = readonly [wrong: string, right: string];

/** The rules with a name exchanged for the one that was meant. */
const corrected = (
  hunt: Hunt,
  rules: readonly CoreRule[],
  [wrong, right]: Names,
  change: (written: string) => string,
): Mending => ({
  repairs: repairOf(
    hunt,
    words(`Write \`${right}\` instead of \`${wrong}\``, `Escrever \`${right}\` em vez de \`${wrong}\``),
    rules.map((rule) => WrittenRule.of(hunt, rule)?.reworded(change)),
  ),
});

/** It concerns calls by those who have one attribute or the other. */
export function attributeCorrected(hunt: Hunt, rules: readonly CoreRule[], of: string, names: Names): Mending {
  const read = hunt.policy.core.slots.filter(({ root, path }) => root === of && names.includes(path[0] ?? ''));
  const having = read.map(({ index }) => holding(hunt, { op: 'has', slot: index }));
  const wrong = new RegExp(`\\b${of}\\.${names[0]}\\b`, 'gu');
  return {
    ...corrected(hunt, rules, names, (written) => written.replaceAll(wrong, () => `${of}.${names[1]}`)),
    concerns: { tools: rules.flatMap((rule) => hunt.toolsOf(rule)), where: someOf(...having), milder: true },
  };
}

/** It concerns calls of one tool or the other. */
export function toolCorrected(hunt: Hunt, rules: readonly CoreRule[], names: Names): Mending {
  const [wrong, right] = names;
  const edits = rules.map((rule) => {
    const meant = hunt.toolsOf(rule).map((tool) => (tool === wrong ? right : tool));
    const written = WrittenRule.of(hunt, rule);
    return written?.namesTools ? written.about([...new Set(meant)]) : null;
  });
  const title = words(`Write \`${right}\` instead of \`${wrong}\``, `Escrever \`${right}\` em vez de \`${wrong}\``);
  return { repairs: repairOf(hunt, title, edits), concerns: { tools: names, milder: true } };
}

/** It concerns calls with one value or the other. */
export function valueCorrected(hunt: Hunt, rules: readonly CoreRule[], of: string, names: Names): Mending {
  const read = hunt.policy.core.slots.filter((slot) => placeText(slot) === of);
  const having = read.map(({ index, type }) =>
    holding(hunt, { op: 'member', operand: { op: 'read', slot: index }, values: names, type, span: NOWHERE }),
  );
  const [wrong, right] = names.map((name) => JSON.stringify(name));
  return {
    ...corrected(hunt, rules, names, (written) => written.replaceAll(wrong ?? '', () => right ?? '')),
    concerns: { tools: rules.flatMap((rule) => hunt.toolsOf(rule)), where: someOf(...having), milder: true },
  };
}

/** A rule that names tools without what it reads: it concerns their calls. */
export const aboutFittingTools = (hunt: Hunt, rule: CoreRule): Mending => ({
  repairs: [
    ...repairOf(hunt, words('Remove the tools that lack it', 'Remover as ferramentas que não o têm'), [
      aboutFitting(hunt, rule),
    ]),
    // Of the others it may say nothing that would not be so without it.
    { title: words('Remove the rule', 'Remover a regra'), text: withoutRules(hunt, [rule]) },
  ],
  concerns: { tools: misfitsOf(hunt, rule), milder: true },
});
