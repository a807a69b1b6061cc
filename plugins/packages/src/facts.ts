import { Inject, Injectable } from '@nestjs/common';
import type { FactSource, Principal } from '@ostiary/plugin-api';
import { Entitlements } from './entitlements.js';

/** What `GET /v1/capabilities` says of this plugin: whether the caller may read a package feed, and where it is. */
@Injectable()
export class FeedFacts implements FactSource {
  constructor(@Inject(Entitlements) private readonly entitlements: Entitlements) {}

  async facts(principal: Principal | null): ReturnType<FactSource['facts']> {
    const access = principal && (await this.entitlements.of(principal));
    return { entitled: access !== null, feed: access?.feed ?? null };
  }
}
