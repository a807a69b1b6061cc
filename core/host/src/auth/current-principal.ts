import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '@ostiary/plugin-api';
import type { Request } from 'express';
import { stateOf } from '../http/request-state.js';

/** Parameter decorator: the `Principal` of the request, or null where the route lets callers without a key through. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal | null => {
  return stateOf(context.switchToHttp().getRequest<Request>()).principal ?? null;
});
