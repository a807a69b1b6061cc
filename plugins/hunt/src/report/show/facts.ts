import type { Language } from '@ostiary/guard';
import { say } from '@ostiary/report';
import { CLASS_IDS, type ClassId, type Finding } from '../../search/index.js';
import { CLASS_TEXTS } from '../text/class-texts.js';
import { TEXTS } from '../text/words.js';
import { boundText } from './sentences.js';
import { isUndecided } from './summary.js';

/** Something that a finding rests on: a sentence, or names. */
export interface Fact {
  readonly title: string;
  readonly content: string | readonly string[];
}

/** What a finding rests on, as far as there is something to say. A question that was given up was looked at nowhere to the end. */
export function factsOf(finding: Finding, language: Language): Fact[] {
  const { bound, core, assumptions } = finding.evidence;
  const facts: Fact[] = [
    { title: say(TEXTS.bound, language), content: isUndecided(finding) ? [] : boundText(bound, language) },
    { title: say(TEXTS.core, language), content: core },
    { title: say(TEXTS.assumptions, language), content: assumptions },
    { title: say(TEXTS.fingerprint, language), content: [finding.fingerprint] },
  ];
  return facts.filter(({ content }) => content.length > 0);
}

/** The class of a finding; of a question that was given up, the one that asked it. */
export function askedClass({ class: id, subkind }: Finding): ClassId {
  return CLASS_IDS.find((asked) => id === 'X01' && asked === subkind) ?? id;
}

/** What a finding is, in a few words. */
export function kindText(finding: Finding, language: Language): string {
  const asked = askedClass(finding);
  const name = say(CLASS_TEXTS[asked].name, language);
  return asked === finding.class ? name : `${say(CLASS_TEXTS.X01.name, language)}: ${asked} ${name}`;
}
