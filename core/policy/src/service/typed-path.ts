import type { Catalogue, Field, Type } from '@ostiary/catalogue';
import { followFields, NOW_FIELDS, PRINCIPAL_FIELDS, SESSION_FIELDS } from '../check/environment.js';
import { isIdentifier, type Token } from '../syntax/tokens.js';

type Fields = Readonly<Record<string, Field>>;

/** A name for the item of a list, and the path of the list as `pathBefore` has it. */
export interface NamedItem {
  readonly name: string;
  readonly list: readonly string[];
}

/** The items that have a name at the end of the tokens, innermost first: `x` in `args.lines.sum(x, `. */
export function itemsAt(before: readonly Token[]): readonly NamedItem[] {
  const open: (NamedItem | null)[] = [];
  for (const [at, { kind, text }] of before.entries()) {
    if (kind !== 'sign') continue;
    if (text === ')') open.pop();
    if (text !== '(') continue;
    const [point, method, name, comma] = [before[at - 2], before[at - 1], before[at + 1], before[at + 2]];
    const isItem = point?.text === '.' && name?.kind === 'word' && comma?.text === ',';
    const over = isItem && ['any', 'all', 'sum'].includes(method?.text ?? '');
    open.push(over ? { name: name.text, list: pathBefore(before.slice(0, at - 2)) } : null);
  }
  return open.flatMap((item) => item ?? []).toReversed();
}

/** The type at the end of a path from a root or from an item of a list; null where none is known. */
export function typeOfPath(
  [root = '', ...names]: readonly string[],
  before: readonly Token[],
  catalogue: Catalogue | null,
): Type | null {
  const items = itemsAt(before);
  const at = items.findIndex(({ name }) => name === root);
  if (at < 0) {
    const fields = fieldsOf(root, before, catalogue);
    return Object.keys(fields).length === 0 ? null : follow({ kind: 'record', fields }, names);
  }
  // The list of an item is read where outer names alone are known, so that this ends.
  const list = typeOfPath(items[at]?.list ?? [], outside(before, root), catalogue);
  return list?.kind === 'list' ? follow(list.of, names) : null;
}

/** The tokens before the parenthesis that names an item. */
function outside(before: readonly Token[], name: string): readonly Token[] {
  const at = before.findLastIndex(
    ({ text }, i) => text === '(' && before[i + 1]?.text === name && before[i + 2]?.text === ',',
  );
  return before.slice(0, Math.max(0, at));
}

/** The words of the path that ends the tokens: `args . to` as `['args', 'to']`. */
export function pathBefore(tokens: readonly Token[]): string[] {
  const steps: string[] = [];
  for (let at = tokens.length - 1; at >= 0 && tokens[at]?.kind === 'word'; at -= 2) {
    steps.unshift(tokens[at]?.text ?? '');
    if (tokens[at - 1]?.text !== '.') break;
  }
  return steps;
}

function follow(whole: Type, names: readonly string[]): Type | null {
  if (names.length === 0) return whole;
  return whole.kind === 'record' || whole.kind === 'map' ? (followFields(whole, names)?.type ?? null) : null;
}

/** The fields below a root; of arguments, those of the tools that the statement at hand names, or of all. */
export function fieldsOf(root: string, before: readonly Token[], catalogue: Catalogue | null): Fields {
  switch (root) {
    case 'now':
      return NOW_FIELDS.fields;
    case 'principal':
      return { ...PRINCIPAL_FIELDS, ...catalogue?.principal?.fields };
    case 'session':
      return { ...SESSION_FIELDS, ...catalogue?.session?.fields };
    case 'args': {
      const start = before.findLastIndex(({ text }) => text === ';');
      const words = new Set(before.slice(start + 1).map(({ text }) => text));
      const all = catalogue?.tools ?? [];
      const named = all.filter(({ name }) => words.has(name));
      const fields = (named.length > 0 ? named : all).flatMap(({ args }) => Object.entries(args.fields));
      return Object.fromEntries(fields.filter(([name]) => isIdentifier(name)));
    }
    default:
      return {};
  }
}
