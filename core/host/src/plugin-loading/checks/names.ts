import { isDeepStrictEqual } from 'node:util';
import { EntitySchema } from '@mikro-orm/core';
import type { ProblemDeclaration, SolverDefinition } from '@ostiary/plugin-api';
import { CORE_COMMANDS } from '../../commands/core-names.js';
import type { Candidate } from '../candidate.js';
import { type Check, claims, refuse } from './check.js';

/** Ids that would be confused with the host's own parts. */
const RESERVED_IDS = ['core', 'host', 'public'];
const RESERVED_SCHEMAS = ['core', 'public', 'information_schema', 'pg_catalog'];

export const idTaken: Check = (candidates) =>
  claims(candidates, 'id_taken', 'id', ({ definition }) => [definition.id], RESERVED_IDS);

/** Names in `/health/ready` that are the host's. */
const RESERVED_HEALTH = ['database', 'solver_memory', 'storage'];

export const healthTaken: Check = (candidates) =>
  claims(
    candidates,
    'health_taken',
    'health check',
    ({ definition }) => (definition.health ?? []).map(({ name }) => name),
    RESERVED_HEALTH,
  );

/** What is typed after `ostiary admin` begins with a word that is one plugin's. */
export const commandTaken: Check = (candidates) =>
  claims(
    candidates,
    'command_taken',
    'admin command',
    ({ definition }) => [...new Set((definition.commands ?? []).map(({ name }) => firstWord(name)))],
    CORE_COMMANDS,
  );

const firstWord = (name: string): string => name.split(' ', 1)[0] ?? '';

export const modeTaken: Check = (candidates) => [
  ...claims(candidates, 'mode_taken', 'mode', ({ definition }) => (definition.modes ?? []).map(({ name }) => name)),
  ...claims(candidates, 'mode_taken', 'variant', ({ definition }) =>
    (definition.variants ?? []).map(({ mode, selector }) => `${mode} with ${selector}`),
  ),
];

export const schemaTaken: Check = (candidates) => [
  ...claims(
    candidates,
    'schema_taken',
    'database schema',
    ({ definition }) => (definition.storage ? [definition.storage.schema] : []),
    RESERVED_SCHEMAS,
  ),
  ...candidates.flatMap((candidate) =>
    strayEntities(candidate).map(({ name, schema }) =>
      refuse(
        candidate,
        'schema_taken',
        `the entity ${name} is in the database schema ${schema ?? 'public'}; write schema: '${candidate.definition.storage?.schema}' into it`,
      ),
    ),
  ),
];

/** Entities made with `defineEntity` that lie outside the schema of their plugin, in which anybody's tables may be. */
function strayEntities({
  definition: { storage },
}: Candidate): readonly { name: string; schema: string | undefined }[] {
  return (storage?.entities ?? []).flatMap((entity) => {
    const meta = metaOf(entity);
    if (meta === undefined || meta.schema === storage?.schema) return [];
    return [{ name: meta.className, schema: meta.schema }];
  });
}

function metaOf(entity: object): EntitySchema['meta'] | undefined {
  return (entity instanceof EntitySchema ? entity : EntitySchema.REGISTRY.get(entity))?.meta;
}

/** A mode that stores rows with its end names a table of its plugin's own entities. */
export const tableUnknown: Check = (candidates) =>
  candidates.flatMap((candidate) => {
    const { modes = [], variants = [], storage } = candidate.definition;
    const tables = new Set((storage?.entities ?? []).map((entity) => metaOf(entity)?.tableName));
    return [...modes, ...variants].flatMap(({ endRows }) =>
      endRows === undefined || tables.has(endRows)
        ? []
        : [refuse(candidate, 'table_unknown', `its endRows table ${endRows} is that of none of its entities`)],
    );
  });

/** Several plugins may answer one problem, so that each works without the other; then they say the same of it. See docs/adr/0146. */
export const problemTaken: Check = (candidates, host) => {
  const known = new Map<string, { readonly problem: ProblemDeclaration; readonly owner: string }>();
  return candidates.flatMap((candidate) =>
    Object.entries(candidate.definition.problems ?? {}).flatMap(([slug, problem]) => {
      if (host.problems.has(slug)) return [refuse(candidate, 'problem_taken', `the problem ${slug} is the host's`)];
      const first = known.get(slug);
      if (first === undefined) known.set(slug, { problem, owner: candidate.packageName });
      if (first === undefined || isDeepStrictEqual(first.problem, problem)) return [];
      return [refuse(candidate, 'problem_taken', `${first.owner} declares the problem ${slug} otherwise`)];
    }),
  );
};

/** Several plugins may bring one solver, so that each works without the other; then it is the same program. */
export const solverTaken: Check = (candidates) => {
  const known = new Map<string, { readonly solver: SolverDefinition; readonly owner: string }>();
  return candidates.flatMap((candidate) =>
    (candidate.definition.solvers ?? []).flatMap((solver) => {
      const first = known.get(solver.id);
      if (first === undefined) known.set(solver.id, { solver, owner: candidate.packageName });
      if (first === undefined || isSame(first.solver, solver)) return [];
      return [
        refuse(
          candidate,
          'solver_taken',
          `the solver ${solver.id} belongs to ${first.owner}, with another entry or engine`,
        ),
      ];
    }),
  );
};

function isSame(a: SolverDefinition, b: SolverDefinition): boolean {
  return a.entry.href === b.entry.href && a.engine.name === b.engine.name && a.engine.version === b.engine.version;
}

/** A mode names the solvers it may ask for; each must be there. */
export const solverUnknown: Check = (candidates) => {
  const solvers = new Set(candidates.flatMap(({ definition }) => (definition.solvers ?? []).map(({ id }) => id)));
  return candidates.flatMap((candidate) =>
    [...(candidate.definition.modes ?? []), ...(candidate.definition.variants ?? [])]
      .flatMap((body) => body.solvers ?? [])
      .filter((id) => !solvers.has(id))
      .map((id) => refuse(candidate, 'solver_unknown', `it asks for the solver ${id}, which no plugin brings`)),
  );
};

/** Names stay in the database for ever, so each begins with its plugin's id and no two are alike. */
export const migrationNameTaken: Check = (candidates) => [
  ...candidates.flatMap((candidate) => {
    const { id, storage } = candidate.definition;
    return (storage?.migrations ?? [])
      .filter(({ name }) => !new RegExp(`^${id}/\\d{3}_[a-z0-9_]+$`).test(name))
      .map(({ name }) =>
        refuse(
          candidate,
          'migration_name_taken',
          `the migration ${name} must be named ${id}/<three digits>_<what it does>`,
        ),
      );
  }),
  ...claims(candidates, 'migration_name_taken', 'migration', ({ definition }) =>
    (definition.storage?.migrations ?? []).map(({ name }) => name),
  ),
];
