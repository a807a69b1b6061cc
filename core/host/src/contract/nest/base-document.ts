import type { INestApplication } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { ServedRoute } from '../../http/route-table.js';
import type { JsonObject } from '../json.js';
import { describeRoutes } from './describe.js';

/** What SwaggerModule reads of the configuration: the rest of the document is not Nest's to know. */
const CONFIG: Omit<OpenAPIObject, 'paths'> = { openapi: '3.1.1', info: { title: '', version: '' } };

/**
 * Returns what finds the operation of a route as Nest's SwaggerModule writes it from the declarations. Nothing is started: the module is
 * given the controllers' classes and no instance that was made. Schemas are left to whoever knows their names in the contract.
 * See docs/adr/0129.
 */
export function baseDocument(routes: readonly ServedRoute[]): (route: ServedRoute) => JsonObject {
  describeRoutes(routes);
  const document = SwaggerModule.createDocument(applicationOf(routes), CONFIG, {
    autoTagControllers: false,
    standardSchemaConverter: laterOn,
  });
  const paths = JSON.parse(JSON.stringify(document.paths)) as Record<string, Record<string, JsonObject>>;
  return ({ method, contractPath, handler }) => {
    const operation = paths[contractPath]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`Nest wrote no operation for ${handler}`);
    return operation;
  };
}

/**
 * SwaggerModule writes `const` as `enum` and `examples` as `example`, words of OpenAPI 3.0, in whatever a converter gives it (12.0.2), and
 * puts two schemas of one name over each other. It gets an empty one; `schema/convert.ts` writes what is meant when the parts are made.
 */
const laterOn = (): { readonly schema: object } => ({ schema: {} });

/** As much of an application as SwaggerModule reads: one module with the controllers of the routes, and how paths are made. */
function applicationOf(routes: readonly ServedRoute[]): INestApplication {
  const controllers = new Map(
    routes.map(({ controller }) => [
      controller,
      { metatype: controller, instance: Object.create(controller.prototype as object) as object },
    ]),
  );
  const modules = new Map([['routes', { metatype: class Routes {}, controllers, imports: new Set() }]]);
  return {
    container: { getModules: () => modules },
    config: new ApplicationConfig(),
    getHttpAdapter: () => ({ getType: () => 'express' }),
  } as unknown as INestApplication;
}
