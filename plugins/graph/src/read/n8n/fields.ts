import type { Atom } from './formula.js';
import type { Origins } from './origins.js';
import type { Item } from './workflow.js';

interface Field {
  readonly base: string;
  readonly path: readonly string[];
}

/** What a comparison looks at, where it stands. */
export interface Looked {
  readonly atom: Atom;
  /** The same of two comparisons: they look at the same value. */
  readonly key: string;
  /** Of a plain field: who made it, and the way to it. */
  readonly field?: Field;
  /** Names that it mentions; null: it may look at anything. */
  readonly words: ReadonlySet<string> | null;
  /** Nodes whose data it looks at. */
  readonly sources: ReadonlySet<string>;
  /** What it says changes from one look to the next. */
  readonly changes: boolean;
}

const STEP = /\??\.([A-Za-z_]\w*)|(?:\?\.)?\[(?:"([^"{}\\]*)"|'([^'{}\\]*)'|(\d+))\]/y;
const ROOT =
  /^(?:\$json(?![\w$])|\$\(\s*(?:"([^"\\]+)"|'([^'\\]+)')\s*\)\.item\.json(?![\w$])|\$node\[(?:"([^"\\]+)"|'([^'\\]+)')\]\.json(?![\w$]))/;
/** What looks at more than a field that it names. */
const WHOLE =
  /\$json(?!\s*(?:\?\.|\.|\[))|\$json\s*(?:\?\.)?\[(?!\s*["'\d])|\$(?:input|items|prevNode|execution|binary|jmespath)\b|(?<!\.)\bitems?\b|\.json(?!\s*(?:\?\.|\.|\[\s*["'\d]))|\b(?:keys|values|entries|stringify)\b/;
const CHANGES = /\$now\b|\$today\b|\bDate\b|\bDateTime\b|random|\$runIndex\b|\$itemIndex\b|\$executionId\b/i;
const NODE = /\$\(\s*["']([^"']+)["']\s*\)(?:\.\w+(?:\(\d*\))?)?\.json\b|\$node\[\s*["']([^"']+)["']\s*\]\.json\b/g;
/** Names that are no fields. */
const WITHOUT = new Set(
  'json length true false null undefined new typeof JSON Object Math Number String Array Boolean'.split(' '),
);

/** Where the values are that a comparison of a node looks at. */
export function lookedAt(atom: Atom, { name }: Pick<Item, 'name'>, origins: Origins): Looked {
  const own = origins.madeBy(name);
  const plain = atom.kind === 'unread' ? undefined : plainField(atom.left, own, origins);
  if (plain)
    return {
      atom,
      key: JSON.stringify([plain.base, plain.path]),
      field: plain,
      words: wordsOf(plain.path),
      sources: origins.sources(plain.base),
      changes: false,
    };
  const text = atom.left;
  const named = [...text.matchAll(NODE)].map(([, one, other]) => one ?? other ?? '');
  // The names of methods say nothing of the value.
  const words = [...text.replaceAll(NODE, ' ').matchAll(/(?<![\w$])([A-Za-z_]\w*)(?!\w*\s*\()/g)].map(
    ([, word = '']) => word,
  );
  const fields = words.filter((word) => !WITHOUT.has(word));
  const global = /\$(?!json\b|node\b|\()[A-Za-z]/.test(text) ? [ANYWHERE] : [];
  return {
    atom,
    key: JSON.stringify([own, text]),
    words: WHOLE.test(text.replaceAll(NODE, '$json')) || fields.length === 0 ? null : new Set(fields),
    sources: new Set([...[own, ...named].flatMap((one) => [...origins.sources(one)]), ...global]),
    changes: CHANGES.test(text),
  };
}

/** The source of what no item holds. */
const ANYWHERE = '*';

function plainField(text: string, own: string, origins: Origins): Field | undefined {
  const [root, ...names] = ROOT.exec(text) ?? [];
  if (root === undefined) return undefined;
  const named = names.find((one) => one !== undefined);
  const path: string[] = [];
  for (let at = root.length; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const step = STEP.exec(text);
    if (!step) return undefined;
    path.push(step.slice(1).find((part) => part !== undefined) ?? '');
  }
  if (path.length === 0 || path.at(-1) === 'length') return undefined;
  return { base: named === undefined ? own : origins.madeBy(named, true), path };
}

function wordsOf(path: readonly string[]): ReadonlySet<string> | null {
  const words = path.flatMap((step) => step.split(/\W+/)).filter((word) => /^[A-Za-z_]/.test(word));
  return words.length > 0 ? new Set(words) : null;
}

/** How two looks hang together: not at all, as one and the same question of a value, or in a way that is not followed. */
export function relation(one: Looked, other: Looked): 'none' | 'same' | 'unknown' {
  if (one.key === other.key) {
    if (one.changes) return 'unknown';
    const kinds = new Set([one.atom.kind, other.atom.kind]);
    kinds.delete('any');
    return kinds.size <= 1 ? 'same' : 'unknown';
  }
  if (![...one.sources].some((source) => other.sources.has(source))) return 'none';
  if (one.field && other.field) return ofFields(one.field, other.field) ? 'unknown' : 'none';
  if (!one.words || !other.words) return 'unknown';
  return [...one.words].some((word) => other.words?.has(word)) ? 'unknown' : 'none';
}

/** Whether one is a part of the other; of what two nodes made, whether it may be. */
function ofFields(one: Field, other: Field): boolean {
  const begins = (a: Field, b: Field): boolean => a.path.every((step, at) => b.path[at] === step);
  if (one.base === other.base) return begins(one, other) || begins(other, one);
  const named = (a: Field, b: Field): boolean => b.path.includes(a.path.at(-1) ?? '');
  return named(one, other) || named(other, one);
}
