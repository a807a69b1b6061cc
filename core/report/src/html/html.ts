import { partsOf, visible } from '../text/visible.js';
import { type Place, placesOf } from './context.js';

/** Markup that was made by {@link html}: whatever it holds of others is escaped. */
class Markup {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}
export type { Markup as Html };

/** What a template takes: texts are escaped, markup is not, lists are joined, and nothing is left out. */
export type Content = string | number | Markup | null | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

/** Nothing but what starts here, and pages that are fetched safely when somebody asks for them. */
const ADDRESS = /^(?:#[\w.-]*|https:\/\/[^\s\\]+)$/;

function written(content: Content, place: Place): string {
  if (content === null) return '';
  if (content instanceof Markup) {
    if (place !== 'content') throw new TypeError('markup stands where there can be text alone');
    return content.toString();
  }
  if (typeof content === 'object') return content.map((item) => written(item, place)).join('');
  const text = String(content);
  if (place === 'attribute' || place === 'text') return escape(visible(text));
  if (place === 'address') {
    if (!ADDRESS.test(text))
      throw new TypeError(`not an address of this document, nor one that starts with https: ${text}`);
    return escape(text);
  }
  return partsOf(text)
    .map((part) => ('text' in part ? escape(part.text) : `<span class="unseen">${part.codePoint}</span>`))
    .join('');
}

/**
 * Makes markup. Every text that is put in is escaped for the place it stands in, and what could not be seen in it is shown by its code
 * point, so that no text of others can be markup or look like another text. See docs/adr/0149.
 *
 * @throws TypeError for a template that could not be escaped (see `placesOf`), and for an address that is neither `#...` nor `https://...`
 * @example String(html`<b title="${'"'}">${'<i>'}</b>`) === '<b title="&quot;">&lt;i&gt;</b>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const places = placesOf(strings);
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    text += written(value, places[index] ?? 'content') + (strings[index + 1] ?? '');
  }
  return new Markup(text);
}
