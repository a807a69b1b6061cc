import { callOf, contextOf, isTooMuchWork, labelFaults, type PreparedPolicy, TOO_MUCH_WORK } from '@ostiary/guard';
import { type PrepareContext, ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { loadChecked } from '@ostiary/policy-modes';
import type { GuardrailInput } from './request.js';

/** Refuses a request that cannot be decided: a policy or a catalogue that cannot be used, a call that would take too long. */
export function checkGuardrail(request: GuardrailInput): void {
  const policy = loadChecked(request.policy, request.catalogue);
  const errors = [...unknownFaults(request), ...labelsOf(policy, request), ...workFaults(policy, request)];
  if (errors.length > 0) throw new ProblemError('invalid_request', { errors });
}

/** Fixes the time of the decision and the language, so that a second attempt at the job answers the same question. */
export function settled(
  request: GuardrailInput,
  { now, language }: Pick<PrepareContext, 'now' | 'language'>,
): GuardrailInput {
  return {
    ...request,
    language: request.language ?? language,
    context: { ...request.context, now: request.context?.now ?? now.toISOString() },
  };
}

function labelsOf({ core }: PreparedPolicy, { action, context }: GuardrailInput): readonly ProblemItem[] {
  return labelFaults(core, callOf(action), contextOf(context)).map(({ pointer, detail }) => ({
    pointer: `/context${pointer}`,
    slug: 'label_unknown',
    detail,
  }));
}

function workFaults(policy: PreparedPolicy, { action, context }: GuardrailInput): readonly ProblemItem[] {
  return isTooMuchWork(policy, callOf(action), contextOf(context))
    ? [{ pointer: '/action/arguments', slug: 'decision_too_large', detail: TOO_MUCH_WORK }]
    : [];
}

function unknownFaults({ action }: GuardrailInput): readonly ProblemItem[] {
  return (action.unknown ?? []).flatMap((name, index) =>
    Object.hasOwn(action.arguments, name)
      ? [
          {
            pointer: `/action/unknown/${index}`,
            slug: 'invalid_request',
            detail: {
              en: 'An argument cannot be unknown and have a value.',
              pt: 'Um argumento não pode ser desconhecido e ter um valor.',
            },
          },
        ]
      : [],
  );
}
