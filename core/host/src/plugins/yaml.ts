import { load } from 'js-yaml';
import { parseDocument } from 'yaml';

const MAX_DEPTH = 64;

/**
 * Reads YAML that an operator wrote. First through js-yaml, which refuses deep nesting, aliases and duplicate keys:
 * the other parser can end the whole process on nesting of a few hundred. Only then the one that knows lines.
 */
export function parseYaml(text: string): { readonly value: unknown } | { readonly problems: readonly string[] } {
  try {
    load(text, { maxDepth: MAX_DEPTH, maxAliases: 0 });
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
  const document = parseDocument(text, { uniqueKeys: true, strict: true });
  if (document.errors.length > 0) return { problems: document.errors.map((error) => error.message) };
  return { value: document.toJS({ maxAliasCount: 0 }) as unknown };
}
