import type { PrepareContext } from '@ostiary/plugin-api';
import { isReadHere, runInChild } from '@ostiary/policy-modes';
import type { HuntInput } from '../request/request.js';
import { acceptedPlaces, inlineInput, loadPolicies } from './load.js';
import { hunter } from './solver.js';
import type { HuntTask } from './tasks.js';

/** Checks the policies of a request, in a child when they are large, and fixes its language. */
export async function prepareHunt(
  asked: HuntInput,
  ctx: Pick<PrepareContext, 'input' | 'language' | 'solver'>,
): Promise<HuntInput> {
  const request = await inlineInput(asked, ctx.input);
  const { policy, catalogue, options } = request;
  const { compare_with: accepted, compare_catalogue: own = catalogue } = options;
  const small =
    isReadHere({ policy, catalogue }) &&
    (accepted === undefined || isReadHere({ policy: accepted, catalogue: own, at: acceptedPlaces(options) }));
  if (small) loadPolicies(request);
  else await runInChild({ kind: 'check', mode: 'hunt', request } satisfies HuntTask, hunter.id, ctx, null);
  return { ...asked, language: asked.language ?? ctx.language };
}
