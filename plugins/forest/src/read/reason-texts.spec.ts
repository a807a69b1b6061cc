import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { problemText } from './problem-texts.js';
import { REASON_TEXTS, reasonInPortuguese } from './reason-texts.js';

/** Parameters of problems that are reasons, and functions that are given one. */
const MEMBERS = new Set(['why', 'reason', 'what', 'expected', 'found']);
const CALLS = new Set(['misused', 'mistyped', 'refused', 'refuse', 'unsupported', 'bounded', 'perColumn']);
/** Names of fields, operators, slugs and formats, which are the same in both languages. */
const SAME = /^(?:\w+_\w+|[A-Z]\w+|XML|classes|offset|scale)$/;

/** Texts of an expression, with `{}` for what stands between them. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  return ts.isParenthesizedExpression(node) ? textsOf(node.expression) : [];
}

/** Reasons that the reader gives, as far as they stand in its code. */
function reasonsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && MEMBERS.has(node.name.getText(source)))
      found.push(...textsOf(node.initializer));
    if (ts.isCallExpression(node) && CALLS.has(node.expression.getText(source).split('.').at(-1) ?? ''))
      found.push(...node.arguments.flatMap(textsOf));
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

describe('reasons of refusals in Portuguese', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const reasons = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('-texts.ts'))
    .flatMap((file) => reasonsOf(join(import.meta.dirname, file)))
    .filter((text) => /[a-z]/.test(text) && !SAME.test(text));

  it('are there for all that the reader says', () => {
    expect(reasons.length).toBeGreaterThan(100);
    const english = reasons.filter((text) => {
      const filled = text.replaceAll('{}', '7');
      return reasonInPortuguese(filled) === filled;
    });
    expect([...new Set(english)]).toEqual([]);
  });

  it('show names and numbers of the file as they are, and reasons within reasons in Portuguese', () => {
    expect(reasonInPortuguese('version nodes of ai.onnx.ml')).toBe('a versão nodes de ai.onnx.ml');
    expect(reasonInPortuguese('unknown: $& {} nodes')).toBe('desconhecido: $& {} nodes');
    expect(reasonInPortuguese('expected a number')).toBe('esperava-se um número');
    expect(reasonInPortuguese('nodes_treeids')).toBe('nodes_treeids');
    for (const name of ['constructor', '__proto__']) expect(reasonInPortuguese(name)).toBe(name);
  });

  it('stand within the sentence, beside what a customer wrote', () => {
    const { en, pt } = problemText({
      slug: 'forest_operator_use',
      place: {},
      params: { operator: 'nodes', why: 'its bounds are crossed' },
    });
    expect(en).toBe('nodes is not supported in this use: its bounds are crossed.');
    expect(pt).toBe('nodes não é suportado neste uso: os seus limites estão trocados.');
  });

  it('are there for nothing that the reader does not say', () => {
    const said = new Set(
      files
        .filter((file) => !/spec|-texts/.test(file) && file.endsWith('.ts'))
        .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
    const all = [...said].join('\n').replaceAll(/\$\{[^}]*\}/g, '{}');
    expect(REASON_TEXTS.filter((text) => !text.split(/\{\*?\}/).every((part) => all.includes(part)))).toEqual([]);
  });
});
