import { PATH_METADATA } from '@nestjs/common/internal';
import type { ModeDefinition } from '@ostiary/plugin-api';
import { declaredKind } from '../../artefacts/declared-kind.js';
import { routesOf, type ServedRoute, UndeclaredRoute } from '../../http/route-table.js';
import { controllersOf, servedOn } from '../../plugins/served-controllers.js';
import type { Candidate } from '../candidate.js';
import { formProblems } from '../forms/form.js';
import { RouteForm } from '../forms/route-form.js';
import type { Refusal } from '../refusal.js';
import { type Check, claims, refuse } from './check.js';
import { misfits } from './route-misfits.js';

/** Every method that takes requests says who may call it and what it answers, and every controller is one. */
export const routeUndeclared: Check = (candidates) =>
  candidates.flatMap((candidate) => {
    const notControllers = (candidate.definition.http?.controllers ?? [])
      .filter((controller) => !Reflect.hasMetadata(PATH_METADATA, controller))
      .map(({ name }) => `the class ${name} has no @Controller`);
    const routes = readRoutes(candidate);
    const unclear =
      routes instanceof UndeclaredRoute
        ? [routes.message]
        : routes.flatMap((route) =>
            [...formProblems(RouteForm, route.declaration), ...misfits(route), ...notOnRouter(route, candidate)].map(
              (problem) => `@Route of ${route.handler}, ${problem}`,
            ),
          );
    const problems = [...new Set([...notControllers, ...unclear])];
    return problems.length === 0 ? [] : [refuse(candidate, 'route_undeclared', problems.join('; '))];
  });

/** What a router cannot do for a route that it serves: nothing is stored there. */
function notOnRouter({ declaration }: ServedRoute, { definition }: Candidate): readonly string[] {
  const { serves = definition.http?.serves, idempotent } = declaration;
  return servedOn('router', serves) && idempotent !== undefined
    ? ['/idempotent: a router has no database in which an answer could be kept']
    : [];
}

export const routeTaken: Check = (candidates, host) =>
  claims(
    candidates,
    'route_taken',
    'route',
    (candidate) => declaredRoutes(candidate).map(routeKey),
    host.routes.map(routeKey),
  );

export const operationIdTaken: Check = (candidates, host) =>
  claims(
    candidates,
    'operation_id_taken',
    'operation id',
    (candidate) => declaredRoutes(candidate).map(operationId),
    host.routes.map(operationId),
  );

/** A grant that no plugin declares could never be given to a key. */
export const grantUnknown: Check = (candidates) => {
  const grants = new Map(candidates.map(({ definition }) => [definition.id, definition.grants ?? []]));
  const ofMode = new Map(
    candidates.flatMap(({ definition: { id, modes = [] } }) => modes.map(({ name }) => [name, grants.get(id) ?? []])),
  );
  return candidates.flatMap((candidate) => {
    const { id, requires = {}, modes = [], variants = [] } = candidate.definition;
    const known = new Set([id, ...Object.keys(requires)].flatMap((name) => grants.get(name) ?? []));
    const used = [
      ...modes.map(({ grant }) => ({ grant, by: 'a mode' })),
      ...modes.flatMap(grantsOfBody),
      // Where its mode is not enabled a variant is left out, and asks for nothing.
      ...variants.flatMap((variant) => {
        const own = ofMode.get(variant.mode);
        return own === undefined ? [] : grantsOfBody(variant).filter(({ grant }) => !own.includes(grant));
      }),
      ...declaredRoutes(candidate).flatMap(routeGrants),
    ];
    return used
      .filter(({ grant }) => !known.has(grant))
      .map(({ grant, by }): Refusal =>
        refuse(
          candidate,
          'grant_unknown',
          `${by} needs the grant ${grant}, which neither it nor a plugin it requires declares`,
        ),
      );
  });
};

const grantsOfBody = (body: Pick<ModeDefinition, 'artefacts' | 'details'>) => [
  ...grantsOfArtefacts(body),
  ...grantsOfDetails(body),
];

const grantsOfDetails = ({ details }: Pick<ModeDefinition, 'details'>) =>
  details ? [{ grant: details.alsoNeeds, by: 'what a result is cut of' }] : [];

function grantsOfArtefacts({ artefacts = [] }: Pick<ModeDefinition, 'artefacts'>) {
  return artefacts
    .map(declaredKind)
    .flatMap(({ kind, alsoNeeds }) => alsoNeeds.map((grant) => ({ grant, by: `an artefact of kind ${kind}` })));
}

function routeGrants({ declaration: { access }, handler }: ServedRoute) {
  return access.kind === 'grants' ? access.anyOf.map((grant) => ({ grant, by: handler })) : [];
}

/** Two paths that differ only in the names of their parameters are one route, and two that differ only in case are one to a reader. */
function routeKey({ method, path }: ServedRoute): string {
  return `${method} ${path.replace(/:\w+/g, ':').toLowerCase()}`;
}

function operationId({ declaration }: ServedRoute): string {
  return declaration.operationId;
}

/** The routes that can be compared with others: those whose declaration is well formed. */
function declaredRoutes(candidate: Candidate): readonly ServedRoute[] {
  const routes = readRoutes(candidate);
  if (routes instanceof UndeclaredRoute) return [];
  return routes.filter(({ declaration }) => formProblems(RouteForm, declaration).length === 0);
}

function readRoutes({ definition }: Candidate): readonly ServedRoute[] | UndeclaredRoute {
  try {
    return routesOf(controllersOf(definition));
  } catch (error) {
    if (error instanceof UndeclaredRoute) return error;
    throw error;
  }
}
