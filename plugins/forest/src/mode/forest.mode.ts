import { defineMode } from '@ostiary/plugin-api';
import { FoundViolation, ForestRequest, ForestResult, RowBounds } from '../request/index.js';
import { runtime } from '../replay/index.js';
import { VERDICTS } from '../judge/index.js';
import { CASE_FILES } from './case-files.js';
import { REPORT_KINDS } from './finish.js';
import { forestPart } from './part.js';
import { RESUME_FILE } from './resume.js';
import { prepareForest, solveForest } from './solve.js';
import { auditor } from './solver.js';

export const forestMode = defineMode({
  name: 'forest',
  title: 'Verify a tree ensemble',
  grant: 'forest',
  request: ForestRequest,
  result: ForestResult,
  progress: { 'row.bounds': RowBounds, 'finding.found': FoundViolation },
  limits: { inlineBytes: 2 * 1024 * 1024, seconds: 3_600 },
  artefacts: [...CASE_FILES.map(({ kind }) => kind), ...REPORT_KINDS, RESUME_FILE.kind],
  solvers: [auditor.id, runtime.id],
  summary: ({ row_counts: counts, unexpected }) => ({
    answer: VERDICTS.find((verdict) => counts[verdict] > 0) ?? null,
    counts: { ...counts, unexpected },
  }),
  prepare: prepareForest,
  part: forestPart,
  solve: solveForest,
});
