import { type Content, type Html, html } from '../html/html.js';
import { type Language } from '../text/words.js';
import { type Answer, answerBadge } from './answer.js';

/** One call of a session. */
export interface SessionStep {
  /** Its number in the session; its place among those that are shown unless it says so. */
  readonly turn?: number;
  /** What happened since the step before: an hour passed, another session began. */
  readonly before: Content;
  /** The call in one line. */
  readonly call: Content;
  readonly answer: Answer;
  /** Why, and what has come of it so far. */
  readonly note: Content;
}

/** A session, step by step. */
export function steps(session: readonly SessionStep[], language: Language): Html {
  const items = session.map(({ before, call, answer, note, turn }, at) => {
    const since = before === null ? null : html`<div class="then">${before}</div>`;
    return html`<li>
      ${since}<span class="turn">${turn ?? at + 1}</span>
      <div>${call}</div>
      ${answerBadge(answer, language)}
      <div class="note">${note}</div>
    </li>`;
  });
  return html`<ol class="steps">
    ${items}
  </ol>`;
}
