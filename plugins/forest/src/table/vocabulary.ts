import { nearestNames } from '@ostiary/policy';
import { CellFault, meant, shown } from './flaw.js';
import type { Precision } from './number.js';

export const FEATURE_TYPES = ['float', 'int', 'bool', 'onehot', 'ordinal', 'enum'] as const;
export type FeatureType = (typeof FEATURE_TYPES)[number];

/** May a value change: freely, never, or one way only. */
export type Mutable = 'yes' | 'no' | 'up' | 'down';

/** What is known of a feature, that is of one column of the model. */
export interface FeatureFact {
  readonly name: string;
  /** Index into the columns of the model. */
  readonly column: number;
  /** How the model takes its values; text for categories. */
  readonly precision: Precision | 'text';
  readonly type: FeatureType;
  /** Features of one one-hot group share it: exactly one of them is 1. */
  readonly group: string | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Distance between neighbouring values, counted from `min`, or from 0; null: every number of the precision. */
  readonly step: number | null;
  /** `allow`: an empty cell is NaN. A number: it stands for a value that is missing. */
  readonly missing: 'allow' | 'never' | { readonly code: number };
  /** The values of an enumeration; null where nothing is said. */
  readonly values: readonly string[] | null;
  readonly unit: string | null;
  readonly mutable: Mutable;
  readonly protected: boolean;
  /** Price of changing it by one unit. */
  readonly cost: number;
  /** How it follows from others, as it is written; null where it does not. */
  readonly derived: string | null;
}

/** What the names of a table may mean. */
export interface Vocabulary {
  /** By column of the model. */
  readonly features: readonly FeatureFact[];
  /** Labels of a classifier in the order of the model; null for a regression. */
  readonly labels: readonly (string | number)[] | null;
  /** How many raw sums there are. */
  readonly scores: number;
}

/** Finds features and groups by their names. */
export class Names {
  private readonly byName: ReadonlyMap<string, FeatureFact>;
  private readonly groups: ReadonlyMap<string, readonly FeatureFact[]>;

  constructor(readonly vocabulary: Vocabulary) {
    this.byName = new Map(vocabulary.features.map((feature) => [feature.name, feature]));
    const groups = new Map<string, FeatureFact[]>();
    for (const feature of vocabulary.features) {
      if (feature.group === null) continue;
      groups.set(feature.group, [...(groups.get(feature.group) ?? []), feature]);
    }
    this.groups = groups;
  }

  /** The feature of a name; undefined where there is none. */
  find(name: string): FeatureFact | undefined {
    return this.byName.get(name);
  }

  /** @throws CellFault `feature_unknown` with the nearest names, or some of all where none is near */
  feature(name: string): FeatureFact {
    const found = this.byName.get(name);
    if (found === undefined) throw this.unknown(name, [...this.byName.keys()]);
    return found;
  }

  /**
   * The features that a name stands for: one, those of a group, or with `*` all.
   * @throws CellFault `feature_unknown`
   */
  several(name: string): readonly FeatureFact[] {
    if (name === '*') return this.vocabulary.features;
    const found = this.byName.get(name);
    if (found !== undefined) return [found];
    const group = this.groups.get(name);
    if (group === undefined) throw this.unknown(name, [...this.byName.keys(), ...this.groups.keys()]);
    return group;
  }

  /** One-hot groups, by their names. */
  oneHot(): ReadonlyMap<string, readonly FeatureFact[]> {
    return new Map([...this.groups].filter(([, [first]]) => first?.type === 'onehot'));
  }

  private unknown(name: string, known: readonly string[]): CellFault {
    const nearest = nearestNames(name, known);
    const near = nearest.length > 0 ? meant(nearest) : thereAre(known);
    return new CellFault('feature_unknown', {
      en: `There is no feature "${shown(name)}".${near.en}`,
      pt: `Não há nenhuma característica "${shown(name)}".${near.pt}`,
    });
  }
}

/** Names that are listed where none is near: a model without a schema calls its features `X[0]`, `X[1]` and so on. */
const LISTED = 4;

function thereAre(known: readonly string[]): { readonly en: string; readonly pt: string } {
  const names = known.slice(0, LISTED).map(shown).join(', ');
  const more = known.length - LISTED;
  return more > 0
    ? { en: ` There are ${names} and ${more} more.`, pt: ` Há ${names} e mais ${more}.` }
    : { en: ` There are ${names}.`, pt: ` Há ${names}.` };
}
