import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from '@ostiary/plugin-api';
import { AnswersRow } from '../entities/answers.js';
import { AttemptRow } from '../entities/attempt.js';
import { FindingRow } from '../entities/finding.js';
import { HistoryRow } from '../entities/history.js';
import { Project } from '../entities/project.js';
import { Scan } from '../entities/scan.js';

/** Deletes everything of an account that is erased. */
export async function accountErased(accountId: string, tx: Transaction): Promise<void> {
  const em = tx as SqlEntityManager;
  await em.nativeDelete(AnswersRow, { accountId });
  await em.nativeDelete(AttemptRow, { accountId });
  await em.nativeDelete(HistoryRow, { accountId });
  await em.nativeDelete(FindingRow, { accountId });
  await em.nativeDelete(Scan, { accountId });
  await em.nativeDelete(Project, { accountId });
}
