export const ARTEFACT_KINDS = [
  'report',
  'sarif',
  'junit',
  'findings',
  'policy',
  'rulebook',
  'witness',
  'proof',
  'log',
  'csv',
  'jsonl',
] as const;
export type ArtefactKind = (typeof ARTEFACT_KINDS)[number];
