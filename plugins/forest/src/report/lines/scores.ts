/** Scores in one cell: a number, or several with blanks between. Text that begins with a sign would be marked against formulas. */
export const scoresCell = (scores: readonly number[]): string | number | null =>
  scores.length === 1 ? (scores[0] ?? null) : scores.join(' ');
