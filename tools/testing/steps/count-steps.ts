import { parseAst } from 'rolldown/parseAst';

/** The name of the function that counts, in code that counts its steps. */
export const TICK = '__tick';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
const LOOPS: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/**
 * JavaScript that counts what it does: a call of `__tick` is put at the head of every function and of every turn of a
 * loop. Everything that takes longer with larger data goes through one of these, but for what the engine does in one go
 * over a list or a text (`includes`, `slice`, a spread), which is many times quicker.
 */
export function countingSteps(code: string): string {
  const inserts: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: Node): void => {
    if (FUNCTIONS.has(node.type) || LOOPS.has(node.type)) {
      const body = node['body'] as Node;
      if (body.type === 'BlockStatement') inserts.push({ at: body.start + 1, text: `${TICK}();` });
      else if (FUNCTIONS.has(node.type)) {
        inserts.push({ at: body.start, text: `(${TICK}(),` }, { at: body.end, text: ')' });
      } else inserts.push({ at: body.start, text: `{${TICK}();` }, { at: body.end, text: '}' });
    }
    for (const member of Object.values(node)) {
      if (Array.isArray(member)) member.filter(isNode).forEach(visit);
      else if (isNode(member)) visit(member);
    }
  };
  visit(parseAst(code) as unknown as Node);
  // From the end, so that places before it stay where they are; of two at one place the one found later stands inside.
  const ordered = inserts
    .map((insert, order) => ({ ...insert, order }))
    .toSorted((a, b) => b.at - a.at || a.order - b.order);
  return ordered.reduce((text, { at, text: put }) => text.slice(0, at) + put + text.slice(at), code);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
