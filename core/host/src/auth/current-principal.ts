import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Principal, principalOf } from '@ostiary/plugin-api';

/** Parameter decorator: the `Principal` of the request, or null where the route lets callers without a key through. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal | null => {
  return principalOf(context.switchToHttp().getRequest<object>());
});
