/** Columns of a property table that mean something. */
export const COLUMNS = [
  'id',
  'kind',
  'title',
  'where',
  'fixed',
  'vary',
  'epsilon',
  'protected',
  'direction',
  'compare_model',
  'output',
  'expect',
  'tolerance',
  'distance',
  'cost',
  'max_changes',
  'budget_s',
  'severity',
  'note',
] as const;
export type PropertyColumn = (typeof COLUMNS)[number];
