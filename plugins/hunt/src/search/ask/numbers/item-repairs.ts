/** A limit on every item of a list, or what is above it of some item, with the same one on their sum. */
export function withSum(source: string): string | null {
  const { not, list, every, item, each, cmp, cap } =
    /^(?<not>!?)(?<list>[^!]+?)\.(?<every>all|any)\(\s*(?<item>\w+)\s*,\s*(?<each>[\w.]+)\s*(?<cmp>[<>]=?)\s*(?<cap>[^&|]+?)\s*\)$/u.exec(
      source,
    )?.groups ?? {};
  if (list === undefined || cmp?.startsWith('<') !== (every === 'all')) return null;
  const sum = `${list}.sum(${item ?? ''}, ${each ?? ''}) ${cmp ?? ''} ${cap ?? ''}`;
  const both = `${source.slice(not?.length ?? 0)} ${every === 'all' ? '&&' : '||'} ${sum}`;
  return not === '' && every === 'all' ? both : `${not ?? ''}(${both})`;
}
