import type { Language } from '@ostiary/guard';
import { answerName, plain } from '@ostiary/report';
import type { Step } from '../../search/index.js';
import { argumentsInLine, reasonOf } from './sentences.js';

/** A call and its answer in one line: `pay amount 9000.00 EUR -> Allow. Allowed by 'pay'.` */
export function stepInLine(step: Step, language: Language): string {
  const call = [step.call.tool, argumentsInLine(step).join(', ')].filter((part) => part !== '').join(' ');
  return plain(`${call} -> ${answerName(step.answer, language)}. ${reasonOf(step, language)}`);
}
