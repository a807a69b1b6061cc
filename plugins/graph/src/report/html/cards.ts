import { type Content, count, folded, html, type Html, prose, say, table, value } from '@ostiary/report';
import type { TraceCoverage } from '../../traces/index.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import type { GraphIndex } from '../show/graph-index.js';
import { short } from '../show/names.js';
import { assumptionText, classOf, edgeText, placeText, roleText, ruleOf, titleOf } from '../show/sentences.js';
import { lackingText, traceFigures } from '../show/traces.js';
import { TRACE_TEXTS } from '../text/traces.js';
import { TEXTS } from '../text/words.js';
import { figureOf } from './figure.js';

/** Rows of a table that a page shows, and names in a cell. */
const [ROWS, NAMES] = [500, 20];

/** What is proved, with what proves it. */
export function provedCard(
  proved: readonly ReportedVerdict[],
  report: GraphReport,
  index: GraphIndex,
  open: boolean,
): Html {
  const { rules, language } = report;
  const title = say(TEXTS.proved, language);
  const rows = proved.slice(0, ROWS).map((verdict) => [
    html`<code>${classOf(verdict, ruleOf(verdict, rules))}</code>`,
    prose(titleOf(verdict, rules, language)),
    verdict.certificate_id === undefined ? '–' : value(verdict.certificate_id),
    (verdict.guards_used ?? []).length === 0
      ? html`<span class="muted">${say(TEXTS.none, language)}</span>`
      : prose(
          (verdict.guards_used ?? [])
            .slice(0, NAMES)
            .map((edge) => edgeText(edge, index))
            .join('; '),
        ),
  ]);
  const columns = [TEXTS.kindColumn, TEXTS.whatHolds, TEXTS.certificate, TEXTS.guardsUsed].map((words) => ({
    title: say(words, language),
  }));
  return folded({
    id: 'proved',
    title: html`${title} <span class="muted">${count(proved.length, language)}</span>`,
    note: say(TEXTS.provedNote, language),
    body: html`${table({ label: title, columns, rows })}${more(proved.length - ROWS, report)}`,
    open,
  });
}

function more(left: number, { language }: GraphReport): Html | null {
  return left > 0
    ? html`<p class="muted">${say(TEXTS.moreVerdicts, language, { n: count(left, language) })}</p>`
    : null;
}

/** Rules that say nothing. */
export function vacuousCard(vacuous: readonly ReportedVerdict[], report: GraphReport): Html {
  const { rules, language } = report;
  const items = vacuous.slice(0, ROWS).map((verdict) => {
    const rule = ruleOf(verdict, rules);
    return html`<li><code>${classOf(verdict, rule)}</code> ${prose(titleOf(verdict, rules, language))}</li>`;
  });
  return folded({
    id: 'vacuous',
    title: html`${say(TEXTS.vacuousCard, language)} <span class="muted">${count(vacuous.length, language)}</span>`,
    note: say(TEXTS.vacuousNote, language),
    body: html`<ul class="bullets">
        ${items}
      </ul>
      ${more(vacuous.length - ROWS, report)}`,
    open: true,
  });
}

/** What the export did not tell. */
export function assumptionsCard(report: GraphReport, index: GraphIndex): Html {
  const { assumptions, language } = report;
  const title = say(TEXTS.assumptions, language);
  const rows = assumptions.slice(0, ROWS).map((assumption) => {
    const { code, place, nodes = [], edges = [] } = assumption;
    const rests = [...nodes, ...edges].slice(0, NAMES).map((each) => placeText(each, index));
    const line = place.line === undefined ? '' : ` (${say(TEXTS.line, language, { n: place.line })})`;
    return [
      html`<code>${breakable(short(code, 80))}</code>`,
      prose(assumptionText(assumption, language)),
      html`${prose(rests.join(', '))} <code class="muted">${short(place.pointer, 120)}</code>${line}`,
    ];
  });
  const columns = [TEXTS.code, TEXTS.what, TEXTS.where].map((words) => ({ title: say(words, language) }));
  return folded({
    id: 'assumptions',
    title: html`${title} <span class="muted">${count(assumptions.length, language)}</span>`,
    note: say(TEXTS.assumptionsNote, language),
    body: html`${table({ label: title, columns, rows })}${more(assumptions.length - ROWS, report)}`,
    open: false,
  });
}

/** A code that breaks behind its words where a column is narrow. */
const breakable = (code: string): Content =>
  code.split('_').map((word, at) => (at === 0 ? word : html`_<wbr />${word}`));

/** How much of the graph is known, and the tools that nobody classified. */
export function coverageCard(report: GraphReport): Html {
  const { coverage, language } = report;
  const of = (n: number, all: number): string =>
    say(TEXTS.of, language, { n: count(n, language), all: count(all, language) });
  const facts = [
    [TEXTS.toolsClassified, of(coverage.tools_classified, coverage.tools)],
    [TEXTS.guards, count(coverage.edges_with_guard, language)],
    [TEXTS.opaque, of(coverage.opaque_guards, coverage.edges_with_guard)],
  ] as const;
  return folded({
    id: 'coverage',
    title: say(TEXTS.coverage, language),
    note: say(TEXTS.coverageNote, language),
    body: html`<div class="stack">
      <dl class="facts">
        ${facts.map(
          ([words, text]) =>
            html`<dt>${say(words, language)}</dt>
              <dd>${text}</dd>`,
        )}
      </dl>
      ${coverage.unclassified.length === 0 ? null : unclassified(report)}
      ${coverage.roles.length === 0 ? null : statedRoles(report)}
    </div>`,
    open: coverage.unclassified.length + coverage.roles.length > 0,
  });
}

function unclassified({ coverage, language }: GraphReport): Html {
  const title = say(TEXTS.unclassified, language);
  const rows = coverage.unclassified
    .slice(0, ROWS)
    .map(({ name, proposals }) => [
      value(name),
      proposals.length === 0
        ? html`<span class="muted">${say(TEXTS.nothingProposed, language)}</span>`
        : proposals.map(({ class: id, reason }) => html`<div><code>${id}</code> ${prose(say(reason, language))}</div>`),
    ]);
  const columns = [TEXTS.tool, TEXTS.proposed].map((words) => ({ title: say(words, language) }));
  return html`<h3>${title}</h3>
    ${table({ label: title, columns, rows })}`;
}

function statedRoles({ coverage, language }: GraphReport): Html {
  const title = say(TEXTS.statedRoles, language);
  const rows = coverage.roles.slice(0, ROWS).map((role) => {
    const { pointer, line } = role.place;
    const where = line === undefined ? '' : ` (${say(TEXTS.line, language, { n: line })})`;
    return [
      html`<code>${breakable(role.code)}</code>`,
      prose(roleText(role, language)),
      html`<code class="muted">${short(pointer, 120)}</code>${where}`,
    ];
  });
  const columns = [TEXTS.code, TEXTS.what, TEXTS.where].map((words) => ({ title: say(words, language) }));
  return html`<h3>${title}</h3>
    ${table({ label: title, columns, rows })}`;
}

/** What recorded runs show, and what they do that the graph has not. */
export function tracesCard(traces: TraceCoverage, { language }: GraphReport, index: GraphIndex): Html {
  const list = (items: readonly Content[]): Html =>
    html`<ul class="bullets">
      ${items.slice(0, ROWS).map((item) => html`<li>${item}</li>`)}
      ${items.length > ROWS ? html`<li class="muted">${say(TRACE_TEXTS.more, language, { n: count(items.length - ROWS, language) })}</li>` : null}
    </ul>`;
  const never = [
    [TRACE_TEXTS.neverEdges, traces.edges_never_seen],
    [TRACE_TEXTS.neverNodes, traces.nodes_never_seen],
  ] as const;
  return folded({
    id: 'traces',
    title: say(TRACE_TEXTS.title, language),
    note: say(TRACE_TEXTS.note, language),
    body: html`<div class="stack">
      <dl class="facts">
        ${traceFigures(traces, language).map(
          ([label, figure]) =>
            html`<dt>${label}</dt>
              <dd>${figure}</dd>`,
        )}
      </dl>
      ${
        traces.lacking.length === 0
          ? null
          : html`<h3>${say(TRACE_TEXTS.lacking, language)}</h3>
              ${list(traces.lacking.map((each) => prose(lackingText(each, language))))}`
      }
      ${never.map(([title, names]) =>
        names.length === 0
          ? null
          : html`<h3>${say(title, language)}</h3>
              ${list(names.map((name) => prose(placeText(name, index))))}`,
      )}
    </div>`,
    open: traces.lacking.length > 0,
  });
}

/** The graph as it was read. */
export function graphCard(report: GraphReport, index: GraphIndex, open: boolean): Html {
  const { language, digest } = report;
  const drawn = figureOf(null, 'graph-picture', index, report);
  return folded({
    id: 'graph',
    title: say(TEXTS.graph, language),
    note: say(TEXTS.graphNote, language),
    body: html`<div class="stack">
      ${drawn === null ? html`<p>${say(TEXTS.tooLarge, language)}</p>` : drawn.figure}
      <dl class="facts">
        <dt>${say(TEXTS.digest, language)}</dt>
        <dd><code>${short(digest, 200)}</code></dd>
      </dl>
    </div>`,
    open,
  });
}
