/**
 * Routes that benches ask: one body echoed with more and more in front of it, and statements run by the database of the host.
 * Decorators by hand: this file is plain JavaScript.
 */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { processorMs } from './processor.mjs';

const require = createRequire(new URL('../../core/testkit/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Body, Controller, HttpCode, Post } = await load('@nestjs/common');
const { Route } = await load('@ostiary/plugin-api');
const { z } = await load('zod');
const at = (path) => import(new URL(`../../core/host/dist/${path}`, import.meta.url).href);

const Echoed = z.strictObject({ mode: z.string().max(100) });
const Asked = z.strictObject({ what: z.enum(['read', 'list', 'insert', 'update']), times: z.int().min(1).max(10_000) });
const Measured = z.strictObject({ wall_ms: z.number(), processor_ms: z.number() });

const refused = (status, ...slugs) => ({ status, when: slugs.join(', '), slugs });
const keyed = [refused(401, 'missing_key', 'invalid_key')];
const declared = (operationId, body, answer, more) => ({
  operationId,
  summary: operationId,
  body,
  answers: [
    { status: 200, when: 'Answered.', body: answer },
    refused(400, 'invalid_request', 'invalid_json', 'unsupported_media_type'),
    ...(more.access.kind === 'public' ? [] : keyed),
    refused(429, 'rate_limited', ...(more.charge ? ['quota_exhausted'] : [])),
  ],
  inContract: false,
  ...more,
});

function decorate(target, name, path, declaration) {
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name);
  Post(path)(target.prototype, name, descriptor);
  HttpCode(200)(target.prototype, name, descriptor);
  Route(declaration)(target.prototype, name, descriptor);
  Body()(target.prototype, name, 0);
}

/** Statements on rows of one account, as the host sends them. @param {any} database @param {string} accountId */
async function statementsOf(database, accountId) {
  const { statement } = await at('storage/statement.js');
  const { findJob, listJobs } = await at('jobs/store/read.js');
  const em = () => database.forAccount(accountId);
  let made = 0;
  const id = (n) => `slv_bench_${n}`;
  const insert = () =>
    statement(
      em(),
      `insert into core.jobs (id, account_id, key_id, mode, status, request, request_digest, units, event_seq, created_at, deadline_at)
       values ($1, $2, 'key_bench', 'empty', 'cancelled', '{}', 'd', 0, 1, statement_timestamp(), statement_timestamp())`,
      [id(++made), accountId],
    );
  const expectRows = async (rows, count) => {
    if ((await rows).length !== count) throw new Error(`expected ${count} rows`);
  };
  for (let n = 0; n < 1_000; n += 1) await insert();
  const some = () => id(1 + Math.floor(Math.random() * made));
  return {
    insert,
    read: async () => expectRows([await findJob(em(), accountId, some())].filter(Boolean), 1),
    list: () => expectRows(listJobs(em(), { accountId, limit: 50 }), 50),
    update: () =>
      expectRows(
        statement(em(), 'update core.jobs set label = $3 where id = $1 and account_id = $2 returning id', [
          some(),
          accountId,
          String(Math.random()),
        ]),
        1,
      ),
  };
}

/**
 * Returns the controller. @param {() => { database: any, accountId: string }} open what is open by the time a route is asked
 */
export function benchRoutes(open) {
  let statements;
  class BenchController {
    bare(body) {
      return body;
    }
    keyed(body) {
      return body;
    }
    charged(body) {
      return body;
    }
    async statements({ what, times }) {
      const { database, accountId } = open();
      statements ??= statementsOf(database, accountId);
      const run = (await statements)[what];
      const [began, used] = [performance.now(), processorMs(process.pid)];
      for (let n = 0; n < times; n += 1) await run();
      return {
        wall_ms: (performance.now() - began) / times,
        processor_ms: (processorMs(process.pid) - used) / times,
      };
    }
  }
  const any = { kind: 'any_key' };
  decorate(BenchController, 'bare', 'bare', declared('benchBare', Echoed, Echoed, { access: { kind: 'public' } }));
  decorate(BenchController, 'keyed', 'keyed', declared('benchKeyed', Echoed, Echoed, { access: any }));
  decorate(
    BenchController,
    'charged',
    'charged',
    declared('benchCharged', Echoed, Echoed, { access: any, charge: { meter: 'bench' } }),
  );
  decorate(
    BenchController,
    'statements',
    'statements',
    declared('benchStatements', Asked, Measured, { access: { kind: 'public' } }),
  );
  Controller('v1/bench')(BenchController);
  return BenchController;
}
