import { definePlugin, fillSlot, provide, Slots } from '@ostiary/plugin-api';
import { policyModesPt, policyProblems } from '@ostiary/policy-modes';
import { z3 } from '@ostiary/smt';
import { decider } from './child/solver.js';
import { guardrailConfig } from './config.js';
import { DialectFacts } from './dialects.js';
import { confirmations } from './confirm/confirmations.js';
import { ConfirmationTicket } from './confirm/entities/ticket.js';
import { M001Tickets } from './confirm/migrations/001-tickets.js';
import { TicketStore } from './confirm/ticket-store.js';
import { batchMode } from './modes/batch/batch.mode.js';
import { guardrailMode } from './modes/guardrail/guardrail.mode.js';
import { pt } from './pt.js';
import { purposes } from './request/files.js';

/** Verifies actions against policies: one at a time (mode guardrail), or a table of them (mode batch). */
export default definePlugin({
  id: 'guardrail',
  config: guardrailConfig,
  grants: ['guardrail', 'batch'],
  purposes,
  modes: [guardrailMode, batchMode],
  solvers: [z3, decider],
  problems: policyProblems,
  storage: {
    schema: 'guardrail',
    entities: [ConfirmationTicket],
    migrations: [{ name: 'guardrail/001_tickets', class: M001Tickets }],
  },
  provides: [provide(confirmations, TicketStore)],
  providers: [TicketStore, DialectFacts],
  slots: [fillSlot(Slots.versionFacts, DialectFacts)],
  translations: { pt: { ...policyModesPt, ...pt } },
});
