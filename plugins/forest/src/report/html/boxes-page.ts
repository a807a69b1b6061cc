import { count, document, folded, html, type Html, type Language, prose, say, table, value } from '@ostiary/report';
import {
  type AskedAround,
  type EnumeratedRecord,
  nameText,
  type Portrait,
  type PortraitSide,
  unexpectedOf,
  weightShare,
} from '../../audit/index.js';
import type { ReportedModel } from '../input.js';
import { shareOf, type ToldRecord } from '../lines/boxes.js';
import { expectedText, figure, shareText, unexpectedText, weightText } from '../show/row.js';
import { quotedText } from '../../table/index.js';
import { BOX_TEXTS, STATUSES } from '../text/boxes.js';
import { TEXTS } from '../text/words.js';
import { boxesPicture, spreadPicture } from './boxes-pictures.js';
import { modelFacts } from './model.js';
import { histogram } from './pictures.js';
import { whole } from './unbroken.js';

/** Records with a card of their own, and records in the list of all. */
export const [CARDS, LISTED] = [50, 1_000];

/** All that the page of an enumeration is made of. */
export interface EnumerationReport {
  /** Of the model, as the reader names it. */
  readonly name: string;
  readonly model: ReportedModel;
  readonly asked: AskedAround;
  readonly records: readonly ToldRecord[];
  readonly portraits: readonly Portrait[];
  readonly version: string;
  readonly language: Language;
}

/** What lies around records as one self-contained HTML file that reads without a script. */
export function boxesHtml(report: EnumerationReport): string {
  const { language, name } = report;
  const states = new Map(report.records.map((state) => [state.record, state]));
  const placed = report.portraits
    .flatMap((portrait) => {
      const state = states.get(portrait.record);
      return state === undefined ? [] : [{ portrait, state }];
    })
    .toSorted((one, other) => (one.state.nearest ?? Infinity) - (other.state.nearest ?? Infinity))
    .slice(0, CARDS)
    .map((each, at) => ({ ...each, id: `r-${at + 1}` }));
  const main = html`<div class="main">
    ${distancesCard(report)} ${placed.map((each) => recordCard(each, language))} ${listCard(report, placed)}
    ${askedCard(report)}
    <p class="muted small">${say(TEXTS.made, language, { version: report.version })}</p>
  </div>`;
  return document({
    language,
    title: say(BOX_TEXTS.title, language, { name }),
    kind: say(BOX_TEXTS.kind, language),
    body: html`${head(report)}${
      placed.length === 0
        ? html`<div class="alone">${main}</div>`
        : html`<div class="beside">${contents(placed, language)}${main}</div>`
    }`,
  });
}

interface Placed {
  readonly portrait: Portrait;
  readonly state: ToldRecord;
  readonly id: string;
}

const statusBadge = (status: EnumeratedRecord['status'], language: Language): Html =>
  html`<span class="answer ${STATUSES[status].colour}">${say(STATUSES[status].words, language)}</span>`;

const isOpen = ({ status }: ToldRecord): boolean => status !== 'complete' && status !== 'vacuous';

function head({ language, name, records, model }: EnumerationReport): Html {
  const n = (number: number): string => count(number, language);
  const found = records.filter(({ boxes }) => boxes > 0);
  const open = records.filter(isOpen).length;
  const all = n(records.length);
  const words =
    found.length > 0
      ? say(BOX_TEXTS.some, language, { n: n(found.length), all }) + weightText(weightShare(found, records), language)
      : open > 0
        ? say(BOX_TEXTS.open, language, { n: n(open), all })
        : say(BOX_TEXTS.none, language);
  const pills = (Object.keys(STATUSES) as EnumeratedRecord['status'][]).flatMap((status) => {
    const own = records.filter((record) => record.status === status).length;
    return own === 0 ? [] : [html`<span class="pill">${statusBadge(status, language)} ${n(own)}</span>`];
  });
  const facts = [
    say(BOX_TEXTS.records, language, { n: all }),
    say(BOX_TEXTS.boxes, language, { n: n(records.reduce((sum, { boxes }) => sum + boxes, 0)) }),
    say(TEXTS.trees, language, { n: n(model.trees) }),
    ...unexpectedText(unexpectedOf(records), language),
  ];
  return html`<div class="head">
    <h1>${say(BOX_TEXTS.title, language, { name })}</h1>
    <div class="row">
      <span class="verdict-${found.length > 0 ? 'bad' : open > 0 ? 'open' : 'good'}">${words}</span> ${pills}
    </div>
    <p class="muted">${facts.join(' · ')}</p>
  </div>`;
}

function contents(placed: readonly Placed[], language: Language): Html {
  const title = say(BOX_TEXTS.contents, language);
  return html`<nav class="card contents" aria-label="${title}" tabindex="0">
    <h2>${title} <small>${placed.length}</small></h2>
    <ol>
      ${placed.map(
        ({ state, id }) =>
          html`<li>
            <a href="${`#${id}`}">
              <strong>${prose(say(TEXTS.record, language, { id: state.record }))}</strong>
              <span class="row"
                >${statusBadge(state.status, language)} ${say(BOX_TEXTS.near, language)}
                ${figure(state.nearest ?? 0)}</span
              >
            </a>
          </li>`,
      )}
    </ol>
  </nav>`;
}

function part(title: string, note: string | null, body: Html): Html {
  return html`<div class="part">
    <h4>${title}${note === null ? null : html` <small>${note}</small>`}</h4>
    ${body}
  </div>`;
}

function distancesCard({ records, language }: EnumerationReport): Html | null {
  const near = records.flatMap(({ nearest }) => (nearest === null ? [] : [nearest]));
  const picture = histogram(near, language);
  if (picture === null) return null;
  const note = say(TEXTS.distancesNote, language, {
    n: count(near.length, language),
    low: figure(Math.min(...near)),
    high: figure(Math.max(...near)),
  });
  return html`<div class="card">
    <div class="part">
      <h2>${say(BOX_TEXTS.distances, language)}</h2>
      <p class="aside">${note}</p>
      ${picture}
    </div>
  </div>`;
}

function recordCard({ portrait, state, id }: Placed, language: Language): Html {
  const { spread, plane, label, others } = portrait;
  const told = { n: count(state.boxes, language), share: insideText(state, language) };
  const lines = [
    say(state.boxes === 1 ? BOX_TEXTS.holdsOne : BOX_TEXTS.holds, language, told),
    ...(state.nearest === null ? [] : [say(BOX_TEXTS.nearestAt, language, { n: figure(state.nearest) })]),
    state.complete_below === null
      ? say(BOX_TEXTS.all, language)
      : say(BOX_TEXTS.below, language, { n: figure(state.complete_below) }),
  ];
  const note = spread === null ? null : spreadWords(spread, language);
  return html`<article class="card finding" id="${id}" aria-labelledby="${id}-title">
    <div class="part">
      <div class="row">
        ${statusBadge(state.status, language)}
        ${label === null ? null : html`<span>${say(TEXTS.answer, language, { label: String(label) })}</span>`}
        ${state.as_expected === false ? html`<span>${expectedText(state, language)}</span>` : null}
      </div>
      <h3 id="${id}-title">${prose(say(TEXTS.record, language, { id: state.record }))}</h3>
      <p class="lead">${lines.join(' ')}</p>
    </div>
    ${part(
      say(BOX_TEXTS.nearest, language),
      null,
      html`<p class="aside">${say(BOX_TEXTS.nearestNote, language)}</p>
        ${nearestTable(portrait, language)}
        ${others.length === 0 ? null : html`<p class="aside">${prose(say(BOX_TEXTS.others, language, { names: others.slice(0, 40).join(', ') }))}</p>`}`,
    )}
    ${
      plane === null
        ? null
        : part(
            say(BOX_TEXTS.plane, language),
            null,
            html`${boxesPicture(plane, language)}
              <p class="aside">${say(BOX_TEXTS.planeNote, language)}</p>`,
          )
    }
    ${spread === null ? null : part(say(BOX_TEXTS.spread, language), note, spreadPicture(spread, language))}
  </article>`;
}

const spreadWords = ({ counts, least, most }: NonNullable<Portrait['spread']>, language: Language): string =>
  say(BOX_TEXTS.spreadNote, language, {
    n: count(
      counts.reduce((sum, each) => sum + each, 0),
      language,
    ),
    low: figure(least),
    high: figure(most),
  });

function insideText(state: ToldRecord, language: Language): string {
  const share = shareOf(state);
  return share === null ? '–' : shareText(share, language);
}

function nearestTable({ features, nearest, record }: Portrait, language: Language): Html {
  const label = `${say(BOX_TEXTS.nearest, language)}: ${record}`;
  const strong = (text: string): Html => html`<strong>${text}</strong>`;
  const scored = nearest.some(({ score }) => score !== null);
  return table({
    label,
    columns: [
      { title: say(BOX_TEXTS.feature, language) },
      { title: say(BOX_TEXTS.record, language) },
      ...nearest.map((_box, at) => ({ title: say(BOX_TEXTS.box, language, { n: String(at + 1) }) })),
    ],
    rows: [
      ...features.map((feature, at) => [
        value(nameText(feature)),
        whole(feature.from),
        ...nearest.map(({ sides }) => sideCell(sides[at] ?? null, language)),
      ]),
      [strong(say(BOX_TEXTS.distance, language)), '', ...nearest.map(({ distance }) => figure(distance))],
      ...(scored
        ? [
            [
              strong(say(BOX_TEXTS.score, language)),
              '',
              ...nearest.map(({ score }) => ends(score?.at_least ?? null, score?.at_most ?? null)),
            ],
          ]
        : []),
      [
        strong(say(BOX_TEXTS.answer, language)),
        '',
        ...nearest.map((box) => (box.label === null ? '–' : value(String(box.label)))),
      ],
    ],
  });
}

const ends = (low: number | null, high: number | null): string =>
  low === null || high === null ? '–' : low === high ? figure(low) : `${figure(low)} – ${figure(high)}`;

function sideCell(side: PortraitSide | null, language: Language): Html {
  if (side === null) return html`–`;
  const { low, high, missing, texts, others, away } = side;
  if (texts !== null && (texts.length > 0 || others)) {
    const held = [
      ...texts.map((text) => value(quotedText(text))),
      ...(others ? [html`${say(BOX_TEXTS.anyOther, language)}`] : []),
      ...(missing ? [html`${say(BOX_TEXTS.missing, language)}`] : []),
    ];
    return marked(away, html`${held.map((each, at) => (at === 0 ? each : html` | ${each}`))}`);
  }
  if (low === null || high === null) return marked(away, html`${say(BOX_TEXTS.missing, language)}`);
  const range = low === high ? whole(low) : html`${whole(`${low} –`)} ${whole(high)}`;
  return marked(away, missing ? html`${range} ${say(BOX_TEXTS.orMissing, language)}` : range);
}

const marked = (away: boolean, text: Html): Html => (away ? html`<mark>${text}</mark>` : text);

function listCard({ records, language }: EnumerationReport, placed: readonly Placed[]): Html {
  const title = say(BOX_TEXTS.list, language);
  const ids = new Map(placed.map(({ state, id }) => [state.record, id]));
  const left = records.length - LISTED;
  const rows = records.slice(0, LISTED).map((state) => {
    const id = ids.get(state.record);
    const own = value(state.record);
    return [
      id === undefined ? own : html`<a href="${`#${id}`}">${own}</a>`,
      statusBadge(state.status, language),
      ...(state.reason === null
        ? [
            count(state.boxes, language),
            insideText(state, language),
            state.nearest === null ? '–' : figure(state.nearest),
            state.complete_below === null ? '–' : figure(state.complete_below),
            state.as_expected === false ? prose(expectedText(state, language)) : '',
          ]
        : ['–', '–', '–', '–', prose(say(state.reason, language))]),
    ];
  });
  const numeric = (words: (typeof BOX_TEXTS)[keyof typeof BOX_TEXTS]) => ({
    title: say(words, language),
    numeric: true,
  });
  return folded({
    id: 'records',
    title: html`${title} <span class="muted">${count(records.length, language)}</span>`,
    note: say(BOX_TEXTS.listNote, language),
    body: html`${table({
      label: title,
      columns: [
        { title: say(BOX_TEXTS.record, language) },
        { title: say(BOX_TEXTS.status, language) },
        ...[BOX_TEXTS.count, BOX_TEXTS.share, BOX_TEXTS.near, BOX_TEXTS.complete].map(numeric),
        { title: say(TEXTS.what, language) },
      ],
      rows,
    })}${left > 0 ? html`<p class="muted">${say(BOX_TEXTS.more, language, { n: count(left, language) })}</p>` : null}`,
    open: placed.length === 0,
  });
}

function askedCard({ asked, model, language }: EnumerationReport): Html {
  const { radius, vary, output, expect } = asked;
  const or = (text: string, words: (typeof BOX_TEXTS)[keyof typeof BOX_TEXTS]): Html | string =>
    text === '' ? say(words, language) : html`<code>${text}</code>`;
  return folded({
    id: 'asked',
    title: say(BOX_TEXTS.asked, language),
    note: say(TEXTS.trees, language, { n: count(model.trees, language) }),
    body: html`<div class="stack">
      <dl class="facts">
        <dt>${say(BOX_TEXTS.radius, language)}</dt>
        <dd>${or(radius ?? '', BOX_TEXTS.ownRadius)}</dd>
        <dt>${say(BOX_TEXTS.vary, language)}</dt>
        <dd>${or(vary, BOX_TEXTS.free)}</dd>
        <dt>${say(BOX_TEXTS.output, language)}</dt>
        <dd><code>${output}</code></dd>
        <dt>${say(BOX_TEXTS.expect, language)}</dt>
        <dd>${or(expect, BOX_TEXTS.same)}</dd>
      </dl>
      <h3>${say(TEXTS.model, language)}</h3>
      ${modelFacts(model, null, language)}
    </div>`,
    open: false,
  });
}
