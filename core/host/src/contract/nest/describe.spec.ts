import { type INestApplication, Controller, Get } from '@nestjs/common';
import { SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Route } from '@ostiary/plugin-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { routesOf } from '../../http/route-table.js';
import { hostControllers } from '../../start/host.modules.js';
import { describeRoutes } from './describe.js';

/** What Nest's own module writes of controllers, with nothing of ours but the decorators. */
async function written(controllers: Parameters<typeof routesOf>[0]): Promise<OpenAPIObject> {
  describeRoutes(routesOf(controllers));
  // A preview makes no instance of them, but asks for what they want injected.
  const wanted = controllers.flatMap(
    (controller) =>
      (Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, controller) as { readonly param: symbol }[] | undefined) ?? [],
  );
  const providers = [...new Set(wanted.map(({ param }) => param))].map((provide) => ({ provide, useValue: {} }));
  const app: INestApplication = await NestFactory.create(
    { module: class Preview {}, controllers: [...controllers] as (new () => object)[], providers },
    { preview: true, logger: false, abortOnError: false },
  );
  onTestFinished(() => app.close());
  return SwaggerModule.createDocument(app, new DocumentBuilder().build(), { autoTagControllers: false });
}

@Controller('teas')
class Teas {
  @Get(':id')
  @Route({
    operationId: 'getTea',
    summary: 'Get a tea',
    description: 'Green or black.',
    area: 'Kitchen',
    access: { kind: 'grants', anyOf: ['drinker', 'cook'] },
    params: z.object({ id: z.string().describe('Id of the tea.') }),
    query: z.object({ milk: z.enum(['some', 'none']).optional() }),
    headers: z.object({ 'Accept-Cup': z.string().optional() }),
    answers: [
      { status: 200, when: 'Poured.', body: z.object({ colour: z.string() }) },
      { status: 404, when: 'No such tea.', slugs: ['not_found'] },
    ],
  })
  read(): void {}
}

describe('an operation as Nest sees it', () => {
  it('says what its declaration says', async () => {
    const { paths } = await written([Teas]);
    const operation = paths['/teas/{id}']?.get;
    expect(operation).toMatchObject({
      operationId: 'getTea',
      summary: 'Get a tea',
      description: 'Green or black.',
      tags: ['Kitchen'],
      security: [{ key: ['drinker'] }, { key: ['cook'] }],
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'Id of the tea.', schema: { type: 'string' } },
        { name: 'milk', in: 'query', required: false, schema: { type: 'string', enum: ['some', 'none'] } },
        { name: 'Accept-Cup', in: 'header', required: false, schema: { type: 'string' } },
      ],
      responses: {
        200: {
          description: 'Poured.',
          content: { 'application/json': { schema: { type: 'object', required: ['colour'] } } },
        },
        404: { description: 'No such tea.', content: { 'application/problem+json': { examples: { not_found: {} } } } },
      },
    });
  });

  it('is described once, however many hosts serve it', async () => {
    const first = await written([Teas]);
    expect((await written([Teas])).paths).toEqual(first.paths);
  });

  it('is there for every route of the host that is in the contract, and for no other', async () => {
    const { paths } = await written(hostControllers());
    const seen = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId as string),
    );
    const declared = routesOf(hostControllers()).filter(({ declaration }) => declaration.inContract !== false);
    expect(seen.toSorted()).toEqual(declared.map(({ declaration }) => declaration.operationId).toSorted());
  });
});
