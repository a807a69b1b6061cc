import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Which values are handed over, and to whom: sealed for one attempt at one job of one account. */
export interface Purpose {
  readonly jobId: string;
  readonly attempt: number;
  readonly accountId: string;
}

/** What a worker publishes to be handed the values of a job. */
export interface Ask extends Purpose {
  /** X25519 public key made for this ask, DER, base64url. */
  readonly publicKey: string;
  /** Shows that a process of this deployment asks, base64url. */
  readonly mac: string;
}

/** The values, sealed for one ask. */
export interface Sealed {
  readonly publicKey: string;
  readonly nonce: string;
  readonly box: string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const aadOf = ({ jobId, attempt, accountId }: Purpose): Buffer =>
  Buffer.from(['ostiary unstored', jobId, attempt, accountId].join('\0'));
const derOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/**
 * Seals values on their way between two processes of a deployment: X25519 with keys made for one ask, HKDF-SHA-256 salted
 * with the deployment's secret, AES-256-GCM (docs/adr/0121). Whoever records the messages cannot open them, also not
 * with the deployment's secret; without it nobody can ask or answer.
 */
export class Sealing {
  readonly #macKey: Buffer;
  readonly #salt: Buffer;

  /** @param secret of the deployment, the same in all its processes */
  constructor(secret: string) {
    this.#macKey = createHmac('sha256', secret).update('ostiary unstored ask').digest();
    this.#salt = createHmac('sha256', secret).update('ostiary unstored seal').digest();
  }

  /** An ask, and what opens the answer to it. `open` gives undefined for what was not sealed for it. */
  ask(purpose: Purpose): { readonly ask: Ask; readonly open: (sealed: Sealed) => Buffer | undefined } {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const der = derOf(publicKey);
    const ask = {
      ...purpose,
      publicKey: der.toString('base64url'),
      mac: this.#mac(purpose, der).toString('base64url'),
    };
    return {
      ask,
      open: ({ publicKey: theirs, nonce, box }) => {
        try {
          const other = Buffer.from(theirs, 'base64url');
          const bytes = Buffer.from(box, 'base64url');
          const key = this.#key(privateKey, other, der, other);
          const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
            authTagLength: TAG_BYTES,
          });
          decipher.setAAD(aadOf(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
          return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
        } catch {
          // Not for this ask, or not of this deployment; the two are not told apart.
          return undefined;
        }
      },
    };
  }

  /** Whether a process of this deployment made the ask. */
  isOurs(ask: Ask): boolean {
    const given = Buffer.from(ask.mac, 'base64url');
    const right = this.#mac(ask, Buffer.from(ask.publicKey, 'base64url'));
    return given.length === right.length && timingSafeEqual(given, right);
  }

  /** Seals bytes for an ask that `isOurs`. @throws when its key is none */
  seal(ask: Ask, bytes: Uint8Array): Sealed {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const [der, theirs] = [derOf(publicKey), Buffer.from(ask.publicKey, 'base64url')];
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(privateKey, theirs, theirs, der), nonce, {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(aadOf(ask));
    const box = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    return { publicKey: der.toString('base64url'), nonce: nonce.toString('base64url'), box: box.toString('base64url') };
  }

  #mac(purpose: Purpose, publicKey: Buffer): Buffer {
    return createHmac('sha256', this.#macKey).update(aadOf(purpose)).update('\0').update(publicKey).digest();
  }

  #key(own: KeyObject, other: Buffer, asker: Buffer, answerer: Buffer): Buffer {
    const shared = diffieHellman({
      privateKey: own,
      publicKey: createPublicKey({ key: other, type: 'spki', format: 'der' }),
    });
    const key = hkdfSync('sha256', shared, this.#salt, Buffer.concat([asker, answerer]), KEY_BYTES);
    shared.fill(0);
    return Buffer.from(key);
  }
}
