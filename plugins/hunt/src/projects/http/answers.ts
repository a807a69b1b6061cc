import type { RouteAnswer } from '@ostiary/plugin-api';
import { z } from 'zod';
import { area } from '../../area.js';

export const AREA = area.name;

export const UNAUTHENTICATED: RouteAnswer = {
  status: 401,
  when: 'No Authorization: Bearer key (slug missing_key), or a key that is malformed (prefix or checksum), unknown, revoked, expired or of a closed account (slug invalid_key, one answer for all of these). WWW-Authenticate: Bearer.',
  slugs: ['missing_key', 'invalid_key'],
  headers: { 'WWW-Authenticate': 'The scheme: Bearer.' },
};

/** Of a key without the grant. */
export const forbidden = (grant: 'hunt' | 'hunt_details'): RouteAnswer => ({
  status: 403,
  when: `The key does not carry the grant \`${grant}\`, or the account is suspended.`,
  slugs: ['missing_grant', 'account_suspended'],
});

/** Of a body that is not as it must be. */
export const invalid = (when: string, ...more: readonly string[]): RouteAnswer => ({
  status: 400,
  when,
  slugs: ['invalid_request', 'invalid_json', 'unsupported_media_type', ...more],
});

export const NO_SUCH_PROJECT: RouteAnswer = {
  status: 404,
  when: "The project is unknown, the id malformed, or the project another account's.",
  slugs: ['not_found'],
};

/** An id of the wrong form is as unknown as any other. */
export const ProjectParams = z.object({
  id: z
    .string()
    .regex(/^prj_[0-9A-HJKMNP-TV-Z]{26}$/)
    .describe('Id of the project.'),
});

/** Query of a list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Entries in a page.'),
  cursor: z.string().max(400).optional().describe('`next_cursor` of the page before.'),
};

/** A page of a list, as the contract names it. */
export const listOf = <Item extends z.ZodType>(item: Item, id: string, description: string) =>
  z
    .strictObject({
      object: z.literal('list').describe('Always `list`.'),
      data: z.array(item).describe('The entries of the page.'),
      has_more: z.boolean().describe('Whether there is another page.'),
      next_cursor: z.string().nullable().describe('Send it as `cursor` to get the next page; null on the last.'),
    })
    .meta({ id, description });
