import type { Answer } from './answer.js';

/** One side of a plane: values in ascending order, as people write them. */
export interface Axis {
  readonly title: string;
  readonly values: readonly string[];
}

/** Answers over two attributes: `answers[row][column]` for `y.values[row]` and `x.values[column]`. */
export interface Plane {
  readonly x: Axis;
  readonly y: Axis;
  readonly answers: readonly (readonly Answer[])[];
  /** Calls that lie on it. */
  readonly marks: readonly { readonly label: string; readonly column: number; readonly row: number }[];
}

/** Neighbouring values with the same answers all along the other side. Both ends are included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A rectangle of stretches with one answer; both ends are included. */
export interface Block {
  readonly answer: Answer;
  readonly columns: Stretch;
  readonly rows: Stretch;
}

function stretches(length: number, same: (a: number, b: number) => boolean): Stretch[] {
  const found: { from: number; to: number }[] = [];
  for (let at = 0; at < length; at++) {
    const last = found.at(-1);
    if (last !== undefined && same(at, last.to)) last.to = at;
    else found.push({ from: at, to: at });
  }
  return found;
}

export function columnsOf({ x, answers }: Plane): Stretch[] {
  return stretches(x.values.length, (a, b) => answers.every((row) => row[a] === row[b]));
}

export function rowsOf({ y, answers }: Plane): Stretch[] {
  return stretches(y.values.length, (a, b) => {
    const other = answers[b];
    return answers[a]?.every((answer, column) => answer === other?.[column]) ?? false;
  });
}

/** Covers a grid with rectangles of one answer: from each cell that is not covered as far right as it goes, then as far up. */
export function blocksOf(grid: readonly (readonly Answer[])[]): Block[] {
  const covered = grid.map((row) => row.map(() => false));
  const blocks: Block[] = [];
  for (const [row, answers] of grid.entries()) {
    for (const [column, answer] of answers.entries()) {
      if (covered[row]?.[column]) continue;
      const free = (r: number, c: number): boolean => grid[r]?.[c] === answer && covered[r]?.[c] === false;
      let right = column;
      while (free(row, right + 1)) right++;
      let top = row;
      while (Array.from({ length: right - column + 1 }, (_, at) => column + at).every((c) => free(top + 1, c))) top++;
      for (let r = row; r <= top; r++) covered[r]?.fill(true, column, right + 1);
      blocks.push({ answer, columns: { from: column, to: right }, rows: { from: row, to: top } });
    }
  }
  return blocks;
}
