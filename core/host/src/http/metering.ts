import { Inject, Injectable } from '@nestjs/common';
import {
  type Charge,
  type CheckedRequest,
  type Meter,
  type MeteredUnits,
  principalOf,
  type RouteDeclaration,
  type Transaction,
} from '@ostiary/plugin-api';
import type { Request } from 'express';
import { quotaExhausted } from '../quotas/exhausted.js';
import { type TakenUnits, UNIT_STORE, type UnitStore } from '../quotas/meter-store.js';
import type { Em } from '../storage/database.js';
import { stateOf } from './request-state.js';

/** Takes what requests cost, as their routes declare. See docs/adr/0132. */
@Injectable()
export class Metering implements Meter {
  constructor(@Inject(UNIT_STORE) private readonly store: UnitStore) {}

  async charge(request: object, within?: Transaction): Promise<void> {
    const { route } = stateOf(request as Request);
    if (route?.charge?.by !== 'handler')
      throw new Error(`the route of ${route?.operationId} does not say that its method charges`);
    const state = stateOf(request as Request);
    if (state.charged) return;
    await this.take(this.costOf(request as Request, route, route.charge), within, mayRefuse(route));
    state.charged = true;
  }

  async take(units: MeteredUnits, within?: Transaction, bounded = true): Promise<void> {
    if ((await this.store.take(units, bounded, within as Em | undefined)) === null) throw quotaExhausted();
  }

  read(accountId: string): Promise<Readonly<Record<string, number>>> {
    return this.store.read(accountId);
  }

  /**
   * Takes the units of a route that the host charges, before its method runs; nothing for other routes.
   * @throws ProblemError `quota_exhausted` where the route lists 429
   */
  async before(request: Request, route: RouteDeclaration): Promise<TakenUnits | null> {
    if (!route.charge || route.charge.by === 'handler') return null;
    const taken = await this.store.take(this.costOf(request, route, route.charge), mayRefuse(route));
    if (taken === null) throw quotaExhausted();
    return taken;
  }

  /** Gives back what `before` took: the method refused the request. */
  giveBack(taken: TakenUnits): Promise<void> {
    return this.store.giveBack(taken);
  }

  private costOf(request: Request, { operationId }: RouteDeclaration, { meter, units = 1 }: Charge): MeteredUnits {
    const principal = principalOf(request);
    if (principal === null) throw new Error(`${operationId} is charged and nobody called it`);
    return {
      accountId: principal.accountId,
      meter,
      units: typeof units === 'number' ? units : units(checked(request)),
    };
  }
}

/** What was sent, as the interceptor has checked it. */
export function checked({ body, params, query }: Request): CheckedRequest {
  return { body: body as unknown, params, query };
}

/** Where no 429 is listed nobody is refused for the quota: what is used beyond it is counted all the same. */
function mayRefuse({ answers }: RouteDeclaration): boolean {
  return answers.some(({ status }) => status === 429);
}
