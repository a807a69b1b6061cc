/** Microseconds of each of `count` runs, sorted, after as many warm-up runs. @param {(i: number) => void} run */
export function timings(count, run, warmUp = count) {
  for (let i = 0; i < warmUp; i++) run(i);
  const times = new Float64Array(count);
  globalThis.gc?.();
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    run(i);
    times[i] = (performance.now() - began) * 1_000;
  }
  return times.toSorted();
}

/** @param {Float64Array} sorted @param {number} share */
export const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

export const microseconds = (us) => (us >= 1_000 ? `${(us / 1_000).toFixed(2)} ms` : `${us.toFixed(2)} us`);

/** @param {string[][]} rows the first is the head */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
}
