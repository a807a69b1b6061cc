import type { Schemas } from '../client/service.js';
import { say, type Words } from '../text/words.js';
import type { Screen } from '../show/screen.js';

type Result = Schemas['GateResult'];
type Metric = Result['conditions'][number]['metric'];

const METRICS: Readonly<Record<Metric, Words>> = {
  findings_critical: { en: 'critical findings', pt: 'achados críticos' },
  findings_high: { en: 'high findings', pt: 'achados de gravidade alta' },
  findings_medium: { en: 'medium findings', pt: 'achados de gravidade média' },
  findings_low: { en: 'low findings', pt: 'achados de gravidade baixa' },
  findings_total: { en: 'findings', pt: 'achados' },
  unknown_checks: { en: 'classes not fully decided', pt: 'classes não decididas por inteiro' },
  coverage_decided: { en: 'share of questions decided', pt: 'proporção das perguntas decididas' },
  accepted_expired: { en: 'expired acceptances', pt: 'aceitações que expiraram' },
};

const WORDS = {
  new: { en: 'new {metric}', pt: '{metric} novos' },
  gt: { en: '{metric}: {actual}, at most {threshold} may be', pt: '{metric}: {actual}, no máximo {threshold}' },
  lt: { en: '{metric}: {actual}, at least {threshold} must be', pt: '{metric}: {actual}, no mínimo {threshold}' },
  passed: { en: 'every condition of the project holds', pt: 'todas as condições do projeto se cumprem' },
  open: { en: 'what is not decided does not pass', pt: 'o que não está decidido não passa' },
} as const satisfies Record<string, Words>;

/** Why the gate of a project is in its status: the conditions that failed. */
export function whyOfProject({ status, conditions }: Result, { language }: Pick<Screen, 'language'>): string {
  const failed = conditions.filter((condition) => condition.status === 'failed');
  if (failed.length === 0) return say(status === 'passed' ? WORDS.passed : WORDS.open, language);
  return failed
    .map(({ metric, op, actual, threshold, scope }) => {
      const name = say(METRICS[metric], language);
      return say(WORDS[op], language, {
        metric: scope === 'new' ? say(WORDS.new, language, { metric: name }) : name,
        actual,
        threshold,
      });
    })
    .join('; ');
}
