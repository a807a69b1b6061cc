import { pointerTokens } from '@ostiary/catalogue';
import type { Place } from '../model/index.js';
import { formOf } from './form.js';
import { JsonOffsets } from './json-offsets.js';
import { readJson } from './json.js';
import { TEXT_LIMITS, type TextForm, type TextLimits } from './limits.js';
import { Lines } from './lines.js';
import { type TextRead, TextRefused, type XmlElement } from './result.js';
import { readXml } from './xml.js';
import { readYaml } from './yaml.js';

export interface TextOptions {
  /** Said by whoever sent it; else {@link formOf} tells. */
  readonly form?: TextForm;
  /** Stricter bounds than {@link TEXT_LIMITS}. */
  readonly limits?: Partial<TextLimits>;
}

/**
 * Reads JSON, YAML or XML into plain data; Mermaid stays the text it is. Everything is bounded before it is parsed, and nothing outside the text is
 * ever read. A text that two programs would read in two ways is refused. See docs/adr/0138.
 *
 * @param source UTF-8 bytes or text, with or without a byte order mark
 */
export function readText(source: Uint8Array | string, options: TextOptions = {}): TextRead {
  let text = '';
  try {
    text = decoded(source, options);
    const form = options.form ?? formOf(text);
    const limits = limitsOf(form, options);
    if (text.length > limits.size) throw tooLarge(limits.size);
    if (!/\S/u.test(text)) throw new TextRefused('graph_text_empty', {}, 0);
    return { ok: true, form, ...read(text, form, limits) };
  } catch (thrown) {
    if (!(thrown instanceof TextRefused)) throw thrown;
    const { slug, params, at, pointer } = thrown;
    const place: Place = { pointer, ...(typeof at === 'number' ? new Lines(text).at(at) : at) };
    return { ok: false, problems: [{ slug, place, params: { ...params } }] };
  }
}

function limitsOf(form: TextForm, { limits = {} }: TextOptions): TextLimits {
  const own: TextLimits = TEXT_LIMITS[form];
  return { ...own, ...limits, size: Math.min(own.size, limits.size ?? own.size) };
}

const tooLarge = (limit: number): TextRefused => new TextRefused('graph_text_too_large', { what: 'size', limit }, 0);

function decoded(source: Uint8Array | string, { form, limits }: TextOptions): string {
  if (typeof source === 'string') return source.startsWith('\ufeff') ? source.slice(1) : source;
  const most = Math.min(limits?.size ?? Infinity, form ? TEXT_LIMITS[form].size : TEXT_LIMITS.json.size);
  if (source.byteLength > most) throw tooLarge(most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(source);
  } catch {
    throw new TextRefused('graph_text_encoding', { encoding: 'not UTF-8' }, 0);
  }
}

function read(
  text: string,
  form: TextForm,
  limits: TextLimits,
): { readonly tree: unknown; readonly placeOf: (pointer: string) => Place } {
  const lines = new Lines(text);
  switch (form) {
    case 'json': {
      const offsets = new JsonOffsets(text);
      return { tree: readJson(text, limits), placeOf: (pointer) => ({ pointer, ...lines.at(offsets.of(pointer)) }) };
    }
    case 'yaml': {
      const { tree, offsetOf } = readYaml(text, limits);
      return { tree, placeOf: (pointer) => ({ pointer, ...lines.at(offsetOf(pointer)) }) };
    }
    case 'xml': {
      const tree = readXml(text, limits);
      return { tree, placeOf: (pointer) => placeInXml(tree, pointer) };
    }
    case 'mermaid':
      return { tree: text, placeOf: (pointer) => ({ pointer }) };
  }
}

/** The place of the element at a pointer (`/children/2/children/0`), or of the innermost one around what it names. */
function placeInXml(root: XmlElement, pointer: string): Place {
  let element = root;
  const tokens = pointerTokens(pointer) ?? [];
  for (let at = 0; tokens[at] === 'children'; at += 2) {
    const child = element.children[Number(tokens[at + 1])];
    if (child === undefined || typeof child === 'string') break;
    element = child;
  }
  return { pointer, line: element.line, column: element.column };
}
