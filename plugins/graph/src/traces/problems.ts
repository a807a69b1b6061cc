import type { Place, ReadProblem, TraceProblemSlug } from '../model/index.js';

/** Stops the reading of traces: what is damaged is told once, with its place. */
export class Damaged extends Error {
  readonly problem: ReadProblem;

  constructor(slug: TraceProblemSlug, place: Place, params: ReadProblem['params']) {
    super(slug);
    this.problem = { slug, place, params };
  }
}

/** What a value is, in a word. */
export const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : value === undefined
        ? 'nothing'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value}`;
