import { type Language, say } from '@ostiary/report';
import type { Verdict } from '../judge/index.js';
import type { AnswerPlane, GroupGaps, ReadModel, RowResult, Unexpected } from '../audit/index.js';
import { TEXTS } from './text/words.js';

/** A model as a report names it. */
export interface ReportedModel {
  readonly format: 'onnx' | 'xgboost' | 'lightgbm';
  readonly producer: string | null;
  readonly sha256: string;
  readonly trees: number;
  readonly nodes: number;
  readonly features: number;
  readonly labels: readonly (string | number)[] | null;
}

/** All that reports are made of. */
export interface ForestReport {
  /** Of the model, as the reader names it. */
  readonly name: string;
  readonly rows: readonly RowResult[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** By place of the row: what the model answers around its witness. */
  readonly planes: ReadonlyMap<number, AnswerPlane>;
  /** By place of the row: how its records fare by its protected features. */
  readonly groups: ReadonlyMap<number, GroupGaps>;
  readonly model: ReportedModel;
  readonly compare: ReportedModel | null;
  readonly records: number;
  readonly unexpected: Unexpected;
  readonly runtime: string | null;
  readonly version: string;
  /** Questions that were left open. */
  readonly open: number;
  readonly language: Language;
}

/** What a model is called whose file has no name that is known: by what made it. */
export const unnamedModel = ({ producer, format }: ReportedModel, language: Language): string =>
  say(TEXTS.unnamed, language, { made: producer ?? format });

export function reportedModel({ forest, sha256 }: ReadModel): ReportedModel {
  const { source, trees, columns, outcome } = forest;
  return {
    format: source.format,
    producer: source.producer ?? null,
    sha256,
    trees: trees.roots.length,
    nodes: trees.kind.length,
    features: columns.length,
    labels: outcome.kind === 'classes' ? outcome.labels : null,
  };
}
