import { z } from 'zod';
import { SolveStatus } from './solve-schema.js';

/** The data of an event of a job's stream. Events of a mode have further members, which the mode declares. */
export const SolveEvent = z
  .looseObject({
    seq: z.int().min(1).describe('Number of the event, rising by one for each job; also its `id` in the stream.'),
    type: z.string().describe('Name of the event; also its `event` in the stream.'),
    at: z.iso.datetime({ precision: 3 }).describe('When it happened.'),
    job_id: z.string().describe('The job it is about.'),
    status: SolveStatus.describe('State of the job from then on.'),
    progress: z
      .looseObject({
        phase: z.string().describe('What the job is doing.'),
        done: z.number().describe('How much of it is done.'),
        total: z.number().nullable().describe('How much there is to do; null when nobody knows.'),
        unit: z.string().optional().describe('What is counted.'),
      })
      .meta({ id: 'SolveEventProgress', description: 'How far a job is.' })
      .optional()
      .describe('With `job.progress` only.'),
  })
  .meta({ id: 'SolveEvent', description: 'The data of an event in the stream of a job.' });
