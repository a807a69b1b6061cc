import { z } from 'zod';
import { Instant } from '@ostiary/guard/request';

const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** A ticket as an answer carries it and as the next request presents it. */
export const TicketField = z
  .strictObject({
    digest: Digest.describe(
      'Digest of exactly the call to be confirmed: tool, arguments, principal, catalogue, policy.',
    ),
    expires_at: Instant.describe('The ticket is worth nothing from here on.'),
    policy_version: Digest.describe('Digest of the policy that asked for the confirmation.'),
  })
  .meta({ id: 'ConfirmationTicket', description: 'A ticket for one confirmed execution of one call.' });
