import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  type ApiBodyOptions,
  ApiConsumes,
  ApiExcludeEndpoint,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { Access, RouteDeclaration } from '@ostiary/plugin-api';
import type { ServedRoute } from '../../http/route-table.js';
import { DEFAULT_BODY_BYTES } from '../../http/request.interceptor.js';
import { answersIn } from '../openapi/answers.js';
import { parametersOf } from '../openapi/parameters.js';
import { SchemaComponents } from '../schema/components.js';
import type { JsonObject } from '../json.js';

const described = new WeakSet<object>();

/**
 * Puts the decorators of @nestjs/swagger on the methods of routes, made of their `@Route` declarations, so that Nest's own tools see
 * every operation, also those of plugins that know nothing of Nest's. A method gets them once, however many hosts serve it.
 */
export function describeRoutes(routes: readonly ServedRoute[]): void {
  for (const route of routes) {
    if (described.has(route.callback)) continue;
    const decorators = decoratorsOf(route);
    const descriptor: TypedPropertyDescriptor<unknown> = { value: route.callback };
    applyDecorators(...decorators)(Object.prototype, '', descriptor);
    described.add(route.callback);
  }
}

function decoratorsOf({ declaration, method, contractPath }: ServedRoute): readonly MethodDecorator[] {
  if (declaration.inContract === false) return [ApiExcludeEndpoint()];
  const { operationId, summary, description, access, area, charge } = declaration;
  const where = `${method} ${contractPath}`;
  return [
    ApiOperation({ operationId, summary, ...(description !== undefined && { description }) }),
    ...(area === undefined ? [] : [ApiTags(area)]),
    ...securityOf(access),
    ...parametersOf(contractPath, declaration, new SchemaComponents(), where).map(parameterDecorator),
    ...bodyOf(declaration),
    ...(charge ? [ApiExtension('x-meter', charge.meter)] : []),
    ...answersIn(declaration, method).map((answer) => ApiResponse(answer)),
  ];
}

function parameterDecorator({ in: place, ...rest }: JsonObject): MethodDecorator {
  const options = { required: false, ...rest } as unknown as Parameters<typeof ApiHeader>[0] & {
    schema: object;
    name: string;
  };
  if (place === 'path') return ApiParam(options);
  if (place === 'query') return ApiQuery(options);
  return ApiHeader(options);
}

/** Grants are written as the roles that OpenAPI 3.1 allows behind any scheme: one alternative a grant. */
function securityOf(access: Access): readonly MethodDecorator[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'optional_key':
      return [ApiSecurity({}), ApiSecurity('key')];
    case 'any_key':
      return [ApiSecurity('key')];
    case 'grants':
      return access.anyOf.map((grant) => ApiSecurity('key', [grant]));
  }
}

function bodyOf({
  body,
  content = 'json',
  bodyMediaType,
  bodyBytes = DEFAULT_BODY_BYTES,
}: RouteDeclaration): readonly MethodDecorator[] {
  if (body === undefined && content === 'json') return [];
  const limit = ApiExtension('x-body-limit-bytes', bodyBytes);
  if (content !== 'json') return [limit, ApiConsumes(bodyMediaType ?? '*/*'), ApiBody({ schema: {} })];
  // Read by the explorer, though the type of the options does not have it (12.0.2).
  return [limit, ApiBody({ standardSchema: body } as ApiBodyOptions)];
}
