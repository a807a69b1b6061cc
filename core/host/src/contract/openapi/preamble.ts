import type { Preamble } from './fragment.js';
import { SHARED_HEADERS } from './headers.js';

/** Version of the contract; the path carries only its major number. Raised by the rules of `tools/compat`. */
export const CONTRACT_VERSION = '1.0.0';

export const PREAMBLE: Preamble = {
  info: {
    title: 'Ostiary',
    version: CONTRACT_VERSION,
    summary: 'The doorkeeper for tool-using agents.',
    description: [
      'Ostiary verifies the policies, graphs and models that decide what an agent may do, and answers allow, confirm or refuse for its actions.',
      'Bodies are JSON in UTF-8. Times are RFC 3339 in UTC with milliseconds, durations end in `_ms` or `_s`, sizes are in bytes. Unknown fields of a body are refused, and unknown parameters where 400 is listed, so that typing errors show; elsewhere a parameter that is unknown or wrong counts as not sent. Unknown fields of an answer must be ignored: fields, modes, slugs and types of events are added within `/v1`; nothing is removed, and no type changes.',
      'Errors are RFC 9457 problem objects. Their `slug` never changes; `title` and `detail` follow `Accept-Language` (`en`, `pt`). There is a page about each at `/problems/{slug}`.',
      'Any operation may answer 503, whether it lists that status or not: `unavailable` with `Retry-After` while the database is away, `storage_full` with `Retry-After` while there is no room on its disks, `draining` while the process stops, `internal` for a defect of the service, `not_served_here` on a router, which serves what needs no database. Nothing was stored or charged then.',
      'Every call counts against the rate limits of its key, calls from the reference page too.',
    ].join('\n\n'),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The host that served this document.' }],
  headers: SHARED_HEADERS,
  securitySchemes: {
    key: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'ost_<id>_<secret>',
      description:
        'The API key, sent as `Authorization: Bearer ost_...`. What stands behind the scheme of an operation are the grants of which the key needs one; nothing there means that any valid key will do.',
    },
  },
};
