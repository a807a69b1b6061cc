import { destinationsIn } from '../egress/egress.js';
import { routesOf } from '../http/route-table.js';
import { controllersOf } from '../plugins/served-controllers.js';
import type { AdmittedPlugin, PluginRegistry } from '../plugins/registry.js';

/** The admitted plugins as text: version, api range, modes, routes, how long each took to load. */
export function pluginTree(registry: PluginRegistry): string {
  if (registry.plugins.length === 0) return 'no plugins\n';
  return [...registry.plugins.map(describe), ...sharedGrants(registry).map((line) => `\n${line}\n`)].join('');
}

/** A key is given words, not plugins: who gives it one of these gives it what both plugins do with it. */
function sharedGrants({ plugins, grants }: PluginRegistry): readonly string[] {
  return grants.flatMap((grant) => {
    const owners = plugins.filter(({ definition }) => definition.grants?.includes(grant)).map(({ id }) => id);
    return owners.length < 2
      ? []
      : [`the grant ${grant} is declared by ${owners.join(' and ')}: a key with it may use both`];
  });
}

function describe({ id, version, packageName, apiRange, definition, config, leftOut, bootMs }: AdmittedPlugin): string {
  const entries = [
    ...Object.entries(definition.requires ?? {}).map(([name, range]) => `requires ${name} ${range}`),
    ...(definition.modes ?? []).map(
      (mode) => `mode ${mode.name} (grant ${mode.grant}${mode.visible === false ? ', for code only' : ''})`,
    ),
    ...(definition.variants ?? []).map((variant) => `variant of ${variant.mode}, chosen by ${variant.selector}`),
    ...routesOf(controllersOf(definition)).map((route) => `route ${route.method} ${route.contractPath}`),
    ...leftOut.map((note) => `left out: ${note}`),
    ...(definition.provides ?? []).map(({ service }) => `service ${service.name}`),
    ...(definition.slots ?? []).map(({ slot }) => `fills ${slot.name}`),
    ...(definition.commands ?? []).map(({ name }) => `command ostiary admin ${name}`),
    ...(definition.solvers ?? []).map(
      (solver) => `solver ${solver.id} (${solver.engine.name} ${solver.engine.version})`,
    ),
    ...new Set(destinationsIn(config).map(({ origin }) => `calls ${origin}`)),
    ...(definition.storage ? [`database schema ${definition.storage.schema}`] : []),
  ];
  const lines = entries.map((entry, index) => `${index === entries.length - 1 ? '└─' : '├─'} ${entry}\n`);
  return `${id} ${version} (${packageName}, plugin api ${apiRange}, ${Math.round(bootMs)} ms)\n${lines.join('')}`;
}
