import { runSchema } from '@ostiary/guard/request';
import { storableText } from '@ostiary/plugin-api';
import { LanguageField } from '@ostiary/policy-modes';
import { z } from 'zod';
import { HuntRequest } from '../../request/request.js';
import { BranchName } from './project-view.js';

const scan = {
  branch: BranchName.optional().describe('The branch of what is scanned; absent: the default branch.'),
  label: storableText().min(1).max(200).optional().describe('What is scanned, e.g. a commit.'),
  reuse: z
    .boolean()
    .default(true)
    .describe('Whether the last finished scan of the branch is reused if nothing has changed since.'),
  on_running: z
    .enum(['queue', 'reject'])
    .meta({ id: 'ScanOnRunning', description: 'What to do while another scan of the branch is running.' })
    .default('queue')
    .describe('`reject`: refused with `scan_in_progress` while another scan of the branch is running.'),
  profile: z.string().min(1).max(64).optional().describe('Execution profile, see GET /v1/profiles.'),
  deadline_ms: z
    .int()
    .min(1)
    .max(86_400_000)
    .optional()
    .describe('Milliseconds from now after which the scan expires, time in the queue included.'),
};

const NewPolicyScan = z
  .strictObject({ ...HuntRequest.shape, ...scan })
  .meta({ id: 'NewPolicyScan', description: 'A policy to hunt and to compare with the previous scan.' });

/** What hunts graphs reads the rest, and refuses what it does not know. */
const NewGraphScan = z
  .looseObject({
    graph: z.unknown().describe('An exported agent graph, as mode `hunt` takes it.'),
    language: LanguageField,
    ...scan,
  })
  .meta({
    id: 'NewGraphScan',
    description:
      'An agent graph to hunt and to compare with the previous scan. Its other fields (`catalogue`, `format`, `rules`, `bindings`, `assume`, `traces`, `compare_with`, `options`, `path`) are those of mode `hunt` with a graph.',
  });

const isGraph = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'graph');

type Scan = z.output<typeof NewPolicyScan> | z.output<typeof NewGraphScan>;

/** Told apart by the field `graph`, so that what is wrong is said of what was meant. */
export const NewScan = chosen();

function chosen(): z.ZodType<Scan> {
  const { $schema: _, ...json } = z.toJSONSchema(z.union([NewPolicyScan, NewGraphScan]), { io: 'input' });
  return z
    .unknown()
    .check((context) => {
      const { value, issues } = runSchema(isGraph(context.value) ? NewGraphScan : NewPolicyScan, context.value);
      if (issues.length === 0) context.value = value;
      else for (const issue of issues) context.issues.push({ ...issue, continue: false });
    })
    .meta(json) as z.ZodType<Scan>;
}
