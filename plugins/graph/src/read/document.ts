import { readText, type TextForm } from '../gate/index.js';
import type { Bindings, Place, ReadGraph, ReadProblem } from '../model/index.js';
import { candidateFormats, type GraphFormatName, readGraph } from './recognise.js';

export interface DocumentOptions {
  /** Absent: it is recognised. */
  readonly format?: GraphFormatName;
  readonly bindings?: Bindings;
}

/** A graph as it was read, and what it was read from. */
export type GraphDocument =
  | ({ readonly ok: true; readonly format: GraphFormatName } & ReadGraph)
  | { readonly ok: false; readonly problems: readonly ReadProblem[] };

/** Reads a graph from its text: JSON, YAML, XML, Mermaid; bytes are UTF-8. */
export function readDocument(source: Uint8Array | string, options: DocumentOptions = {}): GraphDocument {
  const text = readText(source);
  return text.ok ? readIn(text.form, text.tree, options, text.placeOf) : text;
}

/** Reads a graph from parsed JSON, which has pointers and no lines. */
export const readTree = (tree: unknown, options: DocumentOptions = {}): GraphDocument => readIn('json', tree, options);

function readIn(
  form: TextForm,
  tree: unknown,
  { format: named, bindings }: DocumentOptions,
  placeOf?: (pointer: string) => Place,
): GraphDocument {
  const read = readGraph(tree, form, {
    ...(named !== undefined && { format: named }),
    ...(bindings && { bindings }),
    ...(placeOf && { placeOf }),
  });
  if (!read.ok) return read;
  // A document that was read without being named has the marks of one format.
  return { ...read, format: named ?? (candidateFormats(tree, form)[0] as GraphFormatName) };
}
