import type { Place, ReadProblem } from '../model/index.js';
import type { TextForm } from './limits.js';

/** The parameters of each problem that a text can have before anybody looks at the graph in it. */
export interface TextProblemParams {
  /** The bytes are not UTF-8, or say that they are something else. */
  readonly graph_text_encoding: { readonly encoding: string };
  readonly graph_text_empty: Readonly<Record<string, never>>;
  /** `what`: `size`, `values`, `aliases`, `attributes`. */
  readonly graph_text_too_large: { readonly what: string; readonly limit: number };
  readonly graph_text_too_deep: { readonly limit: number };
  /** `reason`: the parser's own, in English. */
  readonly graph_text_syntax: { readonly form: TextForm; readonly reason: string };
  /** One name twice in a record: of the two, programs take a different one. */
  readonly graph_key_doubled: { readonly key: string };
  /** A key of YAML that is no scalar. */
  readonly graph_yaml_key: Readonly<Record<string, never>>;
  readonly graph_yaml_tag: { readonly tag: string };
  readonly graph_yaml_directive: { readonly directive: string };
  readonly graph_yaml_documents: Readonly<Record<string, never>>;
  /** `<<`: a merge to one program, a key to another. */
  readonly graph_yaml_merge: Readonly<Record<string, never>>;
  /** An alias of nothing, or of what it stands in. */
  readonly graph_yaml_alias: { readonly alias: string };
  /** A document type, in which entities are declared. */
  readonly graph_xml_doctype: Readonly<Record<string, never>>;
}
export type TextProblemSlug = keyof TextProblemParams;

/**
 * `tree`: lists, records, texts, numbers, booleans, null; a number that JavaScript cannot hold is a `RawNumber` of core/json. The names of a record
 * are the customer's: ask with `Object.hasOwn`. Of XML it is an {@link XmlElement}, of Mermaid the text itself.
 */
export type TextRead =
  | {
      readonly ok: true;
      readonly form: TextForm;
      readonly tree: unknown;
      /** Line and column, from 1, of what stands at a pointer into the tree; of what stands around it when there is nothing. */
      readonly placeOf: (pointer: string) => Place;
    }
  | { readonly ok: false; readonly problems: readonly ReadProblem[] };

/** An element of XML, its namespaces resolved. A declaration of a namespace is no attribute. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** Empty: none. */
  readonly namespace: string;
  /** By local name; those with a namespace of their own by `{namespace}name`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements and texts in their order; a CDATA section is text. */
  readonly children: readonly (XmlElement | string)[];
  readonly line: number;
  readonly column: number;
}

/** Where a text ends to be read. Thrown within the gate only. */
export class TextRefused<S extends TextProblemSlug = TextProblemSlug> extends Error {
  constructor(
    readonly slug: S,
    readonly params: TextProblemParams[S],
    /** An offset in the text, or line and column. */
    readonly at: number | { readonly line: number; readonly column: number },
    readonly pointer = '',
  ) {
    super(slug);
  }
}

const MAX_SHOWN = 200;

/** A customer's text, or a parser's, in a message: its first line, and not much of it. */
export function shown(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}
