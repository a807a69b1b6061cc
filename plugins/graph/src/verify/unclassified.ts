import { type ClassProposal, proposeClasses } from '@ostiary/catalogue';

/** Classes that annotations speak for, by the name of the tool. */
export interface Proposals {
  /** Tools of the catalogue whose classes nobody stated: it takes them for writes. */
  readonly unstated: ReadonlySet<string>;
  readonly of: (tool: string) => readonly ClassProposal[];
}

/**
 * What annotations propose for tools that nobody classified.
 *
 * @param unstated of the catalogue: `unstatedClasses`
 * @param annotations of the export: `annotationsIn`
 */
export function proposalsOf(
  unstated: ReadonlyMap<string, readonly ClassProposal[]>,
  annotations: ReadonlyMap<string, unknown>,
): Proposals {
  return {
    unstated: new Set(unstated.keys()),
    of: (tool) => {
      const own = unstated.get(tool) ?? [];
      return own.length > 0 ? own : proposeClasses(annotations.get(tool));
    },
  };
}
