import { closeSync, existsSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { formsOf } from './forms.js';
import type { Canaries } from './scenarios.js';

/** Bytes found at a place, with what says where. */
export interface Piece {
  readonly where: string;
  readonly bytes: Buffer;
}

/** A place that is searched. */
export interface Place {
  readonly name: string;
  pieces(): Iterable<Piece> | AsyncIterable<Piece>;
}

/** A value that is never stored, found all the same. */
export interface Finding {
  readonly place: string;
  readonly where: string;
  readonly value: 'key' | 'prompt';
  readonly form: string;
}

export interface Searched {
  readonly place: string;
  readonly bytes: number;
  /** Whether the text that must be there was found: if not, the search says nothing about the place. */
  readonly control: boolean;
  readonly findings: readonly Finding[];
}

/** Searches a place for every form of the values, and for the control. */
export async function search(place: Place, { key, prompt, control }: Canaries): Promise<Searched> {
  const wanted = [
    ...formsOf(key).map((form) => ({ value: 'key' as const, ...form })),
    ...formsOf(prompt).map((form) => ({ value: 'prompt' as const, ...form })),
  ];
  const known = Buffer.from(control);
  const findings: Finding[] = [];
  let size = 0;
  let seen = false;
  for await (const { where, bytes } of place.pieces()) {
    size += bytes.length;
    seen ||= bytes.includes(known);
    for (const { value, name, bytes: form } of wanted)
      if (bytes.includes(form)) findings.push({ place: place.name, where, value, form: name });
  }
  return { place: place.name, bytes: size, control: seen, findings };
}

const PIECE = 16 * 1024 * 1024;
/** Longer than any form: what lies across two pieces is in one of them whole. */
const OVERLAP = 4_096;

/** A folder with all that is below it. A file that goes while it is read is passed over. */
export function filesBelow(name: string, ...folders: readonly string[]): Place {
  return {
    name,
    *pieces() {
      for (const folder of folders) for (const file of files(folder)) yield* piecesOf(file);
    },
  };
}

function* files(path: string): Generator<string> {
  if (!existsSync(path)) return;
  const found = lstatSync(path);
  if (found.isFile()) yield path;
  else if (found.isDirectory()) for (const name of readdirSync(path)) yield* files(join(path, name));
}

function* piecesOf(file: string): Generator<Piece> {
  const handle = openSync(file, 'r');
  try {
    // A database has a thousand small files: each gets no more memory than it needs, and may grow while it is read.
    const most = Math.min(PIECE, Math.max(fstatSync(handle).size, OVERLAP) + OVERLAP);
    for (let at = 0; ; at += most - OVERLAP) {
      const bytes = Buffer.alloc(most);
      const read = readSync(handle, bytes, 0, most, at);
      if (read > 0) yield { where: file, bytes: bytes.subarray(0, read) };
      if (read < most) return;
    }
  } finally {
    closeSync(handle);
  }
}
