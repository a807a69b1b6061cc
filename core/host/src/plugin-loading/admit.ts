import type { PluginDefinition } from '@ostiary/plugin-api';
import { HOST_PROBLEMS } from '../problems/table.js';
import type { Candidate } from './candidate.js';
import type { HostSide } from './checks/check.js';
import { configInvalid, readConfig } from './checks/config.js';
import { serviceUnbound } from './checks/services.js';
import {
  commandTaken,
  healthTaken,
  idTaken,
  migrationNameTaken,
  modeTaken,
  problemTaken,
  schemaTaken,
  solverTaken,
  solverUnknown,
  tableUnknown,
} from './checks/names.js';
import { purposeTaken, purposeUnknown } from './checks/purposes.js';
import { inOrder, requiresCycle, requiresMissing } from './checks/requires.js';
import { slotTaken, slotUnbound } from './checks/slots.js';
import { grantUnknown, operationIdTaken, routeTaken, routeUndeclared } from './checks/routes.js';
import { PluginsRefused, type Refusal } from './refusal.js';
import { PluginRegistry } from '../plugins/registry.js';
import { servedControllers } from '../plugins/served-controllers.js';

/** What is looked at once ids are known to be different. */
const CHECKS = [
  requiresMissing,
  requiresCycle,
  modeTaken,
  grantUnknown,
  routeUndeclared,
  routeTaken,
  operationIdTaken,
  schemaTaken,
  tableUnknown,
  problemTaken,
  purposeTaken,
  purposeUnknown,
  solverTaken,
  solverUnknown,
  healthTaken,
  commandTaken,
  configInvalid,
  migrationNameTaken,
  serviceUnbound,
  slotTaken,
  slotUnbound,
];

/**
 * Admits all candidates together, or none. This is a check of compatibility, not a sandbox: an admitted plugin is code
 * like the host's own.
 * @param before refusals from reading and loading, told together with those found here
 * @throws PluginsRefused with everything that is wrong
 * See docs/adr/0005.
 */
export function admit(
  candidates: readonly Candidate[],
  host: HostSide,
  before: readonly Refusal[] = [],
): PluginRegistry {
  const twice = idTaken(candidates, host);
  // A plugin whose id is taken is looked at no further: what it has in common with the other would be held against both.
  const apart = candidates.filter(({ packageName }) => !twice.some(({ plugin }) => plugin === packageName));
  const refusals = [...before, ...twice, ...CHECKS.flatMap((check) => check(apart, host))];
  if (refusals.length > 0) throw new PluginsRefused(refusals);
  const modes = new Set(candidates.flatMap(({ definition }) => (definition.modes ?? []).map(({ name }) => name)));
  const plugins = inOrder(candidates).ordered.map((candidate) => {
    const { definition, leftOut } = withoutStrayVariants(candidate.definition, modes);
    const { version, packageName, apiRange, bootMs } = candidate;
    const config = readConfig(candidate);
    if ('problems' in config) throw new Error('an admitted plugin has no valid configuration');
    const controllers = servedControllers(definition, host.kind);
    const { value } = config;
    return {
      id: definition.id,
      version,
      packageName,
      apiRange,
      definition,
      controllers,
      config: value,
      leftOut,
      bootMs,
    };
  });
  return new PluginRegistry(plugins, new Map(Object.entries(HOST_PROBLEMS)));
}

/** The declaration without variants of modes that are not enabled here, and what was left out. */
function withoutStrayVariants(
  definition: PluginDefinition,
  modes: ReadonlySet<string>,
): { readonly definition: PluginDefinition; readonly leftOut: readonly string[] } {
  const { variants = [] } = definition;
  const stray = variants.filter(({ mode }) => !modes.has(mode));
  if (stray.length === 0) return { definition, leftOut: [] };
  return {
    definition: { ...definition, variants: variants.filter(({ mode }) => modes.has(mode)) },
    leftOut: stray.map(({ mode, selector }) => `variant ${selector} of mode ${mode}, which no enabled plugin brings`),
  };
}
