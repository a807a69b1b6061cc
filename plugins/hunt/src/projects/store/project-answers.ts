import { EntityManager } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { forAccount } from '@ostiary/plugin-api';
import type { EarlierAnswers } from '../../mode/earlier-answers.js';
import { AnswersRow } from '../entities/answers.js';
import { Scan } from '../entities/scan.js';

type Job = Parameters<EarlierAnswers['read']>[0];

/** The answers of scans, by project: one text that each scan reads, and writes anew when it had more to ask. */
@Injectable()
export class ProjectAnswers implements EarlierAnswers {
  constructor(@Inject(EntityManager) private readonly em: SqlEntityManager) {}

  async read(job: Job): Promise<string | null> {
    const { accountId } = job;
    const em = forAccount(this.em, accountId);
    const projectId = await this.projectOf(em, job);
    if (projectId === null) return null;
    return (await em.findOne(AnswersRow, { projectId, accountId }))?.text ?? null;
  }

  async keep(job: Job, text: string): Promise<void> {
    const { accountId } = job;
    const em = forAccount(this.em, accountId);
    const projectId = await this.projectOf(em, job);
    if (projectId !== null) await em.upsert(AnswersRow, { projectId, accountId, text });
  }

  private async projectOf(em: SqlEntityManager, { accountId, jobId }: Job): Promise<string | null> {
    return (await em.findOne(Scan, { jobId, accountId }))?.projectId ?? null;
  }
}
