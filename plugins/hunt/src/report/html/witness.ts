import type { Language, Words } from '@ostiary/guard';
import {
  callout,
  callTable,
  type CallColumn,
  type Content,
  html,
  type Html,
  prose,
  say,
  type SessionStep,
  source,
  steps,
  value,
} from '@ostiary/report';
import type { Finding, Step, Witness } from '../../search/index.js';
import { fieldsOf } from '../show/fields.js';
import { requestOf } from '../show/request.js';
import { argumentsInLine, between, boundText, reasonOf } from '../show/sentences.js';
import { moreText, turnsOf } from '../show/turns.js';
import { TEXTS } from '../text/words.js';

/** What shows the bug: a call, calls side by side, a session step by step, or that no such call exists; and what one would expect. */
export function witnessPart({ witness, evidence: { bound, expected, benign } }: Finding, language: Language): Html {
  const replayed = say(TEXTS.replayed, language);
  const wanted =
    expected === null ? null : callout('good', say(TEXTS.expected, language), prose(say(expected, language)));
  const shown = (title: Words, note: string | null, body: Content, more: Content = null): Html =>
    part(
      say(title, language),
      note,
      html`<div class="stack">
        ${body} ${wanted} ${more} ${witness === null ? null : requestsPart(witness, language)}
      </div>`,
    );
  switch (witness?.kind) {
    case undefined:
      return shown(
        TEXTS.noWitness,
        null,
        html`<p>${say(TEXTS.noWitnessNote, language, { bound: boundText(bound, language) })}</p>`,
      );
    case 'call':
      return shown(TEXTS.call, replayed, callsTable(TEXTS.call, witness.steps, benign, language));
    case 'calls':
      return shown(
        TEXTS.calls,
        `${say(TEXTS.callsNote, language)} · ${say(TEXTS.replayedAll, language)}`,
        callsTable(TEXTS.calls, witness.steps, benign, language),
      );
    case 'session': {
      const nearest =
        benign === null
          ? null
          : html`<h4>${say(TEXTS.benign, language)}</h4>
              ${steps(sessionOf([benign], language), language)}`;
      return shown(TEXTS.session, replayed, steps(sessionOf(witness.steps, language), language), nearest);
    }
  }
}

/** What the nearest call that is decided as it should be is called, and how it differs where it says so. */
const benignTitle = ({ label }: Step, language: Language): Content =>
  label === null ? say(TEXTS.benign, language) : html`${say(TEXTS.benign, language)} (${prose(say(label, language))})`;

/** Characters of requests beyond which nobody copies them from a page. */
const MOST = 20_000;

/** The calls as they are sent; of a session the last one, which has the others in its history. */
function requestsPart({ kind, steps: calls }: Witness, language: Language): Html | null {
  const sent = kind === 'session' ? calls.slice(-1) : calls;
  const text = sent.map((step) => `${JSON.stringify(requestOf(step), null, 2)}\n`).join('');
  // What was confirmed carries a ticket, which a witness has not.
  if (text.length > MOST || sent.some(({ context }) => context.confirmed === true)) return null;
  return html`<details class="aside copy">
    <summary>${say(TEXTS.requests, language)}</summary>
    ${source({ text, tokens: [], marked: [], shown: null }, language)}
  </details>`;
}

/** Calls side by side, and beside them the nearest one that is decided as it should be. */
function callsTable(title: Words, calls: readonly Step[], benign: Step | null, language: Language): Html {
  const column = (step: Step, head: Content): CallColumn => ({
    title: head,
    tool: step.call.tool,
    fields: fieldsOf(step, language),
    answer: step.answer,
    reason: prose(reasonOf(step, language)),
  });
  const columns = calls.map((step, at) => {
    const number = say(calls.length === 1 ? TEXTS.thisCall : TEXTS.step, language, { n: at + 1 });
    return column(step, step.label === null ? number : prose(say(step.label, language)));
  });
  const nearest = benign === null ? [] : [column(benign, benignTitle(benign, language))];
  return callTable([...columns, ...nearest], say(title, language), language);
}

function sessionOf(session: readonly Step[], language: Language): SessionStep[] {
  const sinceOf = (step: Step, at: number): string => between(session[at - 1] ?? null, step, language).join(' · ');
  const textOf = (step: Step, at: number): string =>
    JSON.stringify([sinceOf(step, at), step.call, step.label, step.answer, reasonOf(step, language)]);
  return turnsOf(session, textOf).map(({ step, at, more }) => {
    const before = session[at - 1] ?? null;
    const since = sinceOf(step, at);
    const known = new Set(before?.call.tool === step.call.tool ? argumentsInLine(before) : []);
    const named = argumentsInLine(step).map((argument) =>
      known.has(argument) ? html`<span class="same">${value(argument)}</span>` : value(argument),
    );
    const label = step.label === null ? null : html`${prose(say(step.label, language))} · `;
    const others = moreText(more, language);
    return {
      turn: at + 1,
      before: since === '' ? null : prose(since),
      call: html`<code>${step.call.tool}</code>
        ${named.map((argument, place) => [place === 0 ? null : ', ', argument])}`,
      answer: step.answer,
      note: html`${label}${prose(reasonOf(step, language))}${others === null ? null : html` · <b>${others}</b>`}`,
    };
  });
}

/** A part of a card, with its title. */
export function part(title: Content, note: Content, body: Content): Html {
  return html`<div class="part">
    <h4>${title}${note === null ? null : html` <small>${note}</small>`}</h4>
    ${body}
  </div>`;
}
