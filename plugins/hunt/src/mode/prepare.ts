import type { PrepareContext } from '@ostiary/plugin-api';
import { runInChild } from '@ostiary/policy-modes';
import type { HuntInput } from '../request/request.js';
import { acceptedOf, inlineInput, isLoadedHere, loadPolicies, policyOf } from './load.js';
import { hunter } from './solver.js';
import type { HuntTask } from './tasks.js';

/** Checks the policies of a request, in a child when they are large, and fixes its language. */
export async function prepareHunt(
  asked: HuntInput,
  ctx: Pick<PrepareContext, 'input' | 'language' | 'solver'>,
): Promise<HuntInput> {
  const request = await inlineInput(asked, ctx.input);
  const accepted = acceptedOf(request);
  const isSmall = (await isLoadedHere(policyOf(request))) && (accepted === null || (await isLoadedHere(accepted)));
  if (isSmall) await loadPolicies(request);
  else await runInChild({ kind: 'check', mode: 'hunt', request } satisfies HuntTask, hunter.id, ctx, null);
  return { ...asked, language: asked.language ?? ctx.language };
}
