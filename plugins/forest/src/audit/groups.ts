/** How the records fare by their protected features: group by group, and each record as if it were of another group. */
import { type FeatureFact, type Output, type RecordRow, type Value } from '../table/index.js';
import type { Audit } from './audit.js';
import type { Scored } from './model.js';
import { isSelected } from './select.js';
import { nameText, valueText } from './shown.js';

/** Records that have the same values of all protected features. */
export interface GroupScores {
  /** `afam = 1, age (years) = 30`. */
  readonly name: string;
  readonly records: number;
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

/** Records of one group, each asked again with the protected values of another group and all else as it is. */
export interface GroupMove {
  readonly from: string;
  readonly to: string;
  readonly records: number;
  /** By how much the score changes: downwards at most, on average, upwards at most. */
  readonly least: number;
  readonly mean: number;
  readonly most: number;
  /** The record whose score changes most. */
  readonly record: string;
  /** Records whose label is another one then; null for a regression. */
  readonly flips: number | null;
}

export interface GroupGaps {
  /** Which number is compared: `p[1]`, `score[0]`. */
  readonly score: string;
  readonly groups: readonly GroupScores[];
  readonly moves: readonly GroupMove[];
  /** Records that were not looked at, because there are too many. */
  readonly left: number;
}

/** Records that are scored for one picture, and groups that it can show. */
const [RECORDS, GROUPS] = [2_000, 6];

/** The groups of a row about protected features; null where it has none, or where the records have too many or only one. */
export function groupsOf(audit: Audit, row: number): GroupGaps | null {
  const property = audit.rows[row]?.property ?? null;
  if (property === null || property.protected.length === 0) return null;
  const features = property.protected.flatMap((column) => audit.vocabulary.features[column] ?? []);
  const scored = new Map<RecordRow, Scored>();
  const scoreOf = (record: RecordRow): Scored => {
    const known = scored.get(record) ?? audit.model.score(record.values);
    scored.set(record, known);
    return known;
  };
  const whole = audit.records.filter(({ flaws }) => flaws.length === 0);
  const asked = whole.slice(0, RECORDS).filter((record) => isSelected(property, record, () => scoreOf(record)));
  const byName = Map.groupBy(asked, ({ values }) => nameOf(values, features));
  if (byName.size < 2 || byName.size > GROUPS) return null;
  const { name: score, of } = scoreAsked(property.output, audit);
  const groups = [...byName].map(([name, records]) => ({ name, records })).toSorted(byText);
  return {
    score,
    groups: groups.map(({ name, records }) => ({
      name,
      records: records.length,
      ...spread(records.map((record) => of(scoreOf(record)))),
    })),
    moves: groups.flatMap((from) =>
      groups.filter((to) => to !== from).map((to) => moveOf(from, to, property.protected, audit, { of, scoreOf })),
    ),
    left: whole.length - Math.min(whole.length, RECORDS),
  };
}

interface Group {
  readonly name: string;
  readonly records: readonly RecordRow[];
}

const byText = (a: Group, b: Group): number => (a.name < b.name ? -1 : 1);

function moveOf(
  from: Group,
  to: Group,
  columns: readonly number[],
  { model }: Audit,
  { of, scoreOf }: { readonly of: (scored: Scored) => number; readonly scoreOf: (record: RecordRow) => Scored },
): GroupMove {
  const wanted = to.records[0]?.values ?? [];
  let [flips, record, furthest] = [0, '', -1];
  const changes = from.records.map((own) => {
    const before = scoreOf(own);
    const after = model.score(columns.reduce((values, at) => values.with(at, wanted[at] ?? null), [...own.values]));
    if (before.label !== after.label) flips += 1;
    const change = of(after) - of(before);
    if (Math.abs(change) > furthest) [record, furthest] = [own.id, Math.abs(change)];
    return change;
  });
  const labels = model.forest.outcome.kind === 'classes';
  return {
    from: from.name,
    to: to.name,
    records: from.records.length,
    ...spread(changes),
    record,
    flips: labels ? flips : null,
  };
}

function spread(values: readonly number[]): Pick<GroupScores, 'least' | 'mean' | 'most'> {
  return {
    least: Math.min(...values),
    mean: values.reduce((sum, each) => sum + each, 0) / values.length,
    most: Math.max(...values),
  };
}

const nameOf = (values: readonly Value[], features: readonly FeatureFact[]): string =>
  features.map((feature) => `${nameText(feature)} = ${valueText(values[feature.column] ?? null, feature)}`).join(', ');

/** The number that a row looks at; of a label or of bands the score of a yes. */
function scoreAsked(
  output: Output,
  { model }: Audit,
): { readonly name: string; readonly of: (scored: Scored) => number } {
  const { outcome } = model.forest;
  if (output.kind === 'score') return { name: `score[${output.index}]`, of: ({ sums }) => sums[output.index] ?? 0 };
  const index = output.kind === 'probability' ? output.index : outcome.kind === 'regression' ? 0 : 1;
  return { name: `p[${index}]`, of: ({ scores }) => scores[index] ?? 0 };
}
