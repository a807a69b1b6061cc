import type { Text } from '@ostiary/plugin-api';

/** The text is not one array of rows. */
export class NotAnArray extends Error {
  constructor(readonly detail: Text) {
    super(detail.en);
    this.name = 'NotAnArray';
  }
}

const NO_ARRAY: Text = { en: 'the file is not one JSON array.', pt: 'o ficheiro não é uma única lista JSON.' };

/**
 * The items of a JSON array, each as its own text, from a text that comes in pieces: only one item is held at a time. What an item is,
 * is not looked at: only where strings, arrays and objects in it begin and end.
 * @throws NotAnArray when the text is something else, ends early, or has an item longer than `maxLength`
 */
export async function* elementsOf(pieces: AsyncIterable<string>, maxLength: number): AsyncGenerator<string> {
  const reader = new ElementReader(maxLength);
  for await (const piece of pieces) yield* reader.take(piece);
  reader.end();
}

class ElementReader {
  /** Levels of arrays and objects around the next character; 0 outside the array itself. */
  private depth = 0;
  private inString = false;
  private escaped = false;
  private closed = false;
  private begun = false;
  /** Whether an item must follow: after a comma. */
  private due = false;
  private item = '';

  constructor(private readonly maxLength: number) {}

  *take(piece: string): Generator<string> {
    // Where in the piece the text of the present item begins that is not in `item` yet.
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at] ?? '';
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (character === '\\') this.escaped = true;
        else if (character === '"') this.inString = false;
        continue;
      }
      if (this.depth === 0) {
        this.outside(character);
        from = at + 1;
      } else if (character === '"') this.inString = true;
      else if (character === '[' || character === '{') this.depth += 1;
      else if (character === ']' || character === '}') {
        this.depth -= 1;
        if (this.depth > 0) continue;
        yield* this.finished(piece.slice(from, at), character === ']');
        from = at + 1;
      } else if (character === ',' && this.depth === 1) {
        yield* this.finished(piece.slice(from, at), false);
        this.due = true;
        from = at + 1;
      }
    }
    if (this.depth > 0) this.item += piece.slice(from);
    if (this.item.length > this.maxLength)
      throw new NotAnArray({
        en: `it is longer than ${this.maxLength} characters.`,
        pt: `tem mais de ${this.maxLength} caracteres.`,
      });
  }

  end(): void {
    if (!this.closed) throw new NotAnArray(NO_ARRAY);
  }

  private outside(character: string): void {
    if (!this.begun && character === '\ufeff') return;
    if (/[ \t\r\n]/.test(character)) return;
    if (this.begun || character !== '[') throw new NotAnArray(NO_ARRAY);
    this.begun = true;
    this.depth = 1;
  }

  private *finished(tail: string, isLast: boolean): Generator<string> {
    const text = (this.item + tail).trim();
    this.item = '';
    if (this.depth === 0) {
      if (!isLast) throw new NotAnArray(NO_ARRAY);
      this.closed = true;
      if (text === '' && !this.due) return;
    }
    this.due = false;
    if (text === '') throw new NotAnArray(NO_ARRAY);
    yield text;
  }
}
