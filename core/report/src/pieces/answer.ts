import { type Html, html } from '../html/html.js';
import { type Language, say, type Words } from '../text/words.js';
import { ICONS } from './icons.js';

/** What a policy says to a call. */
export type Answer = 'allow' | 'confirm' | 'refuse';

const NAMES: Readonly<Record<Answer, Words>> = {
  allow: { en: 'Allow', pt: 'Permitir' },
  confirm: { en: 'Confirm', pt: 'Confirmar' },
  refuse: { en: 'Refuse', pt: 'Recusar' },
};

export function answerName(answer: Answer, language: Language): string {
  return say(NAMES[answer], language);
}

/** An answer by word, icon and colour. */
export function answerBadge(answer: Answer, language: Language): Html {
  return html`<span class="answer ${answer}">${ICONS[answer]}${answerName(answer, language)}</span>`;
}
