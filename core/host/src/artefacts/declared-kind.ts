import type { ArtefactDeclaration } from '@ostiary/plugin-api';

/** Kind of the file that holds a result too large to be inline; the host's own, so no mode declares it. */
export const RESULT_KIND = 'result';

/** A kind of file that a mode declares, in its long form. */
export interface DeclaredKind {
  readonly kind: string;
  /** Grants that reading such a file needs beside the mode's own. */
  readonly alsoNeeds: readonly string[];
}

/** Returns the long form of a declaration: a word alone needs no further grant. */
export function declaredKind(declaration: ArtefactDeclaration): DeclaredKind {
  return typeof declaration === 'string'
    ? { kind: declaration, alsoNeeds: [] }
    : { kind: declaration.kind, alsoNeeds: [declaration.alsoNeeds] };
}
