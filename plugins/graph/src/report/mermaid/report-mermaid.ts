import { type Language, say } from '@ostiary/report';
import type { NodeKind } from '../../model/index.js';
import type { GraphReport, ReportedVerdict } from '../input.js';
import { insertText } from '../show/advice.js';
import { GraphIndex } from '../show/graph-index.js';
import { labelsOf } from '../show/guard.js';
import { short } from '../show/names.js';
import { type Scene, type SceneBody, type SceneEdge, type SceneNode, sceneOf } from '../show/scene.js';
import { summaryOf } from '../show/summary.js';
import { several } from '../show/sentences.js';
import { KIND_NAMES, TEXTS } from '../text/words.js';
import { label } from './escape.js';

/** Code points of a label. */
const LONGEST = 40;

/** The graph as a Mermaid flowchart, with the path of the gravest verdict marked. */
export function reportMermaid(report: GraphReport): string {
  const { broken, possible } = summaryOf(report);
  return verdictMermaid(report, [...broken, ...possible].find(({ path }) => path !== undefined) ?? null);
}

/** The graph around the path of a verdict as a Mermaid flowchart; as a whole without one. */
export function verdictMermaid({ graph, places, language }: GraphReport, verdict: ReportedVerdict | null): string {
  const scene = sceneOf(new GraphIndex(graph, places), verdict);
  if (scene === null) return `flowchart TD\n  n0["${label(say(TEXTS.tooLarge, language))}"]\n`;
  return new Chart(language).write(scene);
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

  constructor(private readonly language: Language) {}

  write({ top }: Scene): string {
    this.#body(top, '  ');
    this.#lines.push(
      '  classDef path stroke:#a31128,stroke-width:3px',
      '  classDef last stroke:#a31128,stroke-width:5px',
      '  classDef disabled stroke-dasharray:2 3',
    );
    for (const [name, keys] of this.#classes) this.#lines.push(`  class ${keys.join(',')} ${name}`);
    if (this.#lit.length > 0) this.#lines.push(`  linkStyle ${this.#lit.join(',')} stroke:#a31128,stroke-width:3px`);
    if (this.#cut.length > 0) this.#lines.push(`  linkStyle ${this.#cut.join(',')} stroke:#0a6335,stroke-width:4px`);
    return `${this.#lines.join('\n')}\n`;
  }

  #body({ nodes, edges }: SceneBody, indent: string): void {
    for (const node of nodes) this.#node(node, indent);
    for (const edge of edges) this.#edge(edge, indent);
  }

  #node({ key, node, steps, inside, folded, last, insert }: SceneNode, indent: string): void {
    const number = steps.length === 0 ? '' : `${steps.slice(0, 5).join(', ')}. `;
    const tools = (node.tools ?? []).map(({ name }) => name).filter((name) => name !== node.title && name !== node.id);
    const kind = say(KIND_NAMES[node.kind], this.language);
    const more = folded === null ? [] : [several(folded, TEXTS.folded, this.language)];
    const off = node.disabled === true ? [say(TEXTS.disabled, this.language)] : [];
    const front = insert === null ? [] : [`+ ${insertText(insert, this.language)}`];
    const text = [`${number}${node.title ?? node.id}`, kind, ...front, ...tools.slice(0, 3), ...more, ...off]
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
    if (steps.length > 0) this.#mark(last ? 'last' : 'path', key);
    if (node.disabled === true) this.#mark('disabled', key);
  }

  #edge({ from, to, edge, steps, insert }: SceneEdge, indent: string): void {
    const texts = [
      ...labelsOf(edge, this.language),
      ...(insert === null ? [] : [insertText(insert, this.language)]),
    ].map((text) => label(short(text, LONGEST)));
    const arrow = edge.on === 'error' || edge.provenance === 'may' ? '-.->' : '-->';
    this.#lines.push(`${indent}${from} ${arrow}${texts.length === 0 ? '' : `|"${texts.join(' · ')}"|`} ${to}`);
    if (insert !== null) this.#cut.push(this.#links);
    else if (steps.length > 0) this.#lit.push(this.#links);
    this.#links++;
  }

  #mark(name: string, key: string): void {
    const keys = this.#classes.get(name);
    if (keys === undefined) this.#classes.set(name, [key]);
    else keys.push(key);
  }
}
