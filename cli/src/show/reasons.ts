import { explain, type Explanation, type PreparedPolicy, reasonOf, replaysFor } from '@ostiary/guard';
import type { Call, Context, Decision, Effect, UndefinedCause } from '@ostiary/policy';
import { say, type Words } from '../text/words.js';
import { clean, type Screen } from './screen.js';
import { shown } from './values.js';
import { writeHanging } from './wrap.js';

/** One call that was decided. */
export interface Decided {
  readonly file: string;
  readonly policy: PreparedPolicy;
  readonly call: Call;
  readonly context: Context;
  readonly decision: Decision;
}

export interface Reasons extends Explanation {
  readonly slug: string;
  readonly detail: string;
  readonly deciding: readonly DecidingRule[];
}

interface DecidingRule {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly effect: Effect;
  readonly cause: 'true' | 'undefined';
}

/** Why a call was answered as it was: rules, values read and the nearest changes that give another answer. */
export function reasonsOf({ policy, call, context, decision }: Decided, { language }: Screen): Reasons {
  const { slug, detail } = reasonOf(policy, call, context, decision, null);
  const deciding = decision.deciding.flatMap(({ rule, cause }) => {
    const found = policy.rules.get(rule);
    return found ? [{ rule, line: found.line, column: found.column, effect: found.effect, cause }] : [];
  });
  return {
    slug,
    detail: detail[language],
    deciding,
    ...explain(policy, call, context, decision, replaysFor(policy, call, context)),
  };
}

const LABELS = {
  rule: { en: 'rule', pt: 'regra' },
  read: { en: 'read', pt: 'lido' },
  nearest: { en: 'nearest', pt: 'próximo' },
} as const satisfies Record<string, Words>;

export const ABSENT: Words = { en: 'absent', pt: 'ausente' };

/** Why a value that was looked for could not be used. */
export const CAUSES: Readonly<Record<UndefinedCause, Words>> = {
  absent: ABSENT,
  ill_typed: { en: 'not of its type', pt: 'não é do seu tipo' },
  currency_unknown: { en: 'of a currency that is not known', pt: 'de uma moeda que não se conhece' },
  rate_unknown: { en: 'of a currency without a rate', pt: 'de uma moeda sem câmbio' },
  overflow: { en: 'too large to compute with', pt: 'grande demais para calcular' },
};
const GIVES: Words = { en: '{path} {from} -> {to} gives {answer}', pt: '{path} {from} -> {to} dá {answer}' };
const UNDEFINED: Words = { en: 'could not be evaluated', pt: 'não pôde ser avaliada' };

/** Label and text of each line that says why, in the order of how soon a person wants to know. */
export function reasonLines(
  { deciding, read, flips }: Reasons,
  file: string,
  screen: Screen,
): readonly (readonly [string, string])[] {
  const { language } = screen;
  const label = (words: Words): string => say(words, language);
  return [
    ...deciding.map(
      ({ rule, line, column, effect, cause }) =>
        [
          label(LABELS.rule),
          `${rule} (${file}:${line}:${column}) ${effect}${cause === 'undefined' ? `, ${label(UNDEFINED)}` : ''}`,
        ] as const,
    ),
    ...read.map(
      ({ path, value, cause }) =>
        [label(LABELS.read), `${path} ${value === null ? label(CAUSES[cause ?? 'absent']) : shown(value)}`] as const,
    ),
    ...flips.map(
      (flip) =>
        [
          label(LABELS.nearest),
          say(GIVES, language, {
            path: flip.path,
            from: 'from' in flip ? shown(flip.from) : label(ABSENT),
            to: 'to' in flip ? shown(flip.to) : label(ABSENT),
            answer: flip.answer,
          }),
        ] as const,
    ),
  ];
}

/** Lines of a label and a text, one below the other. */
export function showLabelled(lines: readonly (readonly [string, string])[], indent: string, screen: Screen): void {
  const width = Math.max(0, ...lines.map(([label]) => label.length));
  for (const [label, text] of lines)
    writeHanging(
      `${indent}${screen.paint('dim', label.padEnd(width))}  ${clean(text)}`,
      indent.length + Math.min(width, 24) + 2,
      screen,
    );
}

/** An answer, in the colour of what it means. */
export function painted(answer: Effect, screen: Screen): string {
  const colour = answer === 'allow' ? 'green' : answer === 'confirm' ? 'yellow' : 'red';
  return screen.paint(['bold', colour], answer);
}
