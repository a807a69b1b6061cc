import { Inject, Injectable } from '@nestjs/common';
import { HOST_CONFIG, type HostConfig } from '../config/host-config.js';

/** The address clients reach this service at, without a slash at the end. */
@Injectable()
export class BaseUrl {
  private found: string | null;

  constructor(@Inject(HOST_CONFIG) config: HostConfig) {
    this.found = config.baseUrl;
  }

  /** A path of its own ("" before the port is known): then links are relative references, which RFC 9457 allows. */
  get value(): string {
    return this.found ?? '';
  }

  /** Told once the port is known; a configured address wins. */
  listeningAt(address: string): void {
    this.found ??= address;
  }
}
