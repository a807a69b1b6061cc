import { count, html, type Html, prose, say, table, value } from '@ostiary/report';
import type { RowResult, ShownInput } from '../../audit/index.js';
import type { ForestReport } from '../input.js';
import { changesOf, comparedOf } from '../lines/cases.js';
import { boundsText, figure, outcomeLines, replayText, titleOf } from '../show/row.js';
import { featureText, valueText } from '../show/value.js';
import { BOX_TEXTS } from '../text/boxes.js';
import { KIND_NAMES, SEVERITY_NAMES, TEXTS, VERDICT_NAMES } from '../text/words.js';
import { groupsPart } from './groups.js';
import { histogram, planePicture, rangeBar } from './pictures.js';
import { bits, whole, wholes } from './unbroken.js';
import type { Verdict } from '../../judge/index.js';

/** Features of an input that a page shows, its scores, and lines of a row. */
const [FEATURES, SCORES, LINES] = [200, 10, 12];

const COLOURS: Readonly<Record<Verdict, string>> = {
  internal_error: 'refuse',
  violated: 'refuse',
  undecided: 'confirm',
  unsupported: 'confirm',
  input_error: 'confirm',
  vacuous: 'confirm',
  proved: 'allow',
};

export const verdictBadge = (verdict: Verdict, language: ForestReport['language']): Html =>
  html`<span class="answer ${COLOURS[verdict]}">${say(VERDICT_NAMES[verdict], language)}</span>`;

export const severityTag = ({ severity }: Pick<RowResult, 'severity'>, language: ForestReport['language']): Html =>
  html`<span class="severity ${SEVERITY_NAMES[severity].colour}"
    >${say(SEVERITY_NAMES[severity].words, language)}</span
  >`;

/** A row with all that shows its verdict: numbers, what changes, pictures, the input to its last bit. */
export function rowCard(row: RowResult, at: number, id: string, report: ForestReport): Html {
  const { language } = report;
  const { shown } = row;
  const lines = outcomeLines(row, language).slice(0, LINES);
  const kind = KIND_NAMES[row.kind];
  return html`<article class="card finding" id="${id}" aria-labelledby="${id}-title">
    <div class="part">
      <div class="row">
        ${verdictBadge(row.verdict, language)} ${severityTag(row, language)}
        <span
          ><code>${row.id}</code> ${row.title === '' ? null : kind === undefined ? row.kind : say(kind, language)}</span
        >
      </div>
      <h3 id="${id}-title">${prose(titleOf(row, language))}</h3>
      ${row.note === '' ? null : html`<p class="lead muted">${prose(row.note)}</p>`}
      ${lines.map((line) => html`<p class="lead">${prose(line)}</p>`)} ${unexpectedPart(shown?.record ?? null, report)}
      ${row.used.length === 0 ? null : html`<p class="aside">${say(TEXTS.exact, language)}: ${prose(row.used.join('; '))}</p>`}
    </div>
    ${boundsPart(row, report)} ${shown === null ? null : changesPart(row, report)} ${versionsPart(row, report)}
    ${groupsOf(row, at, report)} ${planePart(at, report)} ${distancesPart(row, report)} ${inputsPart(row, report)}
  </article>`;
}

function unexpectedPart(id: string | null, { unexpected, language }: ForestReport): Html | null {
  const own = unexpected.records.find(({ record }) => record === id);
  if (own === undefined) return null;
  const told = { id: own.record, label: String(own.label), expected: String(own.expected_label) };
  return html`<p class="aside">${prose(say(TEXTS.unexpectedRecord, language, told))}</p>`;
}

function part(title: string, note: string | null, body: Html): Html {
  return html`<div class="part">
    <h4>${title}${note === null ? null : html` <small>${note}</small>`}</h4>
    ${body}
  </div>`;
}

function boundsPart({ shown, limit, kind, verdict }: RowResult, { language }: ForestReport): Html | null {
  const bounds = shown?.bounds ?? null;
  if (bounds === null || !['range', 'protected_gap', 'drift'].includes(kind)) return null;
  const words = boundsText(bounds, language);
  const bar = rangeBar(bounds, limit, COLOURS[verdict], language);
  return bar === null ? null : part(say(TEXTS.range, language), words, bar);
}

/** Of two versions: which of them is asked. Else which witness it is. */
function inputTitle(inputs: readonly ShownInput[], at: number, language: ForestReport['language']): string {
  if (inputs.some(({ model }) => model === 'compare_model'))
    return say(inputs[at]?.model === 'compare_model' ? TEXTS.compare : TEXTS.model, language);
  const name = say(TEXTS.witness, language);
  return inputs.length === 1 ? name : `${name} ${at + 1}`;
}

/** What two versions make of one input. */
function versionsPart({ shown }: RowResult, { language }: ForestReport): Html | null {
  const inputs = shown?.witness?.inputs ?? [];
  const [first, second] = inputs;
  if (second?.model !== 'compare_model') return null;
  const label = say(TEXTS.answers, language);
  const titles = [say(BOX_TEXTS.output, language), ...inputs.map((_input, at) => inputTitle(inputs, at, language))];
  const columns = titles.map((title) => ({ title }));
  return part(label, null, table({ label, columns, rows: outputRows(first, second, language) }));
}

function changesPart({ shown }: RowResult, { language }: ForestReport): Html | null {
  if (shown === null) return null;
  const changes = changesOf(shown);
  if (changes.length === 0) return null;
  const compared = comparedOf(shown);
  const pair = compared?.pair ?? false;
  const columns = [TEXTS.feature, pair ? TEXTS.first : TEXTS.before, pair ? TEXTS.second : TEXTS.witness];
  const rows = changes.map((own) => [whole(featureText(own)), whole(own.from), whole(own.to)]);
  const label = say(TEXTS.changed, language);
  return part(
    label,
    shown.record === null ? null : say(TEXTS.record, language, { id: shown.record }),
    table({
      label,
      columns: columns.map((words) => ({ title: say(words, language) })),
      rows: [...rows, ...outputRows(compared?.before, compared?.after, language)],
    }),
  );
}

function outputRows(
  before: ShownInput | undefined,
  after: ShownInput | undefined,
  language: ForestReport['language'],
): (readonly Html[])[] {
  if (before === undefined || after === undefined) return [];
  const strong = (text: string): Html => html`<strong>${text}</strong>`;
  const scores = ({ scores: own }: ShownInput): Html => wholes(own.slice(0, SCORES).map(figure));
  return [
    ...(before.label === null
      ? []
      : [[strong(say(TEXTS.label, language)), value(String(before.label)), value(String(after.label))]]),
    [strong(say(TEXTS.scores, language)), scores(before), scores(after)],
  ];
}

function groupsOf({ limit }: RowResult, at: number, { groups, language }: ForestReport): Html | null {
  const gaps = groups.get(at);
  return gaps === undefined ? null : part(say(TEXTS.moves, language), null, groupsPart(gaps, limit, language));
}

function planePart(at: number, { planes, language }: ForestReport): Html | null {
  const plane = planes.get(at);
  return plane === undefined
    ? null
    : part(
        say(TEXTS.plane, language),
        null,
        html`${planePicture(plane, language)}
          <p class="aside">${say(TEXTS.planeNote, language)}</p>`,
      );
}

function distancesPart(row: RowResult, { language }: ForestReport): Html | null {
  const picture = histogram(row.distances, language);
  if (picture === null) return null;
  const own = row.distances.filter(Number.isFinite);
  const note = say(TEXTS.distancesNote, language, {
    n: count(own.length, language),
    low: figure(Math.min(...own)),
    high: figure(Math.max(...own)),
  });
  return part(say(TEXTS.distances, language), note, picture);
}

function inputsPart({ shown }: RowResult, { language, runtime }: ForestReport): Html | null {
  const witness = shown?.witness ?? null;
  if (witness === null || witness.inputs.length === 0) return null;
  const title = say(TEXTS.wholeInput, language);
  const [first] = witness.inputs;
  const columns = [
    { title: say(TEXTS.feature, language) },
    ...witness.inputs.flatMap((_input, at) => [
      {
        title: inputTitle(witness.inputs, at, language),
        numeric: true,
      },
      { title: say(TEXTS.bits, language), numeric: true },
    ]),
  ];
  const rows = (first?.values ?? [])
    .slice(0, FEATURES)
    .map((own, at) => [
      whole(featureText(own)),
      ...witness.inputs.flatMap(({ values }) => [
        whole(values[at] === undefined ? '' : valueText(values[at])),
        bits([values[at]?.bits ?? '–']),
      ]),
    ]);
  const scored = [
    html`<strong>${say(TEXTS.scores, language)}</strong>`,
    ...witness.inputs.flatMap(({ scores, score_bits: own, label }) => [
      wholes([...(label === null ? [] : [`${label}:`]), ...scores.slice(0, SCORES).map(figure)]),
      bits(own.slice(0, SCORES)),
    ]),
  ];
  return html`<div class="part">
    <p class="aside">${replayText(witness, runtime, language)}</p>
    <details>
      <summary>${title}</summary>
      ${table({ label: title, columns, rows: [...rows, scored] })}
    </details>
  </div>`;
}
