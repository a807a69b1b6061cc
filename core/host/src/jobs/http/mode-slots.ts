import { z } from 'zod';

/**
 * What every submission and every job's result look like to the host, which knows no mode. In the contract each of the
 * two is replaced by the alternatives that the enabled modes bring, so a route refers to these and never to a mode.
 */
export const SolveRequestSlot = z
  .looseObject({ mode: z.string().describe('Which product solves it; needs the grant of the mode.') })
  .meta({ id: 'SolveRequest', description: 'A job to submit. `mode` chooses the alternative.' });

export const SolveResultSlot = z.unknown().meta({
  id: 'SolveResult',
  description:
    'The result, by the mode of the job: in the answer to a submission, and with `include=result`; else null.',
});

export const SOLVE_REQUEST = 'SolveRequest';
export const SOLVE_RESULT = 'SolveResult';
/** Component of the data of events; the modes' own events are added to it. */
export const SOLVE_EVENT = 'SolveEvent';
