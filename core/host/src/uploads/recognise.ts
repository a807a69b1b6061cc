import type { Readable } from 'node:stream';
import type { PurposeDeclaration } from '@ostiary/plugin-api';

/** Bytes of the beginning that tell what a file is. */
const START_BYTES = 4_096;

/** How many bytes of a file must be here before it can be told what it is. */
export function startOf(size: number): number {
  return Math.min(START_BYTES, size);
}

/** Whether a file of `size` bytes begins as files of a purpose do; one whose purpose says nothing does. */
export async function recognises(
  purpose: PurposeDeclaration | undefined,
  size: number,
  read: (range: { readonly first: number; readonly last: number }) => Readable | Promise<Readable>,
): Promise<boolean> {
  if (purpose?.recognise === undefined || size === 0) return purpose?.recognise === undefined;
  const pieces: Buffer[] = [];
  for await (const piece of await read({ first: 0, last: startOf(size) - 1 })) pieces.push(piece as Buffer);
  return purpose.recognise(Buffer.concat(pieces));
}
