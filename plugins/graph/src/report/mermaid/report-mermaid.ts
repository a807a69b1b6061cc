import { count, type Language, say } from '@ostiary/report';
import type { NodeKind } from '../../model/index.js';
import type { Lacking, TraceCoverage } from '../../traces/index.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { insertText } from '../show/advice.js';
import { GraphIndex } from '../show/graph-index.js';
import { labelsOf } from '../show/guard.js';
import { short } from '../show/names.js';
import { type Scene, type SceneBody, type SceneEdge, type SceneNode, sceneOf } from '../show/scene.js';
import { summaryOf } from '../show/summary.js';
import { several } from '../show/sentences.js';
import { lackingText } from '../show/traces.js';
import { TRACE_TEXTS } from '../text/traces.js';
import { KIND_NAMES, TEXTS } from '../text/words.js';
import { label } from './escape.js';

/** Code points of a label, and of a note. */
const [LONGEST, LONGEST_NOTE] = [40, 160];

/** What was recorded and the graph has not, so many are drawn. */
const LACKING = 20;

/** The graph as a Mermaid flowchart, with the path of the gravest verdict marked, and what recorded runs show of it. */
export function reportMermaid(report: GraphReport): string {
  const { broken, possible } = summaryOf(report);
  return chartOf(report, [...broken, ...possible].find(({ path }) => path !== undefined) ?? null, report.traces);
}

/** The graph around the path of a verdict as a Mermaid flowchart; as a whole without one. */
export const verdictMermaid = (report: GraphReport, verdict: ReportedVerdict | null): string =>
  chartOf(report, verdict, undefined);

function chartOf(
  { graph, places, language }: GraphReport,
  verdict: ReportedVerdict | null,
  traces: TraceCoverage | undefined,
): string {
  const scene = sceneOf(new GraphIndex(graph, places), verdict);
  if (scene === null) return `flowchart TD\n  n0["${label(say(TEXTS.tooLarge, language))}"]\n`;
  return new Chart(language, traces).write(scene);
}

/** Opening and closing signs of a node, by what it is: shapes tell what colours would. */
const SHAPES: Readonly<Record<NodeKind, readonly [open: string, close: string]>> = {
  start: ['([', '])'],
  end: ['([', '])'],
  fail: ['(((', ')))'],
  llm: ['(', ')'],
  agent: ['(', ')'],
  tool: ['[', ']'],
  router: ['{', '}'],
  fork: ['{{', '}}'],
  join: ['{{', '}}'],
  human: ['[/', '/]'],
  subgraph: ['[[', ']]'],
  map: ['[[', ']]'],
  code: ['[', ']'],
  wait: ['[', ']'],
};

class Chart {
  readonly #lines: string[] = ['flowchart TD'];
  /** Mermaid numbers links in the order in which they stand. */
  #links = 0;
  readonly #lit: number[] = [];
  readonly #cut: number[] = [];
  readonly #classes = new Map<string, string[]>();
  /** Links that no recorded run took. */
  readonly #unseen: number[] = [];
  readonly #keys = new Map<string, string>();
  readonly #neverSeen: ReadonlySet<string>;
  readonly #neverTaken: ReadonlySet<string>;

  constructor(
    private readonly language: Language,
    private readonly traces: TraceCoverage | undefined,
  ) {
    this.#neverSeen = new Set(traces?.nodes_never_seen);
    this.#neverTaken = new Set(traces?.edges_never_seen);
  }

  write({ top, shown }: Scene): string {
    this.#body(top, '  ');
    this.#lacking(this.traces?.lacking ?? [], shown);
    this.#lines.push(
      '  classDef path stroke:#a31128,stroke-width:3px',
      '  classDef last stroke:#a31128,stroke-width:5px',
      '  classDef disabled stroke-dasharray:2 3',
      ...(this.traces ? ['  classDef unseen stroke:#888888,color:#666666', '  classDef lacking stroke:#7a4b00'] : []),
    );
    for (const [name, keys] of this.#classes) this.#lines.push(`  class ${keys.join(',')} ${name}`);
    if (this.#unseen.length > 0) this.#lines.push(`  linkStyle ${this.#unseen.join(',')} stroke:#888888`);
    if (this.#lit.length > 0) this.#lines.push(`  linkStyle ${this.#lit.join(',')} stroke:#a31128,stroke-width:3px`);
    if (this.#cut.length > 0) this.#lines.push(`  linkStyle ${this.#cut.join(',')} stroke:#0a6335,stroke-width:4px`);
    return `${this.#lines.join('\n')}\n`;
  }

  #body({ nodes, edges }: SceneBody, indent: string): void {
    for (const node of nodes) this.#node(node, indent);
    for (const edge of edges) this.#edge(edge, indent);
  }

  /** What was recorded and the graph has not: a way as a link, all else as a note. */
  #lacking(all: readonly Lacking[], shown: number): void {
    const drawn = all.slice(0, LACKING);
    let notes = shown;
    for (const each of drawn) {
      const [from, to] = [this.#keys.get(each.name), this.#keys.get(each.to ?? '')];
      if (each.code === 'no_edge' && from !== undefined && to !== undefined) {
        this.#lines.push(`  ${from} -.->|"${label(say(TRACE_TEXTS.lacking, this.language))}"| ${to}`);
        this.#links++;
        continue;
      }
      const key = `n${notes++}`;
      this.#lines.push(`  ${key}["${label(short(lackingText(each, this.language), LONGEST_NOTE))}"]`);
      this.#mark('lacking', key);
    }
    if (all.length === drawn.length) return;
    const more = say(TRACE_TEXTS.more, this.language, { n: count(all.length - drawn.length, this.language) });
    this.#lines.push(`  n${notes}["${label(more)}"]`);
    this.#mark('lacking', `n${notes}`);
  }

  #node({ key, path, node, steps, inside, folded, last, insert }: SceneNode, indent: string): void {
    const number = steps.length === 0 ? '' : `${steps.slice(0, 5).join(', ')}. `;
    const tools = (node.tools ?? []).map(({ name }) => name).filter((name) => name !== node.title && name !== node.id);
    const kind = say(KIND_NAMES[node.kind], this.language);
    const more = folded === null ? [] : [several(folded, TEXTS.folded, this.language)];
    const off = node.disabled === true ? [say(TEXTS.disabled, this.language)] : [];
    const unseen = this.#neverSeen.has(path);
    const never = unseen ? [say(TRACE_TEXTS.never, this.language)] : [];
    const front = insert === null ? [] : [`+ ${insertText(insert, this.language)}`];
    const text = [`${number}${node.title ?? node.id}`, kind, ...front, ...tools.slice(0, 3), ...more, ...off, ...never]
      .map((part) => label(short(part, LONGEST)))
      .join(' · ');
    if (inside === null || inside.nodes.length === 0) {
      const [open, close] = SHAPES[node.kind];
      this.#lines.push(`${indent}${key}${open}"${text}"${close}`);
    } else {
      this.#lines.push(`${indent}subgraph ${key}["${text}"]`);
      this.#body(inside, `${indent}  `);
      this.#lines.push(`${indent}end`);
    }
    this.#keys.set(path, key);
    if (steps.length > 0) this.#mark(last ? 'last' : 'path', key);
    else if (unseen) this.#mark('unseen', key);
    if (node.disabled === true) this.#mark('disabled', key);
  }

  #edge({ from, to, path, edge, steps, insert }: SceneEdge, indent: string): void {
    const texts = [
      ...labelsOf(edge, this.language),
      ...(insert === null ? [] : [insertText(insert, this.language)]),
      ...(this.#neverTaken.has(path) ? [say(TRACE_TEXTS.never, this.language)] : []),
    ].map((text) => label(short(text, LONGEST)));
    const arrow = edge.on === 'error' || edge.provenance === 'may' ? '-.->' : '-->';
    this.#lines.push(`${indent}${from} ${arrow}${texts.length === 0 ? '' : `|"${texts.join(' · ')}"|`} ${to}`);
    if (insert !== null) this.#cut.push(this.#links);
    else if (steps.length > 0) this.#lit.push(this.#links);
    else if (this.#neverTaken.has(path)) this.#unseen.push(this.#links);
    this.#links++;
  }

  #mark(name: string, key: string): void {
    const keys = this.#classes.get(name);
    if (keys === undefined) this.#classes.set(name, [key]);
    else keys.push(key);
  }
}
