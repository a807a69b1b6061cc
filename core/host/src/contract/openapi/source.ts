import type { AreaDeclaration, ProblemTable } from '@ostiary/plugin-api';
import type { AdmittedPlugin, PluginRegistry } from '../../plugins/registry.js';
import { routesOf, type ServedRoute } from '../../http/route-table.js';
import { SolveEvent } from '../../jobs/http/solve-event.js';
import { HostFields } from '../../jobs/http/solve-request.js';
import { HOST_PROBLEMS } from '../../problems/table.js';
import { ContractError } from '../contract-error.js';
import { CORE_PT } from '../prose/pt/core.js';
import { HOST_AREAS } from './areas.js';
import { type ContractPart, type FragmentContext, slugsOf } from './fragment.js';
import type { AreaTag } from './fragment-data.js';
import { partOfMode, partOfVariant } from './modes.js';
import { PREAMBLE } from './preamble.js';
import { ProblemBody, translationsOf } from './problem-example.js';

/** All that the contract is made of: the host first, then the plugins by id. Reads declarations only; nothing is started. */
export interface ContractSource {
  readonly parts: readonly ContractPart[];
  readonly context: FragmentContext;
}

/** @param routes all that is served, the host's and the plugins' */
export function contractSource(registry: PluginRegistry, routes: readonly ServedRoute[]): ContractSource {
  const ofPlugins = new Set(
    registry.plugins.flatMap(({ controllers }) => routesOf(controllers)).map((one) => one.declaration),
  );
  const ofHost = routes.filter(({ declaration }) => !ofPlugins.has(declaration));
  const listed = slugsOf(ofHost);
  const borrowed = Object.fromEntries(Object.entries(HOST_PROBLEMS).filter(([slug]) => !listed.has(slug)));
  const plugins = [...registry.plugins]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((plugin) => pluginPart(plugin, registry, borrowed));
  return {
    parts: [hostPart(ofHost), ...plugins],
    context: { requestFields: HostFields, eventFields: SolveEvent, isProblem: (slug) => registry.problems.has(slug) },
  };
}

function hostPart(routes: readonly ServedRoute[]): ContractPart {
  return {
    owner: 'core',
    routes,
    areaOf: hostArea,
    modes: [],
    problems: HOST_PROBLEMS,
    shared: [ProblemBody],
    preamble: PREAMBLE,
    translations: new Map([...Object.entries(CORE_PT), ...Object.values(HOST_PROBLEMS).flatMap(translationsOf)]),
  };
}

function pluginPart(
  { id, definition, controllers }: AdmittedPlugin,
  { visibleModes }: PluginRegistry,
  borrowed: ProblemTable,
): ContractPart {
  const { problems = {}, translations, areas = [] } = definition;
  const modes = (definition.modes ?? []).filter((mode) => visibleModes.includes(mode));
  const variants = (definition.variants ?? []).filter(({ mode }) => visibleModes.some(({ name }) => name === mode));
  return {
    owner: id,
    routes: routesOf(controllers),
    areaOf: ({ declaration }) => describedArea(declaration.area ?? id, areas),
    modes: [...modes.map(partOfMode), ...variants.map(partOfVariant)],
    problems,
    borrowed,
    shared: [],
    translations: new Map([
      ...Object.entries(translations?.pt ?? {}),
      ...areas.flatMap(({ title, description }) => [title, description]).map(({ en, pt }) => [en, pt] as const),
      ...Object.values(problems).flatMap(translationsOf),
    ]),
  };
}

function describedArea(name: string, areas: readonly AreaDeclaration[]): AreaTag {
  const area = areas.find((one) => one.name === name);
  return { name, ...(area && { 'x-displayName': area.title.en, description: area.description.en }) };
}

function hostArea({ contractPath, declaration }: ServedRoute): AreaTag {
  const area = HOST_AREAS.find(({ name, paths }) =>
    declaration.area === undefined ? paths.some((path) => contractPath.startsWith(path)) : declaration.area === name,
  );
  if (!area) throw new ContractError(`${contractPath} stands under no heading of the host (contract/openapi/areas.ts)`);
  return { name: area.name, 'x-displayName': area.name, description: area.description };
}
