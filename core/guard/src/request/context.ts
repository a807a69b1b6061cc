import { EVENT_STATES } from '@ostiary/policy';
import { z } from 'zod';
import { countedList, countedRecord } from './counted.js';
import { bareIdLesson } from './foreign/bare-id.js';
import { taught } from './foreign/lesson.js';
import { openObject } from './open-object.js';

/** Times are compared to the millisecond: digits beyond it that say something are not cut off but refused. */
export const Instant = z.iso.datetime({ offset: true }).refine((text) => !/\.\d{3}\d*[1-9]/.test(text), {
  message: 'A time has at most three digits after the seconds.',
  params: { pt: 'Um instante tem no máximo três algarismos depois dos segundos.' },
});

const STATES = EVENT_STATES.filter((state) => state !== 'open');

const EventState = z.literal(STATES).meta({
  id: 'CallEventState',
  description:
    'What had become of the call. A call that was allowed and then succeeded is two events with one `call_id`.',
});

const HistoryEventField = z
  .strictObject({
    tool: z.string().min(1).max(256).describe('The tool that was called.'),
    state: EventState,
    at: Instant.describe('When, RFC 3339.'),
    arguments: openObject({}, { description: 'The arguments of that call.' }),
    call_id: z
      .string()
      .max(256)
      .optional()
      .describe(
        'Ties the events of one call together, with its tool, principal and session. Absent: not known, so the event may be of the same call as another.',
      ),
    principal: z
      .string()
      .max(256)
      .optional()
      .describe(
        'Id of the principal that made that call. Absent: not known, so a limit by principal cannot count it for certain.',
      ),
    session: z
      .string()
      .max(256)
      .optional()
      .describe(
        'Id of the session that call was part of. Absent: not known, so a limit by session cannot count it for certain.',
      ),
    customer: z
      .string()
      .max(256)
      .optional()
      .describe(
        'Id of the customer that call was about. Absent: not known, so a limit by customer cannot count it for certain.',
      ),
  })
  .meta({ id: 'CallEvent', description: 'One earlier call in one state.' });

const Labels = z.array(z.string().min(1).max(128)).max(64);

const PrincipalField = taught(
  openObject(
    {
      id: z.string().max(256).optional().describe('The key of `by principal`.'),
      type: z.string().max(256).optional().describe('Serves `principal is T`.'),
      groups: z.array(z.string().max(256)).max(1_000).optional().describe('Serves `principal in G`.'),
    },
    { id: 'CallPrincipal', description: 'Attributes of the caller, read as `principal.*`.' },
  ),
  bareIdLesson,
);

const SessionField = taught(
  openObject(
    {
      id: z.string().max(256).optional().describe('The key of `by session`.'),
      customer: z.string().max(256).optional().describe('The key of `by customer`.'),
      history: countedList(HistoryEventField, 10_000)
        .optional()
        .describe('Earlier calls. An empty list says that there were none; absent says that they are not known.'),
      labels: Labels.optional().describe('Labels the session carries, read as `session.label(...)`.'),
    },
    {
      id: 'CallSession',
      description: 'Attributes of the session, read as `session.*`, with its history and labels.',
    },
  ),
  bareIdLesson,
);

/** More currencies than there are. */
const MOST_CURRENCIES = 500;

const Rates = countedRecord(
  countedRecord(countedRecord(z.string().regex(/^\d{1,12}(\.\d{1,12})?$/), MOST_CURRENCIES), MOST_CURRENCIES),
  100,
).describe(
  'Exchange rates by version, from currency, to currency, as decimal text: `{"v3": {"USD": {"EUR": "0.92"}}}`.',
);

/** What a decision knows beside the call; the modes add what only they take. */
export const contextShape = {
  principal: PrincipalField.optional(),
  session: SessionField.optional(),
  labels: countedRecord(Labels, 1_000)
    .optional()
    .describe('Labels of arguments by path, e.g. `body` or `to.0`, read as `label(args.body, ...)`.'),
  now: Instant.optional().describe('The time of the decision, RFC 3339; absent: the time the request came.'),
  rates: Rates.optional(),
};

export const ContextField = z
  .strictObject(contextShape)
  .meta({ id: 'CallContext', description: 'Everything outside the call.' });

export type ContextInput = z.output<typeof ContextField>;
