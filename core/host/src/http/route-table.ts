import { type Controller, type RouteDeclaration, routeOf } from '@ostiary/plugin-api';
import { RequestMethod } from '@nestjs/common';
import {
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  REDIRECT_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';

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
  readonly controller: Controller;
  /** The method that Nest calls. */
  readonly callback: object;
  /** The status Nest answers with when the method returns; null where the method may set another. */
  readonly status: number | null;
  /** The method sends its answer by itself (`@Res()` without `passthrough`): what it returns is not looked at. */
  readonly sends: boolean;
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
    return methodsOf(controller).flatMap(([name, method]) => {
      if (!Reflect.hasMetadata(METHOD_METADATA, method)) return [];
      const handler = `${controller.name}.${name}`;
      const declaration = routeOf(method);
      if (!declaration) {
        undeclared.push(handler);
        return [];
      }
      const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod];
      const answering = answeringOf(controller, name, method, verb);
      return prefixes.flatMap((prefix) =>
        listed(Reflect.getMetadata(PATH_METADATA, method)).map((suffix) => {
          const path = `/${[prefix, suffix]
            .flatMap((part) => part.split('/'))
            .filter(Boolean)
            .join('/')}`;
          return {
            method: verb,
            path,
            contractPath: path.replace(/:(\w+)/g, '{$1}'),
            declaration,
            handler,
            controller,
            callback: method,
            ...answering,
          };
        }),
      );
    });
  });
  if (undeclared.length > 0) throw new UndeclaredRoute(undeclared);
  return routes;
}

/** The methods of a class as Nest finds them: its own, then those it inherits and does not override. */
function methodsOf(controller: Controller): readonly (readonly [name: string, method: object])[] {
  const found = new Map<string, object>();
  for (
    let at = controller.prototype as object;
    at !== Object.prototype && at !== null;
    at = Object.getPrototypeOf(at) as object
  ) {
    for (const name of Object.getOwnPropertyNames(at)) {
      const method = Object.getOwnPropertyDescriptor(at, name)?.value as unknown;
      if (typeof method === 'function' && name !== 'constructor' && !found.has(name)) found.set(name, method);
    }
  }
  return [...found];
}

/** How Nest answers when a method returns. */
function answeringOf(
  controller: Controller,
  name: string,
  method: object,
  verb: string,
): Pick<ServedRoute, 'status' | 'sends'> {
  const response = takesResponse(controller, name);
  const set = Reflect.getMetadata(HTTP_CODE_METADATA, method) as number | undefined;
  const free = response || Reflect.hasMetadata(REDIRECT_METADATA, method);
  return {
    status: free ? null : (set ?? (verb === 'POST' ? 201 : 200)),
    sends: response && !Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, controller, name),
  };
}

function takesResponse(controller: Controller, name: string): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.RESPONSE}:`));
}

function listed(path: unknown): readonly string[] {
  if (Array.isArray(path)) return path.map(String);
  return [typeof path === 'string' ? path : ''];
}

/** All operations that are served, the host's and the plugins'. */
export class RouteTable {
  private readonly patterns: readonly { readonly pattern: RegExp; readonly method: string }[];

  constructor(readonly routes: readonly ServedRoute[]) {
    this.patterns = routes.map(({ path, method }) => ({ pattern: asPattern(path), method }));
  }

  /** The methods some route takes at a path, sorted. */
  methodsOf(path: string): readonly string[] {
    return [
      ...new Set(this.patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ].toSorted();
  }
}

/** A path of Express as a regular expression: `:name` is one segment, `*name` is the rest. Case and slashes count. */
function asPattern(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    if (segment.startsWith('*')) return '.+';
    return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}
