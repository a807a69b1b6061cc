import { type Content, type Html, html } from '../html/html.js';
import { type Language, say } from '../text/words.js';
import { type Answer, answerBadge } from './answer.js';
import { value } from './value.js';

/** One value of a call or of what stands around it. */
export interface Field {
  /** Fields of one group stand together: `arguments`, `principal`. */
  readonly group: string;
  readonly name: string;
  /** As people write it: `"100.00 EUR"`. */
  readonly text: string;
}

/** One call, and what is said to it. */
export interface CallColumn {
  /** What tells it from the calls beside it. */
  readonly title: Content;
  readonly tool: string;
  readonly fields: readonly Field[];
  readonly answer: Answer;
  /** Why, in a sentence. */
  readonly reason: Content;
}

const TEXTS = {
  tool: { en: 'tool', pt: 'ferramenta' },
  answer: { en: 'answer', pt: 'resposta' },
  absent: { en: 'not given', pt: 'não indicado' },
} as const;

/**
 * Calls as a table: a row for each value, a column for each call; rows in which the calls differ are marked.
 *
 * @param label what the table shows, for those who do not see what stands around it
 */
export function callTable(calls: readonly CallColumn[], label: string, language: Language): Html {
  const alone = calls.length === 1;
  const head = alone
    ? null
    : html`<thead>
        <tr>
          <td></td>
          ${calls.map(({ title }) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>`;
  const tools = row(
    say(TEXTS.tool, language),
    calls.map(({ tool }) => tool),
    language,
  );
  const groups = groupsOf(calls).map(([group, names]) => {
    const rows = names.map((name) =>
      row(
        name,
        calls.map((call) => textOf(call, group, name)),
        language,
      ),
    );
    return html`<tbody>
      <tr>
        <th scope="rowgroup" colspan="${calls.length + 1}">${group}</th>
      </tr>
      ${rows}
    </tbody>`;
  });
  const verdict = calls.map(
    ({ answer, reason }) =>
      html`<td>
        ${answerBadge(answer, language)}
        <p class="small muted">${reason}</p>
      </td>`,
  );
  const differs = new Set(calls.map(({ answer }) => answer)).size > 1;
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">
    <table class="call">
      ${head}
      <tbody>
        ${tools}
      </tbody>
      ${groups}
      <tbody>
        <tr class="verdict ${differs ? 'differs' : 'same'}">
          <th scope="row">${say(TEXTS.answer, language)}</th>
          ${verdict}
        </tr>
      </tbody>
    </table>
  </div>`;
}

function row(name: string, texts: readonly (string | null)[], language: Language): Html {
  const differs = new Set(texts).size > 1;
  const cells = texts.map((text) =>
    text === null
      ? html`<td class="absent">${say(TEXTS.absent, language)}</td>`
      : html`<td>${value(text, { spell: differs })}</td>`,
  );
  return html`<tr class="${differs ? 'differs' : 'same'}">
    <th scope="row">${name}</th>
    ${cells}
  </tr>`;
}

/** Groups and their names, in the order in which the calls name them first. */
function groupsOf(calls: readonly CallColumn[]): [group: string, names: string[]][] {
  const groups = new Map<string, Set<string>>();
  for (const { fields } of calls) {
    for (const { group, name } of fields) {
      const names = groups.get(group) ?? new Set();
      groups.set(group, names.add(name));
    }
  }
  return [...groups].map(([group, names]) => [group, [...names]]);
}

function textOf({ fields }: CallColumn, group: string, name: string): string | null {
  return fields.find((field) => field.group === group && field.name === name)?.text ?? null;
}
