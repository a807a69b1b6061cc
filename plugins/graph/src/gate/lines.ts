/** Lines and columns of offsets in a text, both from 1; columns are UTF-16 code units. `\r\n`, `\n` and `\r` end a line. */
export class Lines {
  #starts: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  at(offset: number): { readonly line: number; readonly column: number } {
    this.#starts ??= startsOf(this.text);
    const starts = this.#starts;
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}
