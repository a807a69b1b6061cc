import { nullable, type RegexNode } from '../../text/regex.js';
import { either, sequence } from '../automata/language.js';

type Nodes = readonly RegexNode[];

const NOTHING: RegexNode = { kind: 'chars', ranges: [] };

/** What may follow the character `code` in a word of the language that begins with it (Brzozowski's derivative). */
export function afterFirst(node: RegexNode, code: number): RegexNode {
  return derivative(node, code, (parts) => parts);
}

/** What may stand before the character `code` in a word of the language that ends with it. */
export function beforeLast(node: RegexNode, code: number): RegexNode {
  return derivative(node, code, (parts) => parts.toReversed());
}

/** `inOrder` puts the parts of a sequence in the order in which they are taken off, and back. */
function derivative(node: RegexNode, code: number, inOrder: (parts: Nodes) => Nodes): RegexNode {
  const without = (inner: RegexNode): RegexNode => derivative(inner, code, inOrder);
  switch (node.kind) {
    case 'empty':
      return NOTHING;
    case 'chars':
      return node.ranges.some(([low, high]) => low <= code && code <= high) ? { kind: 'empty' } : NOTHING;
    case 'alt':
      return either(...node.options.map(without));
    case 'concat':
      return beginnings(inOrder(node.parts), (head, tail) => sequence(...inOrder([without(head), ...tail])));
    case 'repeat':
      if (node.max === 0) return NOTHING;
      return sequence(...inOrder([without(node.node), onceLess(node)]));
  }
}

/** The language without the empty word. */
export function nonEmpty(node: RegexNode): RegexNode {
  switch (node.kind) {
    case 'empty':
      return NOTHING;
    case 'chars':
      return node;
    case 'alt':
      return either(...node.options.map(nonEmpty));
    case 'concat':
      return beginnings(node.parts, (head, tail) => sequence(nonEmpty(head), ...tail));
    case 'repeat':
      return node.max === 0 ? NOTHING : sequence(nonEmpty(node.node), onceLess(node));
  }
}

/** Whether the word of this one character is in the language. */
export const matchesChar = (node: RegexNode, code: number): boolean => nullable(afterFirst(node, code));

type Repeat = Extract<RegexNode, { kind: 'repeat' }>;

/** What is left of a repeat once one round is taken off. */
const onceLess = ({ min, max, ...repeat }: Repeat): Repeat => ({
  ...repeat,
  min: Math.max(0, min - 1),
  max: max === null ? null : max - 1,
});

/** Each way to begin a sequence: with a part that all before it may be left out for. */
function beginnings(parts: Nodes, begin: (head: RegexNode, tail: Nodes) => RegexNode): RegexNode {
  const options: RegexNode[] = [];
  for (const [index, head] of parts.entries()) {
    options.push(begin(head, parts.slice(index + 1)));
    if (!nullable(head)) break;
  }
  return either(...options);
}
