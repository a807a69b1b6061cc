import { isDeepStrictEqual } from 'node:util';
import type { PurposeDeclaration } from '@ostiary/plugin-api';
import { inputsOf } from '../../plugins/mode-inputs.js';
import type { Candidate } from '../candidate.js';
import { type Check, refuse } from './check.js';
import type { Refusal } from '../refusal.js';

/** Several plugins may take files of one purpose, if they say the same of it: an upload is opened before it is known who will take it. */
export const purposeTaken: Check = (candidates) => {
  const declared = new Map<string, { readonly by: string; readonly purpose: PurposeDeclaration }>();
  const refusals: Refusal[] = [];
  for (const candidate of candidates) {
    for (const [name, purpose] of purposesOf(candidate)) {
      const known = declared.get(name);
      if (known === undefined) declared.set(name, { by: candidate.packageName, purpose });
      else if (!isDeepStrictEqual(known.purpose, purpose))
        refusals.push(
          refuse(
            candidate,
            'purpose_taken',
            `${known.by} declares the purpose ${name} otherwise: its size, its media types and its recognise must be the same`,
          ),
        );
    }
  }
  return refusals;
};

/** The purpose of every file that a request may name is declared by some plugin. */
export const purposeUnknown: Check = (candidates) => {
  const declared = new Set(candidates.flatMap((candidate) => purposesOf(candidate).map(([name]) => name)));
  return candidates.flatMap((candidate) =>
    [...(candidate.definition.modes ?? []), ...(candidate.definition.variants ?? [])]
      .flatMap(({ request }) => inputsOf(request).purposes)
      .filter((purpose) => !declared.has(purpose))
      .map((purpose) =>
        refuse(
          candidate,
          'purpose_unknown',
          `a request of its takes files of the purpose ${purpose}, which no plugin declares`,
        ),
      ),
  );
};

function purposesOf({ definition }: Candidate): readonly [string, PurposeDeclaration][] {
  return Object.entries(definition.purposes ?? {});
}
