import { z } from 'zod';
import { MOST_FAULTS, type AuditVerdict } from '../audit/verify.js';
import type { Admin } from './admin.js';
import { AdminError } from './admin-error.js';
import { optionFaults } from './option-faults.js';

const optionalTime = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .nullable()
  .optional();

/** What can be asked of `Admin` from outside its process. */
const AdminCommand = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('account create'),
    name: z.string().min(1).max(200),
    plan: z.string().min(1).max(40).optional(),
    units: z.int().min(0).optional(),
  }),
  z.strictObject({ command: z.literal('account list') }),
  z.strictObject({ command: z.literal('account erase'), id: z.string() }),
  z.strictObject({ command: z.literal('account suspend'), id: z.string() }),
  z.strictObject({ command: z.literal('account resume'), id: z.string() }),
  z.strictObject({
    command: z.literal('account change'),
    id: z.string(),
    plan: z.string().min(1).max(40).optional(),
    units: z.int().min(0).optional(),
  }),
  z.strictObject({
    command: z.literal('key create'),
    account: z.string(),
    name: z.string().min(1).max(200).optional(),
    grants: z.array(z.string()).min(1),
    profiles: z.array(z.string()).optional(),
    expires: optionalTime,
  }),
  z.strictObject({ command: z.literal('key list'), account: z.string().optional() }),
  z.strictObject({
    command: z.literal('key grants'),
    id: z.string(),
    add: z.array(z.string()).optional(),
    remove: z.array(z.string()).optional(),
  }),
  z.strictObject({ command: z.literal('key revoke'), id: z.string() }),
  z.strictObject({ command: z.literal('key revoke-lost') }),
  z.strictObject({
    command: z.literal('audit list'),
    account: z.string().optional(),
    limit: z.int().min(1).max(1_000).optional(),
  }),
  z.strictObject({ command: z.literal('audit verify') }),
]);
export type AdminCommand = z.input<typeof AdminCommand>;

/** What a command answers: rows for a list, fields for the rest. A new key is in it in the clear, this once. */
export type AdminResult = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/**
 * Reads a command.
 * @throws AdminError that names each option that is wrong
 */
export function parseAdmin(given: unknown): z.output<typeof AdminCommand> {
  const parsed = AdminCommand.safeParse(given);
  if (!parsed.success) throw new AdminError(optionFaults(parsed.error, given, AdminCommand));
  return parsed.data;
}

/**
 * Does one command of the operator.
 * @throws AdminError for what cannot be done
 */
export async function performAdmin(admin: Admin, given: unknown): Promise<AdminResult> {
  const command = parseAdmin(given);
  switch (command.command) {
    case 'account create':
      return {
        id: await admin.createAccount({
          name: command.name,
          ...(command.plan && { plan: command.plan }),
          ...(command.units !== undefined && { units: command.units }),
        }),
      };
    case 'account list':
      return (await admin.listAccounts()).map(({ id, name, plan, status, createdAt }) => ({
        id,
        name,
        plan,
        status,
        created: createdAt.toISOString(),
      }));
    case 'account erase':
      await admin.eraseAccount(command.id);
      return { id: command.id, erased: true };
    case 'account suspend':
      await admin.setStatus(command.id, 'suspended');
      return { id: command.id, status: 'suspended' };
    case 'account resume':
      await admin.setStatus(command.id, 'active');
      return { id: command.id, status: 'active' };
    case 'account change':
      await admin.changeAccount(command.id, {
        ...(command.plan !== undefined && { plan: command.plan }),
        ...(command.units !== undefined && { units: command.units }),
      });
      return { id: command.id, changed: true };
    case 'key create': {
      if (command.expires && command.expires <= admin.now())
        throw new AdminError(`--expires: ${command.expires.toISOString()} is in the past.`);
      const { id, key } = await admin.createKey({
        accountId: command.account,
        grants: command.grants,
        expiresAt: command.expires ?? null,
        ...(command.name && { name: command.name }),
        ...(command.profiles && { profiles: command.profiles }),
      });
      return { id, key: key.reveal() };
    }
    case 'key list':
      return (await admin.listKeys(command.account)).map((key) => ({
        id: key.id,
        account: key.accountId,
        name: key.name,
        ends: key.last4,
        grants: key.grants.join(','),
        expires: key.expiresAt?.toISOString() ?? '',
        pepper: admin.isCurrent(key) ? 'current' : 'older',
        revoked: key.revokedAt?.toISOString() ?? '',
        used: key.lastUsedAt?.toISOString() ?? '',
      }));
    case 'key grants': {
      const { id, add = [], remove = [] } = command;
      return { id, grants: (await admin.changeGrants(id, { add, remove })).join(',') };
    }
    case 'key revoke-lost':
      return { revoked: await admin.revokeLost() };
    case 'key revoke':
      await admin.revokeKey(command.id);
      return { id: command.id, revoked: true };
    case 'audit list':
      return (await admin.audited(command.account ?? null, command.limit ?? 100)).map((row) => ({
        at: row.at.toISOString(),
        chain: row.chain,
        row: row.seq,
        action: row.action,
        subject: row.subject,
        by: row.actor.id === null ? row.actor.kind : `${row.actor.kind} ${row.actor.id}`,
        detail: row.detail,
      }));
    case 'audit verify':
      return verified(await admin.verifyAudit());
  }
}

/**
 * The ends of the chains, to be kept elsewhere: whoever can rewrite the whole record can make a whole one of it, with other ends.
 * @throws AdminError that names each row at fault
 */
function verified({ chains, rows, faults }: AuditVerdict): AdminResult {
  if (faults.length === 0) return chains.map(({ chain, seq, hash }) => ({ chain, rows: seq, ends: hash }));
  const lines = faults.map(
    ({ chain, seq, fault, from }) => `  ${chain} row ${seq}: ${fault}${from === undefined ? '' : ` from row ${from}`}`,
  );
  const more = faults.length === MOST_FAULTS ? ', and perhaps more' : '';
  throw new AdminError(
    `The record of who did what is not as it was written (${rows} rows read${more}):\n${lines.join('\n')}`,
  );
}
