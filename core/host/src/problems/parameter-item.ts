import type { ProblemItem, Text } from '@ostiary/plugin-api';

/** One thing that is wrong with a parameter: it is named, and has no pointer, which would lead into the body. */
export function parameterItem(
  place: 'path' | 'query' | 'header',
  parameter: string,
  slug: string,
  detail: Text,
): ProblemItem {
  return { parameter, in: place, slug, detail };
}
