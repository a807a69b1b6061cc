import { nearestNames } from '@ostiary/policy';
import type { Place, ReadProblem } from '../../model/index.js';

/** Why a document is refused, and the parameters that each slug has. */
interface ProblemParams {
  /** A value of another type or outside what is possible. `expected` and `found` are words. */
  readonly graph_value: { readonly expected: string; readonly found: string };
  /** A variable between whose bounds there is no value, or whose bound is none of its values. */
  readonly graph_bounds: { readonly expected: string; readonly found: string };
  /** A member that this format does not have. */
  readonly graph_field_unknown: { readonly field: string; readonly nearest?: string };
  readonly graph_field_missing: { readonly field: string };
  /** A member that does not go with another one, or not with the kind of its node. */
  readonly graph_field_misplaced: { readonly field: string; readonly why: string };
  /** An id or a name that was given before, at `first`. */
  readonly graph_id_doubled: { readonly id: string; readonly first: string };
  /** A reference to a node that is not there. */
  readonly graph_reference_dangling: { readonly id: string; readonly nearest?: string };
  readonly graph_start_missing: Readonly<Record<string, never>>;
  readonly graph_start_doubled: { readonly id: string; readonly first: string };
  /** More than the reader follows: `what` and `limit`. */
  readonly graph_too_large: { readonly what: string; readonly limit: number };
  /** No format, or more than one, has this shape. */
  readonly graph_format_unknown: { readonly formats: string; readonly nearest?: string };
  readonly graph_format_ambiguous: { readonly candidates: string };
  /** The document is of the format's product, but no graph of control that can be verified. */
  readonly graph_not_verifiable: { readonly format: string; readonly why: string };
  /** A line of a text that is not read. */
  readonly graph_line_unread: { readonly line: string };
  /** A binding that names a node the graph does not have. */
  readonly graph_binding_unknown: { readonly node: string; readonly nearest?: string };
}

export type ReadProblemSlug = keyof ProblemParams;

/** Enough to mend a document by; a document of another kind would fill pages. */
const MAX_PROBLEMS = 50;
const MAX_SHOWN = 200;

/** The problems of one document, bounded. */
export class Problems {
  readonly #placeOf: (pointer: string) => Place;
  readonly found: ReadProblem[] = [];

  constructor(placeOf: (pointer: string) => Place) {
    this.#placeOf = placeOf;
  }

  /** Whether there are so many that reading on is no help. */
  get full(): boolean {
    return this.found.length >= MAX_PROBLEMS;
  }

  get any(): boolean {
    return this.found.length > 0;
  }

  add<S extends ReadProblemSlug>(slug: S, pointer: string, params: ProblemParams[S]): void {
    if (this.full) return;
    const told: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(params as Readonly<Record<string, string | number>>))
      if (value !== undefined) told[name] = typeof value === 'string' ? shown(value) : value;
    this.found.push({ slug, place: this.#placeOf(pointer), params: told });
  }
}

/** A customer's text in a message: its beginning. */
export function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The parameter `nearest` for a name that is not there, when one like it is. */
export function nearestTo(name: string, candidates: Iterable<string>): { readonly nearest?: string } {
  const [nearest] = nearestNames(name, candidates);
  return nearest === undefined ? {} : { nearest };
}
