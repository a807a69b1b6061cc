/** What a file that a job made is, for those who choose from a list of them. */
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
