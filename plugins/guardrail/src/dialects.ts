import { Injectable } from '@nestjs/common';
import type { FactSource } from '@ostiary/plugin-api';

/** What `GET /v1/version` says of this plugin: the dialects of the policy language that it reads. */
@Injectable()
export class DialectFacts implements FactSource {
  facts(): ReturnType<FactSource['facts']> {
    return Promise.resolve({ dialects: [1, 2] });
  }
}
