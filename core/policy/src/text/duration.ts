const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Milliseconds of `15m`, `24h`, `1h30m`, each unit at most once and largest first; null when it is no such text. */
export function parseDuration(text: string): number | null {
  if (!/^(?:\d+(?:ms|[smhdw]))+$/.test(text)) return null;
  let total = 0;
  let previous = Number.POSITIVE_INFINITY;
  for (const [, digits = '', unit = ''] of text.matchAll(/(\d+)(ms|[smhdw])/g)) {
    const ms = UNIT_MS[unit] ?? 0;
    if (ms >= previous) return null;
    previous = ms;
    total += Number(digits) * ms;
  }
  return total;
}
