import type { Place, ReadResult } from '../../model/index.js';
import type { ReadOptions } from '../source/options.js';
import { Problems } from '../source/problems.js';
import type { DrawnEdge, DrawnNode } from './drawing.js';
import { lowerDrawing } from './lower.js';
import { decodeEntities, idOfSafe } from './safe-id.js';

/**
 * Reads what `draw_mermaid()` of LangGraph draws, in Python and in JavaScript. A node is
 * what the drawing declares: an edge to an id without a declaration is refused, and so is a line that is not understood.
 */
export function readLangGraphMermaid(text: string, options: Omit<ReadOptions, 'placeOf'> = {}): ReadResult {
  const problems = new Problems(placeOfLine);
  const nodes: DrawnNode[] = [];
  const edges: DrawnEdge[] = [];
  const ids = new Map<string, string>();
  let opened = false;
  for (const { words, pointer } of statementsOf(text)) {
    const node = NODE.exec(words);
    const edge = EDGE.exec(words);
    if (edge) {
      const [, source = '', label = '', line = '', target = ''] = edge;
      const told = label.trim();
      edges.push({
        source,
        target,
        pointer,
        conditional: line.startsWith('.') || line.startsWith('-.'),
        ...(told !== '' && { label: told }),
      });
    } else if (node) {
      const [, safe = '', label = ''] = node;
      const { name, metadata } = labelOf(label);
      ids.set(safe, idOfSafe(safe, name));
      nodes.push({ id: idOfSafe(safe, name), pointer, metadata });
    } else if (words.startsWith('subgraph ')) opened = true;
    else if (!STYLE.test(words)) problems.add('graph_line_unread', pointer, { line: words });
  }
  if (problems.any) return { ok: false, problems: problems.found };
  const drawn = edges.map((edge) => ({
    ...edge,
    source: ids.get(edge.source) ?? edge.source,
    target: ids.get(edge.target) ?? edge.target,
  }));
  return lowerDrawing({ nodes, edges: drawn, opened }, { ...options, placeOf: placeOfLine });
}

const SAFE = String.raw`([\w\\-]+)`;
/** `a(label)`, `a([label]):::first`, `a[label]`, `a{label}`: an id and a label in brackets. */
const NODE = new RegExp(
  String.raw`^${SAFE}(?:\(\[|\[\[|\(\(|\[|\(|\{)(.*?)(?:\]\)|\]\]|\)\)|\]|\)|\})(?::::\w+)?$`,
  's',
);
/** `a --> b`, `a -.-> b`, `a -. label .-> b`, `a -- label --> b`, `a ==> b`. */
const EDGE = new RegExp(String.raw`^${SAFE}\s+(?:(?:-\.|--)\s(.*)\s)?(\.->|-\.->|-->|==>)\s+${SAFE}$`, 's');
const STYLE = /^(?:graph|flowchart|subgraph|end|classDef|class|style|linkStyle|direction)\b/;

interface Statement {
  readonly words: string;
  readonly pointer: string;
}

/** The statements of a drawing: its settings and comments left out, line breaks inside a label kept. */
function* statementsOf(text: string): Generator<Statement> {
  // What stands between these lasts over lines: it is one statement with what is before and after.
  const joined = text.replaceAll(/<em>[^<]*<\/em>/g, (label) => label.replaceAll('\n', BREAK));
  let line = 1;
  let settings = false;
  for (const [at, row] of joined.split(/\r?\n/).entries()) {
    const here = line;
    line += 1 + (row.split(BREAK).length - 1);
    if (row.trim() === '---' && (at === 0 || settings)) {
      settings = !settings;
      continue;
    }
    if (settings || row.trim().startsWith('%%')) continue;
    for (const words of decodeEntities(row).split(';'))
      if (words.trim() !== '') yield { words: words.trim(), pointer: String(here) };
  }
}

/** No text of a drawing has it: a control character. */
const BREAK = '\u0001';

/** A label with what is known of the node: `name<hr/><small><em>key = value</em></small>`. */
function labelOf(label: string): { readonly name: string; readonly metadata: ReadonlyMap<string, string> } {
  const [head = '', rest = ''] = label.split('<hr/>', 2);
  const metadata = new Map<string, string>();
  for (const line of (/<em>([^<]*)<\/em>/.exec(rest)?.[1] ?? '').split(BREAK)) {
    const [, key, value] = /^\s*(\S+) = (.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) metadata.set(key, value.trim());
  }
  return { name: head.replaceAll(/<\/?p>|^"|"$/g, '').trim(), metadata };
}

/** Pointers into a drawing are numbers of lines. */
const placeOfLine = (pointer: string): Place =>
  pointer === '' ? { pointer: '' } : { pointer: '', line: Number(pointer), column: 1 };
