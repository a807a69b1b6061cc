import type { ForeignFormat } from './model.js';
import { fieldOf, readTree, textOf, type Tree } from './shared/yaml.js';

const SUFFIXES: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/\.cedar$/iu, 'cedar'],
  [/\.dw$/iu, 'dogwood'],
];

/** Beyond it a text is not read to find out what it is. */
const MOST_LOOKED_AT = 1024 * 1024;

/**
 * The language of others that a policy is written in, where that is sure: by how its file is called, else by what only that language has.
 * Null: it is ours, or it takes a person to say.
 */
export function recogniseFormat(name: string, text: string): ForeignFormat | null {
  if (/\.ost$/iu.test(name)) return null;
  const [, bySuffix = null] = SUFFIXES.find(([suffix]) => suffix.test(name)) ?? [];
  if (bySuffix !== null) return bySuffix;
  if (text.length > MOST_LOOKED_AT || /^\s*(?:\/\/[^\n]*\n\s*)*dialect\s+[12]\s*;/u.test(text)) return null;
  return byHead(text) ?? byShape(text);
}

/** Heads of Cedar name an action, ours a tool; temporal clauses are Dogwood's alone. */
function byHead(text: string): ForeignFormat | null {
  const plain = text.replaceAll(/\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/gu, '');
  if (!/\b(?:permit|forbid)\s*\(\s*principal\b[^()]*,\s*action\b/u.test(plain)) return null;
  return /\b(?:when|unless)\s+(?:temporal|guardrails)\s*\{|^\s*def\s+(?:temporal|cedar)\b/mu.test(plain)
    ? 'dogwood'
    : 'cedar';
}

function byShape(text: string): ForeignFormat | null {
  if (!/^\s*(?:[#{"']|---|[\w*-]+\s*:)/u.test(text)) return null;
  const read = readTree(text);
  if (!read.ok || read.tree.kind !== 'map') return null;
  if (textOf(fieldOf(read.tree, 'apiVersion'))?.startsWith('governance.toolkit/') === true) return 'agt';
  if (isIntercept(read.tree)) return 'intercept';
  return isProgent(read.tree) ? 'progent' : null;
}

/** A version, and tools each with a list of rules. */
function isIntercept(tree: Tree): boolean {
  const tools = fieldOf(tree, 'tools');
  if (tools?.kind !== 'map' || fieldOf(tree, 'version') === undefined) return false;
  return [...tools.fields.values()].every((tool) => fieldOf(tool, 'rules')?.kind === 'list');
}

/** Tools, each with a list of rules that have a priority, an effect, conditions and a fallback. */
function isProgent(tree: Tree): boolean {
  if (tree.kind !== 'map' || tree.fields.size === 0) return false;
  return [...tree.fields.values()].every(
    (rules) => rules.kind === 'list' && rules.items.length > 0 && rules.items.every(isProgentRule),
  );
}

function isProgentRule(rule: Tree): boolean {
  const [priority, effect, conditions, fallback] =
    rule.kind === 'list'
      ? rule.items
      : ['priority', 'effect', 'conditions', 'fallback'].map((name) => fieldOf(rule, name));
  return [priority, effect, fallback].every((part) => part?.kind === 'number') && conditions?.kind === 'map';
}
