import type { Candidate } from '../candidate.js';
import { type Check, refuse } from './check.js';

/** Every face that is offered has a provider behind it, and every face that is used is offered by a plugin that is required. */
export const faceUnbound: Check = (candidates) => {
  const offers = new Map(
    candidates.map(({ definition }) => [definition.id, new Set((definition.faces ?? []).map(({ face }) => face.name))]),
  );
  return candidates.flatMap((candidate) => {
    const { faces = [], uses = [], requires = {} } = candidate.definition;
    const withoutProvider = faces
      .filter(({ implementation }) => !provides(candidate, implementation))
      .map(({ face }) =>
        refuse(
          candidate,
          'face_unbound',
          `the face ${face.name} is offered, but its implementation is not among the providers`,
        ),
      );
    const withoutOffer = uses
      .filter(({ name }) => !Object.keys(requires).some((id) => offers.get(id)?.has(name)))
      .map(({ name }) =>
        refuse(candidate, 'face_unbound', `it uses the face ${name}, which no plugin it requires offers`),
      );
    return [...withoutProvider, ...withoutOffer];
  });
};

function provides({ definition }: Candidate, implementation: unknown): boolean {
  return (definition.providers ?? []).some(
    (provider) => provider === implementation || ('provide' in provider && provider.provide === implementation),
  );
}
