import { jsonErrorOffset, memberCount, parseJson, scanJson } from '@ostiary/json';
import { findDoubledKey } from './json-offsets.js';
import type { TextLimits } from './limits.js';
import { shown, TextRefused } from './result.js';

/** Reads JSON; nesting and size are refused before it is parsed, and a name that stands twice in one record after. */
export function readJson(text: string, limits: TextLimits): unknown {
  const scan = scanJson(text, limits.depth);
  if (scan.tooDeepAt !== undefined)
    throw new TextRefused('graph_text_too_deep', { limit: limits.depth }, scan.tooDeepAt);
  if (scan.values > limits.values)
    throw new TextRefused('graph_text_too_large', { what: 'values', limit: limits.values }, 0);
  const tree = parsed(text);
  if (memberCount(tree) < scan.members) {
    const doubled = findDoubledKey(text);
    throw new TextRefused('graph_key_doubled', { key: shown(doubled.key) }, doubled.offset, doubled.pointer);
  }
  return tree;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    const reason = shown(thrown.message);
    throw new TextRefused('graph_text_syntax', { form: 'json', reason }, jsonErrorOffset(text));
  }
}
