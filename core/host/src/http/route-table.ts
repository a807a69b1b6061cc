import { type Controller, type RouteDeclaration, routeOf } from '@ostiary/plugin-api';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';

/** One operation as Nest will serve it. */
export interface ServedRoute {
  readonly method: string;
  /** As Express writes it, e.g. `/v1/solves/:id`. */
  readonly path: string;
  /** As the contract writes it, e.g. `/v1/solves/{id}`. */
  readonly contractPath: string;
  readonly declaration: RouteDeclaration;
  /** Class and method, for messages. */
  readonly handler: string;
}

/** A controller method that takes requests and declares nothing: nobody would know who may call it. */
export class UndeclaredRoute extends Error {
  constructor(readonly handlers: readonly string[]) {
    super(`routes without a declaration (@Route): ${handlers.join(', ')}`);
    this.name = 'UndeclaredRoute';
  }
}

/**
 * The routes of controllers, read from Nest's own metadata.
 * @throws UndeclaredRoute
 */
export function routesOf(controllers: readonly Controller[]): readonly ServedRoute[] {
  const undeclared: string[] = [];
  const routes = controllers.flatMap((controller) => {
    const prefixes = listed(Reflect.getMetadata(PATH_METADATA, controller));
    const prototype = controller.prototype as Record<string, unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown;
      if (typeof method !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, method)) return [];
      const handler = `${controller.name}.${name}`;
      const declaration = routeOf(method);
      if (!declaration) {
        undeclared.push(handler);
        return [];
      }
      const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod];
      return prefixes.flatMap((prefix) =>
        listed(Reflect.getMetadata(PATH_METADATA, method)).map((suffix) => {
          const path = `/${[prefix, suffix]
            .flatMap((part) => part.split('/'))
            .filter(Boolean)
            .join('/')}`;
          return { method: verb, path, contractPath: path.replace(/:(\w+)/g, '{$1}'), declaration, handler };
        }),
      );
    });
  });
  if (undeclared.length > 0) throw new UndeclaredRoute(undeclared);
  return routes;
}

function listed(path: unknown): readonly string[] {
  if (Array.isArray(path)) return path.map(String);
  return [typeof path === 'string' ? path : ''];
}

/** All operations that are served, the host's and the plugins'. */
export class RouteTable {
  readonly #patterns: readonly { readonly pattern: RegExp; readonly method: string }[];

  constructor(readonly routes: readonly ServedRoute[]) {
    this.#patterns = routes.map(({ path, method }) => ({ pattern: asPattern(path), method }));
  }

  /** The methods some route takes at a path, sorted. */
  methodsOf(path: string): readonly string[] {
    return [
      ...new Set(this.#patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ].toSorted();
  }
}

/** A path of Express as a regular expression: `:name` is one segment, `*name` is the rest. */
function asPattern(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    if (segment.startsWith('*')) return '.+';
    return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}/?$`, 'i');
}
