import { dba } from './dba.js';
import type { CorpusEntry } from './entry.js';
import { mail } from './mail.js';
import { payments } from './payments.js';
import { refunds } from './refunds.js';

/** One policy of each kind a customer brings. */
export const corpus: readonly CorpusEntry[] = [refunds, payments, mail, dba];
