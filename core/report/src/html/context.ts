/** Where a value of a template stands: between tags, in an element that holds text alone, in a quoted attribute, or in one for an address. */
export type Place = 'content' | 'text' | 'attribute' | 'address';

/** Elements in which markup is shown as text, or ends the picture that they stand in. */
const TEXT_ALONE = /^(?:title|desc|text)$/i;

const known = new WeakMap<TemplateStringsArray, readonly Place[]>();

/** What the policy of a document forbids: styles and scripts of elements, and everything that is fetched. */
const FORBIDDEN = /<\/?(?:script|style|iframe|object|embed|link|base|img|form)\b|\s(?:on\w+|style|src|srcset)\s*=/i;

/**
 * The places of a template's values, by reading the text around them.
 *
 * @throws TypeError when a value would stand in a tag outside double quotes, when a quote is not closed, or when the template holds what a
 *   document must not: a script, a style, something that is fetched.
 */
export function placesOf(strings: TemplateStringsArray): readonly Place[] {
  const before = known.get(strings);
  if (before !== undefined) return before;
  const places = read(strings);
  known.set(strings, places);
  return places;
}

function read(strings: readonly string[]): Place[] {
  const forbidden = FORBIDDEN.exec(strings.join('\0'));
  if (forbidden) throw new TypeError(`a template must not hold ${forbidden[0].trim()}`);
  const places: Place[] = [];
  let state: 'content' | 'tag' | 'value' = 'content';
  let attribute = '';
  let element = '';
  for (const [index, text] of strings.entries()) {
    for (const { 0: sign, index: at } of text.matchAll(/[<>"']/g)) {
      if (state === 'content') {
        if (sign !== '<') continue;
        state = 'tag';
        element = /^<(\w*)/.exec(text.slice(at))?.[1] ?? '';
      } else if (state === 'value') {
        if (sign === '"') state = 'tag';
      } else if (sign === '>') state = 'content';
      else if (sign === '"') {
        state = 'value';
        attribute = /([\w:-]+)=$/.exec(text.slice(0, at))?.[1] ?? '';
      } else throw new TypeError(`a template has ${sign} inside a tag: ${text}`);
    }
    if (index === strings.length - 1) break;
    if (state === 'tag') throw new TypeError(`a value stands in a tag, outside double quotes: ${text}`);
    if (state === 'content') places.push(TEXT_ALONE.test(element) ? 'text' : 'content');
    else places.push(/^(?:xlink:)?href$/.test(attribute) ? 'address' : 'attribute');
  }
  if (state !== 'content') throw new TypeError('a template ends inside a tag');
  return places;
}
