import { isWrite, type ToolEffects } from './effects.js';
import type { Rule, SagaRule } from './rules.js';

/** The rules that a saga is judged by (docs/graph/semantics.md, S14). */
export const SAGA_RULES = ['SG1', 'SG2', 'SG3', 'SG4', 'SG5', 'SG6', 'SG7', 'SG8', 'SG9'] as const;
export type SagaCode = (typeof SAGA_RULES)[number];

/** One of the nine, asked of one step: each has a verdict of its own. */
export interface SagaPart {
  readonly code: SagaCode;
  readonly step: string;
}

/** What undoes a step: the tool that the rule names, or else every tool that says so in the catalogue. */
export function compensationsOf({ steps }: SagaRule, effects: ToolEffects, step: string): readonly string[] {
  const named = steps.find(({ tool }) => tool === step)?.compensation;
  if (named !== undefined) return [named];
  return [...effects.values()].filter(({ compensates }) => compensates === step).map(({ name }) => name);
}

/** The tools behind which the run only goes forwards: those of the rule, or else those of class `pivot`. */
export const pivotsOf = ({ pivots }: SagaRule, effects: ToolEffects): readonly string[] =>
  pivots ?? [...effects.values()].filter(({ classes }) => classes.includes('pivot')).map(({ name }) => name);

/** What is asked of a saga: step by step, each rule that has something to say about it. */
export function sagaParts(rule: Rule & SagaRule, effects: ToolEffects): SagaPart[] {
  const pivots = pivotsOf(rule, effects);
  return [...new Set(rule.steps.map(({ tool }) => tool))].flatMap((step) => {
    const effect = effects.get(step);
    const undone = compensationsOf(rule, effects, step).length > 0;
    const write = effect !== undefined && isWrite(effect);
    const pivot = pivots.includes(step);
    const asked: Readonly<Record<SagaCode, boolean>> = {
      SG1: undone || (write && !pivot),
      SG2: undone,
      SG3: undone,
      SG4: true,
      SG5: undone,
      SG6: effect?.classes.includes('irreversible') === true && !pivot,
      SG7: undone,
      SG8: true,
      SG9: write && !effect.classes.includes('idempotent'),
    };
    return SAGA_RULES.filter((code) => asked[code]).map((code) => ({ code, step }));
  });
}
