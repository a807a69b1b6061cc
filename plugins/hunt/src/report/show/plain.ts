import type { Language } from '@ostiary/guard';
import { answerName, visible } from '@ostiary/report';
import type { Step } from '../../search/index.js';
import { argumentsInLine, reasonOf } from './sentences.js';

/** A sentence for people where there is no markup: what stands between backticks between quotes, and nothing that cannot be seen. */
export function plain(text: string): string {
  return visible(text.replaceAll(/`([^`]+)`/g, "'$1'"));
}

/** A call and its answer in one line: `pay amount 9000.00 EUR -> Allow. Allowed by 'pay'.` */
export function stepInLine(step: Step, language: Language): string {
  const call = [step.call.tool, argumentsInLine(step).join(', ')].filter((part) => part !== '').join(' ');
  return plain(`${call} -> ${answerName(step.answer, language)}. ${reasonOf(step, language)}`);
}
