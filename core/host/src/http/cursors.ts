import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ListPosition } from '@ostiary/plugin-api';
import { SECRETS, type Secrets } from '../config/secrets.js';

const MAC_BYTES = 12;

/** Opaque, signed cursors: a client cannot make one up, nor use one for another list or another account. */
@Injectable()
export class Cursors {
  constructor(@Inject(SECRETS) private readonly secrets: Pick<Secrets, 'signing'>) {}

  /** `scope` names the list and whose it is. */
  write(scope: string, position: ListPosition): string {
    const body = Buffer.from(`${position.at.getTime()}.${position.id}`, 'latin1');
    return Buffer.concat([this.mac(scope, body), body]).toString('base64url');
  }

  /** The position, or null for anything `write` did not answer for this scope. */
  read(scope: string, cursor: string): ListPosition | null {
    const bytes = Buffer.from(cursor, 'base64url');
    const body = bytes.subarray(MAC_BYTES);
    if (body.length === 0 || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.mac(scope, body))) return null;
    const [time = '', id = ''] = body.toString('latin1').split('.');
    return { at: new Date(Number(time)), id };
  }

  private mac(scope: string, body: Uint8Array): Buffer {
    return createHmac('sha256', this.secrets.signing.reveal())
      .update(`cursor\0${scope}\0`)
      .update(body)
      .digest()
      .subarray(0, MAC_BYTES);
  }
}
