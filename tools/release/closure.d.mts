export function closureOf(
  packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  from: readonly string[],
): string[];
