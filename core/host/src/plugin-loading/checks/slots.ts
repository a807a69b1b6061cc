import { Slots } from '@ostiary/plugin-api';
import { type Check, claims, refuse } from './check.js';

const KNOWN: ReadonlyMap<string, { readonly many: boolean }> = new Map(
  Object.values(Slots).map((slot) => [slot.name, slot]),
);

/** A slot that one plugin may fill is filled by one. */
export const slotTaken: Check = (candidates) =>
  claims(candidates, 'slot_taken', 'slot', ({ definition }) =>
    (definition.slots ?? []).map(({ slot }) => slot.name).filter((name) => KNOWN.get(name)?.many === false),
  );

/** What fills a slot is a provider of the plugin, and the slot is one of the host's. */
export const slotUnbound: Check = (candidates) =>
  candidates.flatMap((candidate) => {
    const { slots = [], providers = [] } = candidate.definition;
    return slots.flatMap(({ slot, implementation }) => {
      if (!KNOWN.has(slot.name)) return [refuse(candidate, 'slot_unbound', `there is no slot ${slot.name}`)];
      const provided = providers.some(
        (one) => one === implementation || ('provide' in one && one.provide === implementation),
      );
      return provided
        ? []
        : [
            refuse(
              candidate,
              'slot_unbound',
              `it fills the slot ${slot.name} with a class that is not among its providers`,
            ),
          ];
    });
  });
