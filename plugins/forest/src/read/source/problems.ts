/** Why a model is refused: data, so that a caller says it in any language. The texts are in `problem-texts.ts`. */

/** The parameters that each slug has. */
interface ProblemParams {
  readonly forest_format_unknown: { readonly formats: string };
  readonly forest_too_large: { readonly what: string; readonly limit: number };
  /** Bytes that are no protobuf. */
  readonly forest_protobuf: { readonly reason: string };
  /** A part of an ONNX file that must be there, or must not. */
  readonly forest_onnx_missing: { readonly what: string };
  readonly forest_onnx_refused: { readonly what: string };
  readonly forest_operator: { readonly operator: string };
  readonly forest_operator_use: { readonly operator: string; readonly why: string };
  readonly forest_attribute: { readonly attribute: string; readonly why: string };
  /** Names between the nodes of the graph that do not fit together. */
  readonly forest_wiring: { readonly name: string; readonly why: string };
  readonly forest_array_length: { readonly array: string; readonly found: number; readonly expected: number };
  readonly forest_node_missing: { readonly tree: number; readonly id: number };
  readonly forest_node_doubled: { readonly tree: number; readonly id: number };
  readonly forest_node_range: { readonly tree: number; readonly id: number; readonly nodes: number };
  readonly forest_cycle: { readonly tree: number; readonly id: number };
  readonly forest_child_shared: { readonly tree: number; readonly id: number };
  readonly forest_too_deep: { readonly tree: number; readonly limit: number };
  readonly forest_feature_range: { readonly feature: number; readonly width: number };
  readonly forest_target_range: { readonly target: number; readonly targets: number };
  readonly forest_target_doubled: { readonly tree: number; readonly target: number };
  readonly forest_not_finite: { readonly what: string };
  /** Missing values that the runtime sends another way than the file says, and not always the same. */
  readonly forest_missing_mixed: { readonly tree: number; readonly id: number };
  /** A chain of tests whose leaves the runtime takes for the same though they vote otherwise, or counts where they are not reached. */
  readonly forest_votes_mixed: { readonly tree: number; readonly id: number };
  /** Classes that get a vote on some records only, where the runtime then chooses labels by another rule. */
  readonly forest_votes_vary: { readonly class: number };
  readonly forest_labels: { readonly why: string };
  readonly forest_ensemble_count: { readonly found: number };
  readonly forest_aggregate: { readonly aggregate: string };
  readonly forest_post_transform: { readonly post: string };
  /** A file of XGBoost or LightGBM: what of it is not as expected, or is not read. */
  readonly forest_source_syntax: { readonly format: string; readonly reason: string };
  readonly forest_source_value: { readonly format: string; readonly expected: string; readonly found: string };
  readonly forest_source_refused: { readonly format: string; readonly what: string };
}

export type ReadProblemSlug = keyof ProblemParams;

/** Where in the file: as far as it is known. */
export interface ReadPlace {
  /** The ONNX node, by name or else by its first output; and its operator. */
  readonly node?: string;
  readonly operator?: string;
  readonly attribute?: string;
  /** In bytes from the start of the file. */
  readonly offset?: number;
  /** Of a text, from 1. */
  readonly line?: number;
  /** Of JSON: an RFC 6901 pointer. */
  readonly pointer?: string;
}

export interface ReadProblem {
  readonly slug: ReadProblemSlug;
  readonly params: Readonly<Record<string, string | number>>;
  readonly place: ReadPlace;
}

const MAX_SHOWN = 200;

/** Ends the reading of one file. It never leaves this folder. */
export class Refusal extends Error {
  readonly problem: ReadProblem;

  constructor(problem: ReadProblem) {
    super(problem.slug);
    this.problem = problem;
  }

  /** The same, at a place that is known better further out. */
  at(place: ReadPlace): Refusal {
    return new Refusal({ ...this.problem, place: { ...place, ...this.problem.place } });
  }
}

/** What a customer wrote is shown, but not pages of it. */
const shown = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

export function refuse<S extends ReadProblemSlug>(slug: S, params: ProblemParams[S], place: ReadPlace = {}): never {
  const told = Object.fromEntries(
    Object.entries(params as Record<string, string | number>).map(([name, value]) => [
      name,
      typeof value === 'string' ? shown(value) : value,
    ]),
  );
  throw new Refusal({ slug, params: told, place });
}

/** Does `read` with whatever it refuses placed at `place`. */
export function placed<T>(place: ReadPlace, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Refusal ? error.at(place) : error;
  }
}
