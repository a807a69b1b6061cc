/** Where a search for all boxes is to go on: what it found, and its open boxes, each as its way from the root. */
import { ByteReader, ByteWriter, DamagedBytes } from './bytes.js';
import { Found } from './found.js';
import type { Space } from './space.js';

/** Steps from the root: for each, twice the axis plus one for the upper half, and the rank. */
export type Path = readonly number[];

export interface Open {
  readonly path: Path;
  readonly distance: number;
}

/** How near the nearest is. */
export const leastOf = (open: readonly Open[]): number =>
  open.reduce((least, { distance }) => Math.min(least, distance), Infinity);

export interface Cursor {
  readonly nodes: number;
  /** Distance up to which boxes are looked at now. */
  readonly line: number;
  /** What is left of the boxes that are looked at now, in their order. */
  readonly now: readonly Open[];
  /** What lies beyond the line. */
  readonly later: readonly Open[];
  /** How many boxes those that were found make when they are joined. */
  readonly boxes: number;
  readonly found: Found;
}

export function cursorOf({ nodes, line, now, later, boxes, found }: Cursor): Uint8Array {
  const out = new ByteWriter();
  out.whole(nodes);
  out.float(line);
  for (const list of [now, later]) {
    out.whole(list.length);
    for (const { path, distance } of list) {
      out.whole(path.length / 2);
      for (const step of path) out.whole(step);
      out.float(distance);
    }
  }
  out.whole(boxes);
  found.write(out);
  return out.done();
}

/**
 * @param first and last position of every axis of the region
 * @throws DamagedBytes where the bytes are not of a search in this space
 */
export function readCursor(bytes: Uint8Array, space: Space, first: Int32Array, last: Int32Array): Cursor {
  const read = new ByteReader(bytes);
  const nodes = read.whole();
  const line = read.float();
  const [now, later] = [readOpen(read, space), readOpen(read, space)];
  const boxes = read.whole();
  const found = Found.read(read, first, last);
  if (!read.ended) throw new DamagedBytes('more bytes than there should be');
  return { nodes, line, now, later, boxes, found };
}

function readOpen(read: ByteReader, { axes }: Space): Open[] {
  const open: Open[] = [];
  for (let left = read.whole(); left > 0; left -= 1) {
    const path: number[] = [];
    for (let steps = read.whole(); steps > 0; steps -= 1) {
      const [step, rank] = [read.whole(), read.whole()];
      if (step >> 1 >= axes.length || rank >= axes[step >> 1]!.cells.length)
        throw new DamagedBytes('no such axis or position');
      path.push(step, rank);
    }
    open.push({ path, distance: read.float() });
  }
  return open;
}
