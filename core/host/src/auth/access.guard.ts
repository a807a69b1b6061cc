import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import {
  type Access,
  notePrincipal,
  ProblemError,
  type Principal,
  type RouteDeclaration,
  routeOf,
  Slots,
} from '@ostiary/plugin-api';
import type { Request, Response } from 'express';
import { stateOf } from '../http/request-state.js';
import { ServedHere } from '../plugins/served-here.js';
import { SlotTable } from '../plugins/slot-table.js';
import { RateService } from '../rates/rate.service.js';
import { KeyStrategy } from './key-strategy.js';
import { requireGrant } from './require-grant.js';

/**
 * Who may call a route, as the route declares it.
 * INVARIANT: the order of checks is 401, then 429 for the rate, then 403, then where the operation is served; body and parameters are read
 * only after that.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(KeyStrategy) private readonly keys: KeyStrategy,
    @Inject(RateService) private readonly rates: RateService,
    @Inject(SlotTable) private readonly slots: Pick<SlotTable, 'all'>,
    @Inject(ServedHere) private readonly served: ServedHere,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const route = routeOf(context.getHandler());
    // The start refuses controllers with undeclared routes, so this is a defect and not a caller's fault.
    if (!route) throw new Error('a route without a declaration was called');
    stateOf(request).route = route;
    const address = `ip:${request.ip ?? 'unknown'}`;
    const principal = await this.principal(route.access, request, response).catch(async (error: unknown) => {
      // 401 comes before 429: the request is counted by its address and answered as what it is.
      await this.rates.count(address, response, 'count');
      throw error;
    });
    if (principal) notePrincipal(request, principal);
    // An operation that lists no 429 is slowed instead.
    await this.rates.count(principal?.keyId ?? address, response, lists(route, 429) ? 'refuse' : 'pause');
    if (route.access.kind === 'grants') requireGrants(principal, route.access.anyOf);
    if (!this.served.has(context.getClass(), route)) throw new ProblemError(route.elsewhere ?? 'not_served_here');
    return true;
  }

  private async principal(access: Access, request: Request, response: Response): Promise<Principal | undefined> {
    switch (access.kind) {
      case 'public':
        return undefined;
      case 'optional_key':
        // A caller without a key, or with a wrong one, gets the public view.
        return request.headers.authorization === undefined
          ? ((await this.otherwise(request)) ?? undefined)
          : this.keys.identify(request, response).catch(undefinedForProblem);
      case 'any_key':
      case 'grants':
        return (await this.otherwise(request)) ?? this.keys.identify(request, response);
    }
  }

  /** Who sent a request without a key, as a plugin knows them; null when none does. */
  private async otherwise(request: Request): Promise<Principal | null> {
    if (request.headers.authorization !== undefined) return null;
    for (const { filling } of this.slots.all(Slots.authenticator)) {
      const principal = await filling.authenticate(request);
      if (principal !== null) return principal;
    }
    return null;
  }
}

function lists(route: RouteDeclaration, status: number): boolean {
  return route.answers.some((answer) => answer.status === status);
}

function requireGrants(principal: Principal | undefined, anyOf: readonly string[]): void {
  const [first, ...rest] = anyOf;
  if (!principal || first === undefined) throw new Error('a route that needs a grant names none');
  requireGrant(principal, first, ...rest);
}

function undefinedForProblem(error: unknown): undefined {
  if (error instanceof ProblemError) return undefined;
  throw error;
}
