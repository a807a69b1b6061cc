import { pointerTokens } from '@ostiary/catalogue';
import { exactNumber } from '@ostiary/json';
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { TextLimits } from './limits.js';
import { shown, TextRefused } from './result.js';

/** Tags that say what a value is in the core schema, and nothing of a program. */
export const CORE_TAGS: ReadonlySet<string> = new Set([
  '!',
  ...['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `!!${name}`),
]);

/** A value and how many values it stands for, aliases followed. */
interface Made {
  readonly value: unknown;
  readonly size: number;
}

/** The plain value of a composed document. Recursive: the document's depth was bounded before. */
export class YamlTree {
  readonly value: unknown;
  private readonly anchors = new Map<string, Node>();
  /** What was made of a node, so that an alias shares it. */
  private readonly made = new Map<Node, Made>();
  private readonly targets = new Map<Node, Node>();

  constructor(
    private readonly root: Node | null,
    private readonly limits: TextLimits,
  ) {
    this.value = this.make(root).value;
  }

  /** Where the node at a pointer begins, a member at its key; the innermost one around it when there is none. */
  offsetOf(pointer: string): number {
    let node = this.root;
    let found = startOf(node);
    for (const token of pointerTokens(pointer) ?? []) {
      const inner = (node && this.targets.get(node)) ?? node;
      if (isMap(inner)) {
        const pair = inner.items.find(({ key }) => isScalar(key) && keyOf(key) === token);
        if (!pair) break;
        found = startOf(pair.key as Node);
        node = pair.value as Node | null;
      } else if (isSeq(inner) && /^\d+$/.test(token) && inner.items[Number(token)] !== undefined) {
        node = inner.items[Number(token)] as Node | null;
        found = startOf(node);
      } else break;
    }
    return found;
  }

  private make(node: Node | null): Made {
    if (isAlias(node)) return this.follow(node.source, node);
    // Before what is in it, as an alias in it may be one of itself; the last anchor of a name is meant from there on.
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined)
      this.anchors.set(node.anchor, node);
    const made = isMap(node) ? this.record(node) : isSeq(node) ? this.list(node) : { value: scalarOf(node), size: 1 };
    if (made.size > this.limits.values)
      throw new TextRefused('graph_text_too_large', { what: 'values', limit: this.limits.values }, startOf(node));
    if (node) this.made.set(node, made);
    return made;
  }

  private follow(alias: string, node: Node): Made {
    const target = this.anchors.get(alias);
    const made = target && this.made.get(target);
    if (!target || !made) throw new TextRefused('graph_yaml_alias', { alias: shown(alias) }, startOf(node));
    this.targets.set(node, target);
    return made;
  }

  private list({ items }: YAMLSeq): Made {
    const parts = items.map((item) => this.make(item as Node | null));
    return { value: parts.map(({ value }) => value), size: sizeOf(parts) };
  }

  private record({ items }: YAMLMap): Made {
    const record = Object.create(null) as Record<string, unknown>;
    const parts = items.map((pair: Pair) => {
      const { key } = pair;
      if (!isScalar(key)) throw new TextRefused('graph_yaml_key', {}, startOf((key ?? pair.value) as Node | null));
      const name = keyOf(key);
      if (name === '<<') throw new TextRefused('graph_yaml_merge', {}, startOf(key));
      if (Object.hasOwn(record, name)) throw new TextRefused('graph_key_doubled', { key: shown(name) }, startOf(key));
      const made = this.make(pair.value as Node | null);
      record[name] = made.value;
      return made;
    });
    return { value: record, size: sizeOf(parts) };
  }
}

const sizeOf = (parts: readonly Made[]): number => parts.reduce((sum, { size }) => sum + size, 1);
const startOf = (node: Node | null | undefined): number => node?.range?.[0] ?? 0;

/** The text of a key as it is written: `1`, `true` and `null` are names. */
const keyOf = ({ value, source }: Scalar): string => (typeof value === 'string' ? value : (source ?? String(value)));

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function scalarOf(node: Node | null): unknown {
  if (!isScalar(node) || node.value === null || node.value === undefined) return null;
  const { value, source } = node;
  if (typeof value !== 'number') return value;
  if (source !== undefined && JSON_NUMBER.test(source)) return exactNumber(source);
  // Neither an infinity nor a whole number that a double rounds is the number that is written.
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)) ? value : source;
}
