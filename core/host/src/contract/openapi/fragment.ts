import type { z } from 'zod';
import type { ProblemTable } from '@ostiary/plugin-api';
import type { ServedRoute } from '../../http/route-table.js';
import { ContractError } from '../contract-error.js';
import { ContractFaults } from '../contract-faults.js';
import { fromMembers, type JsonObject, sorted } from '../json.js';
import { SchemaComponents } from '../schema/components.js';
import type { AreaTag, Fragment } from './fragment-data.js';
import { type HostSide, modeEntry, type ModePart } from './modes.js';
import { baseDocument } from '../nest/base-document.js';
import { operationOf } from './operation.js';
import { problemExample } from './problem-example.js';
import { reachable } from './references.js';

/** What one owner (the host, or a plugin) brings into the contract. */
export interface ContractPart {
  /** `core`, or the plugin's id. */
  readonly owner: string;
  readonly routes: readonly ServedRoute[];
  /** The heading a route stands under. */
  readonly areaOf: (route: ServedRoute) => AreaTag;
  readonly modes: readonly ModePart[];
  readonly problems: ProblemTable;
  /** Problems of the host that none of its own operations answers: a part that answers one brings it along. */
  readonly borrowed?: ProblemTable;
  /** Schemas that other parts refer to by name. */
  readonly shared: readonly z.ZodType[];
  /** What is said once for the whole contract; only the host's part has it. */
  readonly preamble?: Preamble;
  /** English to Portuguese. */
  readonly translations: ReadonlyMap<string, string>;
}

export interface Preamble {
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly headers: JsonObject;
  readonly securitySchemes: JsonObject;
}

export interface FragmentContext extends HostSide {
  /** Whether any part declares the problem. */
  readonly isProblem: (slug: string) => boolean;
}

/**
 * The part as data, the same for the same declarations.
 * @throws ContractError with everything that is wrong with its routes and modes
 */
export function fragmentOf(part: ContractPart, context: FragmentContext): Fragment {
  const schemas = new SchemaComponents();
  const { preamble } = part;
  const routes = part.routes
    .filter(({ declaration }) => declaration.inContract !== false)
    .map((route) => ({ route, area: part.areaOf(route) }));
  const writtenOf = baseDocument(routes.map(({ route }) => route));
  const faults = new ContractFaults();
  const operations = faults.map(routes, ({ route, area }) => {
    const { method, contractPath: path, declaration } = route;
    const input = { method, path: checked(path), area: area.name, declaration, written: writtenOf(route) };
    return {
      method: method.toLowerCase(),
      path,
      operation: operationOf(input, context.isProblem, schemas),
    };
  });
  const shared = part.shared.map((schema) => schemas.add(schema, 'output', part.owner));
  const entries = faults.map(part.modes, (mode) => modeEntry(mode, context, schemas));
  const modes = faults.map(entries, (finish) => finish());
  faults.throwAny();

  const paths = schemas.resolve(byPath(operations)) as JsonObject;
  const wholes = modes.flatMap(({ components }) => components);
  const listed = slugsOf(part.routes);
  const ofModes = part.modes.length === 0 ? [] : Object.keys(part.problems).filter((slug) => !listed.has(slug));
  const used = reachable(
    [paths, schemas.resolve(shared), ...wholes.map(([, schema]) => schema), ofModes.map(exampleReference)],
    {
      schemas: schemas.components(),
      examples: new Map(
        Object.entries({ ...part.borrowed, ...part.problems }).map(([slug, problem]) => [
          slug,
          problemExample(slug, problem),
        ]),
      ),
    },
  );
  return {
    owner: part.owner,
    ...(preamble && { info: preamble.info, servers: preamble.servers }),
    tags: tagsOf(routes.map(({ area }) => area)),
    modes: modes.map(({ entry }) => entry),
    problems: Object.fromEntries(Map.groupBy(ofModes.toSorted(), (slug) => String(part.problems[slug]?.status))),
    paths: paths as Fragment['paths'],
    components: {
      schemas: sorted([...used.schemas, ...wholes]),
      examples: sorted(used.examples),
      ...(preamble && { headers: preamble.headers, securitySchemes: preamble.securitySchemes }),
    },
  };
}

export function exampleReference(slug: string): JsonObject {
  return { $ref: `#/components/examples/${slug}` };
}

function checked(path: string): string {
  const bad = path.split('/').find((segment) => !/^(?:\{[a-z][a-z0-9_]*\}|[A-Za-z0-9._~-]*)$/.test(segment));
  if (bad !== undefined) throw new ContractError(`${path}: OpenAPI cannot write the segment ${bad}`);
  return path;
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];

function byPath(
  operations: readonly { readonly method: string; readonly path: string; readonly operation: JsonObject }[],
): JsonObject {
  const grouped = Map.groupBy(operations, ({ path }) => path);
  return sorted(
    [...grouped].map(([path, some]) => {
      const twice = some.find(({ method }, i) => some.findIndex((other) => other.method === method) !== i);
      if (twice) throw new ContractError(`${twice.method.toUpperCase()} ${path} is served twice`);
      return [
        path,
        fromMembers(
          METHODS.flatMap((method) => some.filter((one) => one.method === method)).map(({ method, operation }) => [
            method,
            operation,
          ]),
        ),
      ];
    }),
  );
}

/** The problems that operations say they answer. */
export function slugsOf(routes: readonly ServedRoute[]): ReadonlySet<string> {
  return new Set(routes.flatMap(({ declaration }) => declaration.answers.flatMap(({ slugs }) => slugs ?? [])));
}

function tagsOf(areas: readonly AreaTag[]): Fragment['tags'] {
  const byName = new Map(areas.map((area) => [area.name, area]));
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
