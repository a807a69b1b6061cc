import type { ViolatingBoxes } from '../search/index.js';
import type { Box, Boxes } from './box.js';
import type { BoxAnswer, BoxReader } from './box-reader.js';
import type { ShownBounds } from './result.js';

/** Boxes that were found, each told when it is asked for. */
export class ToldBoxes implements Boxes {
  readonly distances: readonly number[];
  private readonly answers: BoxAnswer[] = [];

  /** @param scores of the nearest */
  constructor(
    private readonly found: ViolatingBoxes,
    private readonly reader: BoxReader,
    private readonly scores: readonly ShownBounds[],
  ) {
    this.distances = Array.from(found, ({ distance }) => distance);
  }

  get length(): number {
    return this.found.length;
  }

  first(most: number): Box[] {
    return Array.from({ length: Math.min(most, this.length) }, (_, at) => this.at(at));
  }

  *[Symbol.iterator](): Generator<Box> {
    for (let at = 0; at < this.length; at += 1) yield this.at(at);
  }

  private at(place: number): Box {
    const box = this.found.at(place);
    if (box === undefined) throw new RangeError('there is no such box');
    const told = this.reader.read(box, this.scores[place] ?? null, this.answers[place]);
    const { label, scores, records_hit: hit } = told;
    this.answers[place] ??= { label, scores, records_hit: hit };
    return told;
  }
}
