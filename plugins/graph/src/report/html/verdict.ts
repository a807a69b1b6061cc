import {
  callout,
  count,
  html,
  type Html,
  prose,
  say,
  severityBadge,
  table,
  value,
  visible,
  walk,
  type WalkStep,
} from '@ostiary/report';
import type { PathStep } from '../../model/index.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { fixNotes, fixPlaces, fixText, toDoText } from '../show/advice.js';
import { changeOf, changeText } from '../show/changes.js';
import type { GraphIndex } from '../show/graph-index.js';
import { short } from '../show/names.js';
import {
  assumptionsOf,
  classOf,
  deciderText,
  detailOf,
  pageOf,
  ruleOf,
  stepText,
  subjectText,
  titleOf,
} from '../show/sentences.js';
import { TEXTS, VERDICT_NAMES } from '../text/words.js';
import { figureOf } from './figure.js';

/** Steps of a path that a page shows; values and deciders beside it. */
const [STEPS, BESIDE] = [300, 50];

/** A broken or unsettled rule as one would tell it: what can happen, the run step by step, what would settle it, what to do. */
export function verdictCard(verdict: ReportedVerdict, id: string, report: GraphReport, index: GraphIndex): Html {
  const { rules, language } = report;
  const rule = ruleOf(verdict, rules);
  const asked = classOf(verdict, rule);
  const detail = detailOf(verdict, rules, language);
  const change = changeOf(verdict, report);
  return html`<article class="card finding" id="${id}" aria-labelledby="${id}-title">
    <div class="part">
      <div class="row">
        ${severityBadge(verdict.severity, language)}
        <span class="tag">${say(VERDICT_NAMES[verdict.verdict], language)}</span>
        <span><code>${asked}</code> ${say(subjectText(verdict, rule).name, language)}</span>
        ${change === null ? null : html`<span class="tag">${prose(changeText(change, index, language))}</span>`}
      </div>
      <h3 id="${id}-title">${prose(titleOf(verdict, rules, language))}</h3>
      <p class="lead">${prose(detail)}</p>
    </div>
    ${runPart(verdict, id, report, index)} ${valuesPart(verdict, report)} ${decidersPart(verdict, report, index)}
    ${toDoPart(verdict, report, index)} ${factsPart(verdict, report, index)}
  </article>`;
}

function part(title: string, note: string | null, body: Html): Html {
  return html`<div class="part">
    <h4>${title}${note === null ? null : html` <small>${note}</small>`}</h4>
    ${body}
  </div>`;
}

function runPart(verdict: ReportedVerdict, id: string, report: GraphReport, index: GraphIndex): Html | null {
  const { language } = report;
  const { path = [], cycle_from: cycle } = verdict;
  if (path.length === 0) return null;
  const drawn = figureOf(verdict, `${id}-picture`, index, report);
  const steps = path.slice(0, STEPS).map((step, at) => walkStep(step, path[at - 1]?.facts ?? [], report, index));
  const left = path.length - steps.length;
  const [title, note] =
    verdict.verdict === 'broken' ? [TEXTS.run, TEXTS.runNote] : ([TEXTS.openRun, TEXTS.openRunNote] as const);
  const run = walk({
    name: `${id}-step`,
    legend: `${say(TEXTS.steps, language)}. ${say(TEXTS.stepsNote, language)}`,
    whole: say(TEXTS.wholeRun, language),
    picture: drawn?.figure ?? null,
    steps,
    beside: drawn?.narrow ?? false,
  });
  return part(
    say(title, language),
    say(note, language),
    html`<div class="stack">
      ${run}
      ${left > 0 ? html`<p class="muted">${say(TEXTS.moreSteps, language, { n: count(left, language) })}</p>` : null}
      ${cycle === undefined ? null : html`<p>↺ ${say(TEXTS.again, language, { n: cycle + 1 })}</p>`}
    </div>`,
  );
}

function walkStep(step: PathStep, before: readonly string[], { language }: GraphReport, index: GraphIndex): WalkStep {
  const { event, onward, why, facts } = stepText(step, index, language);
  const lane =
    step.lane === undefined ? null : html` <span class="tag">${say(TEXTS.lane, language, { n: step.lane })}</span>`;
  const holds =
    facts.length > 0
      ? [`${say(TEXTS.factsAfter, language)}: ${facts.slice(0, BESIDE).join(', ')}`]
      : before.length > 0
        ? [say(TEXTS.noFacts, language)]
        : [];
  return {
    title: html`${prose(event)}${lane}`,
    notes: [
      ...(why === null ? [] : [html`<strong>${prose(why)}</strong>`]),
      ...(onward === null ? [] : [prose(onward)]),
      ...holds.map(prose),
    ],
  };
}

function valuesPart({ model = [] }: ReportedVerdict, { language }: GraphReport): Html | null {
  if (model.length === 0) return null;
  const title = say(TEXTS.values, language);
  const columns = [TEXTS.variable, TEXTS.value, TEXTS.atStep].map((words, at) => ({
    title: say(words, language),
    numeric: at === 2,
  }));
  const rows = model
    .slice(0, BESIDE)
    .map(({ variable, value: own, at_step: at }) => [value(variable), value(JSON.stringify(own)), String(at + 1)]);
  return part(title, null, table({ label: title, columns, rows }));
}

function decidersPart(
  { deciders, verdict }: ReportedVerdict,
  { language }: GraphReport,
  index: GraphIndex,
): Html | null {
  if (verdict !== 'possible') return null;
  const items = (deciders ?? [])
    .slice(0, BESIDE)
    .map(
      (decider) =>
        html`<li>
          ${prose(deciderText(decider, index, language))} <code class="muted">${short(decider.code, 80)}</code>
        </li>`,
    );
  return part(
    say(TEXTS.deciders, language),
    null,
    items.length === 0
      ? html`<p>${say(TEXTS.noDeciders, language)}</p>`
      : html`<ul class="bullets">
          ${items}
        </ul>`,
  );
}

function toDoPart(verdict: ReportedVerdict, { rules, language }: GraphReport, index: GraphIndex): Html {
  const { fix } = verdict;
  if (fix === undefined)
    return part(say(TEXTS.toDo, language), null, html`<p>${prose(toDoText(verdict, rules, index, language))}</p>`);
  const places = fixPlaces(fix, index, language)
    .slice(0, BESIDE)
    .map((place) => html`<li>${prose(place)}</li>`);
  const [tried = '', ...notes] = fixNotes(fix, index, language);
  return part(
    say(TEXTS.toDo, language),
    null,
    callout(
      'good',
      prose(fixText(fix, language)),
      html`<ul class="bullets">
          ${places}
        </ul>
        <p class="good-words">✓ ${tried}</p>
        ${notes.map((note) => html`<p>${prose(note)}</p>`)}`,
    ),
  );
}

function factsPart(verdict: ReportedVerdict, report: GraphReport, index: GraphIndex): Html {
  const { language, path } = report;
  const { rule_id: rule, fingerprint, assumptions = [] } = verdict;
  const place = index.placeOf(verdict.path?.at(-1)?.node ?? '');
  const page = pageOf(verdict, ruleOf(verdict, report.rules));
  const rests = assumptions
    .flatMap((code) => assumptionsOf(code, report.assumptions, language))
    .slice(0, BESIDE)
    .map((text) => html`<p>${prose(text)}</p>`);
  return html`<div class="part">
    <dl class="facts">
      ${
        place === null
          ? null
          : html`<dt>${say(TEXTS.why, language)}</dt>
              <dd>
                <code>${visible(short(path, 200))}${place.line === undefined ? null : `:${place.line}`}</code>
                <code class="muted">${short(place.pointer, 200)}</code>
              </dd>`
      }
      ${
        page === null
          ? null
          : html`<dt>${say(TEXTS.page, language)}</dt>
              <dd><code>${page}</code></dd>`
      }
      <dt>${say(TEXTS.rule, language)}</dt>
      <dd>${value(rule)}</dd>
      ${
        rests.length === 0
          ? null
          : html`<dt>${say(TEXTS.restsOn, language)}</dt>
              <dd>${rests}</dd>`
      }
      <dt>${say(TEXTS.fingerprint, language)}</dt>
      <dd><code>${fingerprint}</code></dd>
    </dl>
  </div>`;
}
