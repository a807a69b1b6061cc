import { storableText } from '@ostiary/plugin-api';
import { z } from 'zod';
import { HuntRequest } from '../../request/request.js';
import { BranchName } from './project-view.js';

export const NewScan = z
  .strictObject({
    ...HuntRequest.shape,
    branch: BranchName.optional().describe('The branch that the policy is of; absent: the default one.'),
    label: storableText().min(1).max(200).optional().describe('What is scanned, e.g. a commit.'),
    reuse: z
      .boolean()
      .default(true)
      .describe('Whether the last finished scan of the branch is answered when nothing has changed since.'),
    on_running: z
      .enum(['queue', 'reject'])
      .meta({ id: 'ScanOnRunning', description: 'What is done while another scan of the branch goes on.' })
      .default('queue')
      .describe('`reject`: refused with `scan_in_progress` while another scan of the branch goes on.'),
    profile: z.string().min(1).max(64).optional().describe('Execution profile, see GET /v1/profiles.'),
    deadline_ms: z
      .int()
      .min(1)
      .max(86_400_000)
      .optional()
      .describe('Milliseconds from now after which the scan expires, time in the queue included.'),
  })
  .meta({ id: 'NewScan', description: 'A policy to be hunted, and compared with the scan before.' });
