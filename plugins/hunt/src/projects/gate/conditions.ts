import type { ProblemItem, Text } from '@ostiary/plugin-api';
import { COUNTED, type GateCondition } from './model.js';

/** What is wrong with conditions that are well-formed one by one: said twice, never to be met, or of no meaning. */
export function faultsOf(conditions: readonly GateCondition[]): readonly ProblemItem[] {
  return conditions.flatMap((condition, at) => {
    const before = conditions.slice(0, at).filter((other) => sameMatter(other, condition));
    if (condition.scope === 'new' && !COUNTED.has(condition.metric))
      return [fault(at, 'scope_meaningless', NOT_COUNTED)];
    if (before.some(({ op }) => op === condition.op)) return [fault(at, 'condition_duplicate', TWICE)];
    if (before.some((other) => contradict(other, condition))) return [fault(at, 'condition_contradictory', NEVER)];
    return [];
  });
}

const sameMatter = (a: GateCondition, b: GateCondition): boolean => a.metric === b.metric && a.scope === b.scope;

/** Nothing is both at most the one threshold and at least the other. */
function contradict(a: GateCondition, b: GateCondition): boolean {
  const [most, least] = a.op === 'gt' ? [a.threshold, b.threshold] : [b.threshold, a.threshold];
  return most < least;
}

const fault = (at: number, slug: string, detail: Text): ProblemItem => ({ pointer: `/conditions/${at}`, slug, detail });

const NOT_COUNTED: Text = {
  en: 'Only findings can be counted among the new ones; this metric is of the whole scan.',
  pt: 'Só os achados se podem contar entre os novos; esta métrica é da análise inteira.',
};
const TWICE: Text = {
  en: 'There is a condition with this metric, operator and scope already.',
  pt: 'Já há uma condição com esta métrica, este operador e este âmbito.',
};
const NEVER: Text = {
  en: 'With another condition on this metric nothing could pass.',
  pt: 'Com outra condição sobre esta métrica nada poderia passar.',
};
