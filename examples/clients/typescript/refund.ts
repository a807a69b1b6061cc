import createClient from 'openapi-fetch';
import type { components, paths } from './contract.d.ts';

const { OSTIARY_URL = 'http://localhost:8080', OSTIARY_KEY = '' } = process.env;
const client = createClient<paths>({ baseUrl: OSTIARY_URL, headers: { Authorization: `Bearer ${OSTIARY_KEY}` } });

const request: components['schemas']['GuardrailSolveRequest'] = {
  mode: 'guardrail',
  policy:
    'dialect 1; allow refund_order when amount <= 100.00 EUR; @id("large") confirm refund_order when amount > 100.00 EUR;',
  action: { tool: 'refund_order', arguments: { amount: '250.00 EUR' } },
};

const { data: job, error } = await client.POST('/v1/solves', {
  params: { header: { Prefer: 'wait=30' } },
  body: request,
});
if (error) throw new Error(`${error.slug}: ${error.detail}`);
if (job.result && 'answer' in job.result) {
  const { answer, deciding } = job.result;
  console.log(`${answer}, because of ${deciding.map(({ rule }) => rule).join(', ')}`);
} else {
  console.log(`${job.id} is ${job.status}: ${job.error?.detail ?? 'ask again later'}`);
}
