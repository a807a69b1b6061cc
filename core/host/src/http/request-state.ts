import type { RouteDeclaration } from '@ostiary/plugin-api';
import type { Request } from 'express';
import type { Claim } from '../idempotency/answer-store.js';

/** What the host notes about a request while it works on it. */
export interface RequestState {
  /** `req_` and a ULID; also the `Request-Id` of the answer. */
  readonly id: string;
  readonly startedAt: number;
  /** The operation the request was routed to; undefined until then, and for a path that nobody serves. */
  route?: RouteDeclaration;
  /** Bytes of the body as sent, after inflating. */
  bodyBytes?: number;
  /** The `Idempotency-Key` under which it is carried out. */
  claim?: Claim;
  /** The method has stored its answer by itself. */
  answerKept?: boolean;
  /** Its units were taken by the method that answers it. */
  charged?: boolean;
}

const states = new WeakMap<Request, RequestState>();

export function beginRequest(request: Request, state: RequestState): void {
  states.set(request, state);
}

/** @throws when the request did not come through `requestContext`, which every request does */
export function stateOf(request: Request): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('the request has no state');
  return state;
}
