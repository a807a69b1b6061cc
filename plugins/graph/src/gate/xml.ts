import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { TextLimits } from './limits.js';
import { shown, TextRefused, type XmlElement } from './result.js';

interface OpenElement extends XmlElement {
  readonly attributes: Record<string, string>;
  readonly children: (XmlElement | string)[];
}

/** The parser is fed piece by piece, so that a document that is refused is not read on. */
const PIECE = 2 ** 16;
const DECLARED = 'http://www.w3.org/2000/xmlns/';

/**
 * Reads XML 1.0 and 1.1 with namespaces. A document type is refused, and with it every entity but the five that XML has by itself, inside and outside. Comments and
 * processing instructions are left out. Not recursive.
 */
export function readXml(text: string, limits: TextLimits): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const here = (): { line: number; column: number } => ({ line: parser.line, column: parser.column + 1 });
  const refuse = <S extends ConstructorParameters<typeof TextRefused>[0]>(error: TextRefused<S>): never => {
    throw error;
  };
  const root: OpenElement[] = [];
  const open: OpenElement[] = [];
  let begin = here();
  let values = 0;
  let attributes = 0;
  const count = (what: 'values' | 'attributes', found: number): void => {
    if (found > limits[what]) refuse(new TextRefused('graph_text_too_large', { what, limit: limits[what] }, here()));
  };

  parser.on('error', ({ message }) =>
    refuse(
      new TextRefused('graph_text_syntax', { form: 'xml', reason: shown(message.replace(/^\d+:\d+: /, '')) }, here()),
    ),
  );
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(encoding))
      refuse(new TextRefused('graph_text_encoding', { encoding: shown(encoding) }, here()));
  });
  parser.on('doctype', () => refuse(new TextRefused('graph_xml_doctype', {}, here())));
  parser.on('opentagstart', ({ name }) => {
    if (open.length >= limits.depth) refuse(new TextRefused('graph_text_too_deep', { limit: limits.depth }, here()));
    // The parser has read the name and the character after it.
    begin = { line: parser.line, column: parser.column - name.length - 1 };
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    count('attributes', attributes);
  });
  parser.on('opentag', (tag) => {
    const element: OpenElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: attributesOf(tag),
      children: [],
      ...begin,
    };
    (open.at(-1)?.children ?? root).push(element);
    open.push(element);
    values += 1 + attributes;
    count('values', values);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (found: string): void => {
    const children = open.at(-1)?.children;
    // Text around the root element is blank, or the parser has refused it.
    if (!children) return;
    const before = children.at(-1);
    if (typeof before === 'string') children[children.length - 1] = before + found;
    else {
      children.push(found);
      values += 1;
      count('values', values);
    }
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
  parser.close();
  const [element] = root;
  // INVARIANT: a document without an element is an error of the parser.
  if (!element) throw new TextRefused('graph_text_empty', {}, 0);
  return element;
}

function attributesOf({ attributes }: SaxesTagNS): Record<string, string> {
  const found = Object.create(null) as Record<string, string>;
  for (const { uri, local, value } of Object.values(attributes))
    if (uri !== DECLARED) found[uri === '' ? local : `{${uri}}${local}`] = value;
  return found;
}
