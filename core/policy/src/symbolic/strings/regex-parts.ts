import type { RegexNode } from '../../text/regex.js';
import { sequence } from '../automata/language.js';

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
function derivative(
  node: RegexNode,
  code: number,
  inOrder: (parts: readonly RegexNode[]) => readonly RegexNode[],
): RegexNode {
  const without = (inner: RegexNode): RegexNode => derivative(inner, code, inOrder);
  switch (node.kind) {
    case 'empty':
      return NOTHING;
    case 'chars':
      return node.ranges.some(([low, high]) => low <= code && code <= high) ? { kind: 'empty' } : NOTHING;
    case 'alt':
      return { kind: 'alt', options: node.options.map(without) };
    case 'concat': {
      const options: RegexNode[] = [];
      const parts = inOrder(node.parts);
      for (let index = 0; index < parts.length; index++) {
        const [head, ...tail] = parts.slice(index);
        if (!head) break;
        options.push({ kind: 'concat', parts: inOrder([without(head), ...tail]) });
        if (!nullable(head)) break;
      }
      return { kind: 'alt', options };
    }
    case 'repeat': {
      if (node.max === 0) return NOTHING;
      const rest: RegexNode = {
        kind: 'repeat',
        node: node.node,
        min: Math.max(0, node.min - 1),
        max: node.max === null ? null : node.max - 1,
      };
      return { kind: 'concat', parts: inOrder([without(node.node), rest]) };
    }
  }
}

/** The language without the empty word. */
export function nonEmpty(node: RegexNode): RegexNode {
  switch (node.kind) {
    case 'empty':
      return { kind: 'chars', ranges: [] };
    case 'chars':
      return node;
    case 'alt':
      return { kind: 'alt', options: node.options.map(nonEmpty) };
    case 'concat': {
      const options: RegexNode[] = [];
      for (let index = 0; index < node.parts.length; index++) {
        const [head, ...tail] = node.parts.slice(index);
        if (!head) break;
        options.push(sequence(nonEmpty(head), ...tail));
        if (!nullable(head)) break;
      }
      return { kind: 'alt', options };
    }
    case 'repeat': {
      if (node.max === 0) return { kind: 'chars', ranges: [] };
      const rest: RegexNode = {
        kind: 'repeat',
        node: node.node,
        min: Math.max(0, node.min - 1),
        max: node.max === null ? null : node.max - 1,
      };
      return sequence(nonEmpty(node.node), rest);
    }
  }
}

/** Whether the empty word is in the language. */
export function nullable(node: RegexNode): boolean {
  switch (node.kind) {
    case 'empty':
      return true;
    case 'chars':
      return false;
    case 'concat':
      return node.parts.every(nullable);
    case 'alt':
      return node.options.some(nullable);
    case 'repeat':
      return node.min === 0 || nullable(node.node);
  }
}

/** Whether the word of this one character is in the language. */
export function matchesChar(node: RegexNode, code: number): boolean {
  switch (node.kind) {
    case 'empty':
      return false;
    case 'chars':
      return node.ranges.some(([low, high]) => low <= code && code <= high);
    case 'concat':
      return node.parts.some(
        (part, index) => matchesChar(part, code) && node.parts.every((other, at) => at === index || nullable(other)),
      );
    case 'alt':
      return node.options.some((option) => matchesChar(option, code));
    case 'repeat':
      return node.max !== 0 && (node.min <= 1 || nullable(node.node)) && matchesChar(node.node, code);
  }
}
