import type { TestReport } from '@ostiary/guard/tests';
import { say, type Words } from '../text/words.js';
import { clean, type Screen } from './screen.js';

const WORDS = {
  rules: { en: '{fired} of {rules} rules fired ({share} %)', pt: '{fired} de {rules} regras aplicaram-se ({share} %)' },
  counts: { en: 'fired {fired}, decided {decided}', pt: 'aplicou-se {fired}, decidiu {decided}' },
  undefined: { en: ', {undefined} not evaluated', pt: ', {undefined} sem avaliação' },
  never: { en: 'never fired', pt: 'nunca se aplicou' },
  edges: { en: 'values at an edge that no test has:', pt: 'valores num limite que nenhum teste tem:' },
} as const satisfies Record<string, Words>;

/** How often each rule fired, and which values at the edges of the rules no test has. */
export function showCoverage({ coverage, missingBoundaries }: TestReport, screen: Screen): void {
  const { language } = screen;
  const fired = coverage.filter((rule) => rule.fired > 0).length;
  const share = coverage.length === 0 ? 100 : Math.floor((100 * fired) / coverage.length);
  screen.line(`  ${say(WORDS.rules, language, { fired, rules: coverage.length, share })}`);
  const width = Math.max(0, ...coverage.map(({ rule }) => rule.length));
  for (const rule of coverage) {
    const counts =
      rule.fired === 0
        ? screen.paint('yellow', say(WORDS.never, language))
        : say(WORDS.counts, language, { ...rule }) +
          (rule.undefined > 0 ? say(WORDS.undefined, language, { ...rule }) : '');
    screen.line(`    ${clean(rule.rule).padEnd(width)}  ${counts}`);
  }
  if (missingBoundaries.length === 0) return;
  screen.line(`  ${say(WORDS.edges, language)}`);
  for (const { path, missing, rules } of missingBoundaries)
    screen.line(`    ${clean(`${path} ${missing.join(', ')} (${rules.join(', ')})`)}`);
}
