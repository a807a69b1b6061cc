import { type CoreExpr, type CorePolicy, type CoreProperty, within } from '@ostiary/policy';
import type { PropertyResult } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';

/** What a policy states about itself. */
export interface StatedProperty {
  readonly property: CoreProperty;
  /** Its title; the second of one title is `title (2)`. */
  readonly name: string;
  /** Null of one over sessions. */
  readonly result: PropertyResult | null;
}

/** The properties of a policy by their names, in the order of its text. */
export const namedProperties = ({ properties }: CorePolicy): readonly Omit<StatedProperty, 'result'>[] =>
  properties.map((property, at) => {
    const { title } = property;
    const before = properties.slice(0, at).filter((each) => each.title === title).length;
    return { property, name: before === 0 ? title : `${title} (${String(before + 1)})` };
  });

/** The same, with what is known of them. */
export async function statedProperties(hunt: Hunt): Promise<readonly StatedProperty[]> {
  const { core } = hunt.policy;
  const results = (core.properties.some(({ over }) => over === 'call') ? await hunt.properties() : []).values();
  return namedProperties(core).map((each) => ({
    ...each,
    result: each.property.over === 'call' ? (results.next().value ?? null) : null,
  }));
}

/** Whether a test asks what the policy answers. */
export const isAboutAnswer = (test: CoreExpr): boolean => within(test).some(({ op }) => op === 'answer');
