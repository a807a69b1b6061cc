import { load } from 'js-yaml';

const MAX_DEPTH = 64;

/** Reads YAML 1.2 that an operator wrote. Deep nesting, aliases and keys that stand twice are refused, with the line. */
export function parseYaml(text: string): { readonly value: unknown } | { readonly problems: readonly string[] } {
  try {
    return { value: load(text, { maxDepth: MAX_DEPTH, maxAliases: 0 }) ?? null };
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
}
