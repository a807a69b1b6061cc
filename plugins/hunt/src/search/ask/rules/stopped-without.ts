import type { Mending } from '../hunt/answered.js';
import type { CoreRule } from '@ostiary/policy';
import { isGiven } from '../calls/attribute-terms.js';
import { notHolding } from '../calls/calls-where.js';
import { argPath, toolWord, withRule } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { words } from '../hunt/text.js';

/** One more rule, which does to calls without an argument what another does to those with it, or refuses them. */
export function stoppedWithout(hunt: Hunt, tool: string, name: string, { id, effect }: CoreRule): Mending {
  const path = argPath(name);
  const effects = effect === 'confirm' ? (['confirm', 'refuse'] as const) : (['refuse'] as const);
  const there = isGiven(hunt, name);
  return {
    repairs: effects.map((each) => ({
      title: words(`${each} calls without \`${name}\` as well`, `${each} também as chamadas sem \`${name}\``),
      text: withRule(hunt, `${id}-without-${name}`, {
        1: `${each} ${toolWord(tool)} when not has ${path};`,
        2: `${each} (tool == ${JSON.stringify(tool)}) when { !(has ${path}) };`,
      }),
    })),
    ...(there && { concerns: { tools: [tool], where: notHolding(hunt, there), milder: false } }),
  };
}
