import type { ServedRoute } from '../../http/route-table.js';

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const OF_THE_KEY = new Set(['idempotency_key_reused', 'idempotency_in_progress']);

/** Where a declaration is contradicted by its method, or by another part of itself; each as a sentence for who wrote it. */
export function misfits(route: ServedRoute): readonly string[] {
  return [...ofStatus(route), ...ofBody(route), ...ofCharge(route), ...ofIdempotency(route)];
}

function ofStatus({ status, method, declaration: { answers } }: ServedRoute): readonly string[] {
  if (status === null || answers.some((answer) => answer.status === status)) return [];
  const hint = method === 'POST' ? '; @HttpCode says another, a POST without it answers 201' : '';
  return [`/answers: must list ${status}, which the method answers${hint}`];
}

function ofBody({ method, declaration: { body, content = 'json', bodyMediaType } }: ServedRoute): readonly string[] {
  const told: string[] = [];
  if (!WITH_BODY.has(method)) {
    if (body !== undefined) told.push(`/body: a ${method} request has none that would be read`);
    if (content !== 'json') told.push(`/content: a ${method} request has no body that would be read`);
  }
  if (body !== undefined && content !== 'json')
    told.push(`/body: a body that is handed on as it is (${content}) has no schema`);
  if (bodyMediaType !== undefined && content === 'json') told.push('/bodyMediaType: JSON is always application/json');
  return told;
}

function ofCharge({ declaration: { charge, access, answers } }: ServedRoute): readonly string[] {
  if (charge === undefined) return [];
  const told: string[] = [];
  if (isOpen(access.kind))
    told.push('/charge: nobody can be charged on a route that lets callers without a key through');
  const own = answers.filter(
    ({ status, slugs = [] }) => status === 404 || (status === 409 && slugs.some((slug) => !OF_THE_KEY.has(slug))),
  );
  if (charge.by !== 'handler' && own.length > 0) {
    const statuses = own.map(({ status }) => status).join(' and ');
    told.push(`/charge/by: must be "handler": the method answers ${statuses}, which come before the quota`);
  }
  return told;
}

function ofIdempotency({ method, sends, declaration }: ServedRoute): readonly string[] {
  const { idempotent, access, answers, content } = declaration;
  if (idempotent === undefined) return [];
  const { scope, answer = 'stored' } = idempotent === true ? {} : idempotent;
  const told: string[] = [];
  if (!WITH_BODY.has(method)) told.push(`/idempotent: a ${method} request can be sent again as it is`);
  if (isOpen(access.kind) && scope === undefined)
    told.push('/idempotent/scope: must say whose keys are kept apart: the route lets callers without a key through');
  if (!answers.some(({ status }) => status === 409 || status === 400))
    told.push('/answers: must list 409 or 400: a key may have been used for another request');
  if (answer === 'stored' && sends)
    told.push('/idempotent: an answer that the method sends by itself (@Res() without passthrough) cannot be stored');
  if (answer === 'stored' && content === 'stream')
    told.push('/idempotent: a body that is handed on unread cannot be compared with that of the first request');
  return told;
}

function isOpen(kind: string): boolean {
  return kind === 'public' || kind === 'optional_key';
}
