import type { Candidate } from '../candidate.js';
import { type Check, refuse } from './check.js';

/** Every service that is offered has a provider behind it, and every service that is consumed is offered by a plugin that is required. */
export const serviceUnbound: Check = (candidates) => {
  const offers = new Map(
    candidates.map(({ definition }) => [
      definition.id,
      new Set((definition.provides ?? []).map(({ service }) => service.name)),
    ]),
  );
  return candidates.flatMap((candidate) => {
    const { provides = [], consumes = [], consumesOptional = [], requires = {} } = candidate.definition;
    const withoutProvider = provides
      .filter(({ implementation }) => !hasProvider(candidate, implementation))
      .map(({ service }) =>
        refuse(
          candidate,
          'service_unbound',
          `the service ${service.name} is offered, but its implementation is not among the providers`,
        ),
      );
    const withoutOffer = consumes
      .filter(({ name }) => !Object.keys(requires).some((id) => offers.get(id)?.has(name)))
      .map(({ name }) =>
        refuse(candidate, 'service_unbound', `it consumes the service ${name}, which no plugin it requires offers`),
      );
    const notOffered = consumesOptional
      .filter(({ name }) => {
        const offered = offers.get(name.slice(0, Math.max(0, name.indexOf('.'))));
        return offered !== undefined && !offered.has(name);
      })
      .map(({ name }) =>
        refuse(
          candidate,
          'service_unbound',
          `it may consume the service ${name}, which its plugin is there and does not offer`,
        ),
      );
    return [...withoutProvider, ...withoutOffer, ...notOffered];
  });
};

function hasProvider({ definition }: Candidate, implementation: unknown): boolean {
  return (definition.providers ?? []).some(
    (provider) => provider === implementation || ('provide' in provider && provider.provide === implementation),
  );
}
