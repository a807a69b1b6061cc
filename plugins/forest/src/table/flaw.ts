/** What is wrong with a cell, in both languages of the product. */
export interface Words {
  readonly en: string;
  readonly pt: string;
}

/** A fault of a table, and where it stands. */
export interface Flaw {
  /** Never changes and is never translated. */
  readonly slug: string;
  readonly words: Words;
  /** The column of the table that holds it; null for the row or the table as a whole. */
  readonly column: string | null;
  /** Line of the text it was read from, from 1; absent in JSON. */
  readonly line?: number;
  /** Character of that line at which the cell begins, from 1. */
  readonly at?: number;
  /** Place in JSON (RFC 6901); absent in CSV. */
  readonly pointer?: string;
}

/** Thrown by the readers of cells, and caught where the column is known. */
export class CellFault extends Error {
  constructor(
    readonly slug: string,
    readonly words: Words,
  ) {
    super(words.en);
    this.name = 'CellFault';
  }
}

/** A text of a table within a message: cut, so that no message is longer than what it is about. */
export const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** ` Did you mean ...?` where something is near. */
export function meant(near: readonly string[]): Words {
  if (near.length === 0) return { en: '', pt: '' };
  const names = near.map((name) => `"${shown(name)}"`);
  return { en: ` Did you mean ${names.join(' or ')}?`, pt: ` Queria dizer ${names.join(' ou ')}?` };
}
