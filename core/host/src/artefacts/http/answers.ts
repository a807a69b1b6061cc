import type { RouteAnswer } from '@ostiary/plugin-api';
import { z } from 'zod';

/** Any text: an id of the wrong form is an artefact that does not exist. */
export const ArtefactParams = z.object({ id: z.string().describe('Id of the artefact.') });

export const NO_SUCH_ARTEFACT: RouteAnswer = {
  status: 404,
  when: "The artefact is unknown, the id malformed, the artefact another account's, or its record was dropped.",
  slugs: ['not_found'],
};
