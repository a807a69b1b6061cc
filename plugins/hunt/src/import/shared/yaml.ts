import type { Words } from '@ostiary/guard';
import { SourceText, type Span } from '@ostiary/policy';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { ImportFault } from '../model.js';

/** A value of a YAML or JSON text, and where it stands. */
export type Tree =
  | { readonly kind: 'map'; readonly fields: ReadonlyMap<string, Tree>; readonly span: Span }
  | { readonly kind: 'list'; readonly items: readonly Tree[]; readonly span: Span }
  | { readonly kind: 'text'; readonly text: string; readonly span: Span }
  /** As it is written. */
  | { readonly kind: 'number'; readonly digits: string; readonly span: Span }
  | { readonly kind: 'bool'; readonly value: boolean; readonly span: Span }
  | { readonly kind: 'null'; readonly span: Span };

export type TreeOf<Kind extends Tree['kind']> = Extract<Tree, { kind: Kind }>;

export type TreeRead =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly faults: readonly ImportFault[] };

const MOST_NESTED = 64;

/** Reads YAML 1.2, which JSON is too. Nothing is expanded: what refers to another place is refused. */
export function readTree(text: string): TreeRead {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    version: '1.2',
    schema: 'core',
    merge: false,
  });
  const [error] = document.errors;
  if (error)
    return {
      ok: false,
      faults: [faultAt(new SourceText(text), error.pos[0], 'not_readable', error.message.split('\n')[0] ?? '')],
    };
  try {
    return { ok: true, tree: treeOf(document.contents, 0) };
  } catch (thrown) {
    if (!(thrown instanceof Unread)) throw thrown;
    return { ok: false, faults: [faultAt(new SourceText(text), thrown.at, 'not_supported', thrown.detail)] };
  }
}

/** A fault in the text; readers of others give their reasons in English. */
export function faultAt(
  source: SourceText,
  at: number,
  slug: ImportFault['slug'],
  reason: string | Words,
): ImportFault {
  const detail =
    typeof reason === 'string'
      ? { en: `This cannot be read: ${reason}`, pt: `Isto não pode ser lido: ${reason}` }
      : reason;
  return { of: 'text', slug, ...source.position(at), detail };
}

class Unread extends Error {
  constructor(
    readonly detail: Words,
    readonly at: number,
  ) {
    super(detail.en);
  }
}

function treeOf(node: Node | null, depth: number): Tree {
  const [start = 0, end = start] = node?.range ?? [];
  const span = { start, end };
  if (depth > MOST_NESTED)
    throw new Unread(
      {
        en: `It is nested more than ${String(MOST_NESTED)} levels deep.`,
        pt: `Tem mais de ${String(MOST_NESTED)} níveis.`,
      },
      start,
    );
  if (isAlias(node))
    throw new Unread(
      {
        en: 'Aliases are not supported: write out what they stand for.',
        pt: 'Aliases não são aceites: escreva por extenso o que representam.',
      },
      start,
    );
  if (isMap(node)) {
    const fields = new Map<string, Tree>();
    for (const { key, value } of node.items) {
      if (!isScalar(key))
        throw new Unread({ en: 'A key must be a text.', pt: 'Uma chave tem de ser um texto.' }, start);
      const inner = treeOf(value as Node | null, depth + 1);
      const from = key.range?.[0] ?? inner.span.start;
      fields.set(String(key.value), { ...inner, span: { start: from, end: Math.max(inner.span.end, from) } });
    }
    return { kind: 'map', fields, span };
  }
  if (isSeq(node))
    return { kind: 'list', items: node.items.map((item) => treeOf(item as Node | null, depth + 1)), span };
  if (!isScalar(node) || node.value === null) return { kind: 'null', span };
  const { value, source } = node;
  if (typeof value === 'boolean') return { kind: 'bool', value, span };
  if (typeof value === 'number')
    return { kind: 'number', digits: /^-?\d+(?:\.\d+)?$/u.test(source ?? '') ? (source ?? '') : String(value), span };
  return { kind: 'text', text: typeof value === 'string' ? value : (source ?? ''), span };
}

export const fieldOf = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.kind === 'map' ? tree.fields.get(name) : undefined;
export const textOf = (tree: Tree | undefined): string | undefined => (tree?.kind === 'text' ? tree.text : undefined);
export const itemsOf = (tree: Tree | undefined): readonly Tree[] => (tree?.kind === 'list' ? tree.items : []);
