import 'reflect-metadata';
import type { z } from 'zod';
import type { Deployment } from './plugin.js';

/** Who may call a route. The start fails for a route that declares none. */
export type Access =
  | { readonly kind: 'grants'; readonly anyOf: readonly string[] }
  | { readonly kind: 'any_key' }
  /** A key is read when sent, and a bad one is treated as none. */
  | { readonly kind: 'optional_key' }
  | { readonly kind: 'public' };

/** One answer an operation may give. */
export interface RouteAnswer {
  readonly status: number;
  /** The condition, as the contract's description of this answer. */
  readonly when: string;
  /** Problems answered under this status; every status from 400 on has some. */
  readonly slugs?: readonly string[];
  /** Body schema of a 2xx answer; problems need none. Of `text/event-stream`: the data of each event. */
  readonly body?: z.ZodType;
  /** `application/json` when absent. */
  readonly mediaType?: string;
  /** Header fields this answer has besides those every answer has: name -> what it says. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What was sent, checked and with defaults: what the functions of a declaration are given. */
export interface CheckedRequest {
  readonly body: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** What a request costs. Needs a route that asks for a key: the units are those of the key's account. */
export interface Charge {
  /** Name the units are counted under, e.g. `plans`; GET /v1/account shows the sum of each. */
  readonly meter: string;
  /** Units of quota, a whole number of 0 or more; 1 when absent. */
  readonly units?: number | ((request: CheckedRequest) => number);
  /**
   * `host` when absent: taken before the method runs, given back when it throws. The order of checks puts 404 and 409 before the quota, so
   * a method with such checks of its own says `handler` and calls `Services.meter.charge` when they have passed.
   */
  readonly by?: 'host' | 'handler';
}

/** What an `Idempotency-Key` does. A key is remembered for 24 hours. */
export interface Idempotency {
  /** Tells apart who sends the key where that is not the account: needed by routes that let callers without a key through. */
  readonly scope?: (request: CheckedRequest) => string;
  /**
   * `stored` when absent: the answer of the first request is sent again, with `Idempotent-Replayed: true`. `job`: the method hands the key on
   * with the job it submits, and answers that job as it is by then.
   */
  readonly answer?: 'stored' | 'job';
}

/** All the contract says about one operation. Texts are English; the plugin's translations carry the Portuguese. */
export interface RouteDeclaration {
  /** camelCase, unlike every other one. */
  readonly operationId: string;
  /** What it does, as a heading. */
  readonly summary: string;
  readonly description?: string;
  /** Heading the contract lists it under: one of the plugin's `areas`, or one of the host's, e.g. `Account`. For a plugin its id when absent. */
  readonly area?: string;
  readonly access: Access;
  /** Largest body in bytes; 64 KiB when absent. Checked before the body is parsed. */
  readonly bodyBytes?: number;
  /** What is sent, as JSON; checked, and what it makes of the body is handed to the method. */
  readonly body?: z.ZodType;
  /**
   * `json` when absent. `raw`: the bytes as they were sent, at most `bodyBytes` of them, as a Buffer (`@Body()`): for signatures over bytes.
   * `stream`: handed on unread; the method reads `@Req()`, and only what says that it is longer than `bodyBytes` has been refused.
   */
  readonly content?: 'json' | 'raw' | 'stream';
  /** Media type of a body that is `raw` or a `stream`, for the contract only; any when absent. */
  readonly bodyMediaType?: string;
  /** What a request costs; nothing when absent. */
  readonly charge?: Charge;
  /** Whether a request may be sent again with the same `Idempotency-Key` and is carried out once. */
  readonly idempotent?: true | Idempotency;
  /** Parameters of the query: strings, so numbers are coerced. */
  readonly query?: z.ZodType;
  /** Parameters of the path. */
  readonly params?: z.ZodType;
  /** Request header fields the operation reads, for the contract only: an object schema with the fields' names. */
  readonly headers?: z.ZodType;
  /** Every answer there is, with 401 and 403 where a key and a grant are asked for, and 400 where there is a body. */
  readonly answers: readonly RouteAnswer[];
  /** False for what operators and browsers use and the contract does not promise: health checks, the reference page. */
  readonly inContract?: boolean;
  /** Where the operation is served; where its plugin's routes are when absent. Needs `elsewhere`. */
  readonly serves?: readonly Deployment[];
  /** Slug that it answers where it is not served, right after 403 and with the body unread. It stays in the contract. */
  readonly elsewhere?: string;
}

const ROUTE = Symbol.for('ostiary.route');

/** Declares what a controller method serves: access, limits, schemas, answers. Validation and the contract read it. */
export function Route(declaration: RouteDeclaration): MethodDecorator {
  return (_target, _key, descriptor) => {
    Reflect.defineMetadata(ROUTE, declaration, descriptor.value as object);
  };
}

/** The declaration of a controller method, or undefined. */
export function routeOf(handler: object): RouteDeclaration | undefined {
  return Reflect.getMetadata(ROUTE, handler) as RouteDeclaration | undefined;
}
