/** Where a search for all boxes is to go on: its open boxes, each as its way from the root. */
import { ByteReader, ByteWriter, DamagedBytes } from './bytes.js';
import type { Space } from './space.js';

/** Steps from the root: for each, twice the axis plus one for the upper half, and the rank. */
export type Path = readonly number[];

export interface Open {
  readonly path: Path;
  readonly distance: number;
}

export interface Cursor {
  readonly nodes: number;
  /** Distance up to which boxes are looked at now. */
  readonly line: number;
  readonly waiting: Open[];
}

export function cursorOf({ nodes, line, waiting }: Cursor): Uint8Array {
  const out = new ByteWriter();
  out.whole(nodes);
  out.float(line);
  out.whole(waiting.length);
  for (const { path, distance } of waiting) {
    out.whole(path.length / 2);
    for (const step of path) out.whole(step);
    out.float(distance);
  }
  return out.done();
}

/** Throws `DamagedBytes` where the bytes are not of a search in this space. */
export function readCursor(bytes: Uint8Array, { axes }: Space): Cursor {
  const read = new ByteReader(bytes);
  const nodes = read.whole();
  const line = read.float();
  const waiting: Open[] = [];
  for (let left = read.whole(); left > 0; left -= 1) {
    const path: number[] = [];
    for (let steps = read.whole(); steps > 0; steps -= 1) {
      const [step, rank] = [read.whole(), read.whole()];
      if (step >> 1 >= axes.length || rank >= axes[step >> 1]!.cells.length)
        throw new DamagedBytes('no such axis or position');
      path.push(step, rank);
    }
    waiting.push({ path, distance: read.float() });
  }
  if (!read.ended) throw new DamagedBytes('more bytes than there should be');
  return { nodes, line, waiting };
}
