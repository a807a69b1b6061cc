import type { Principal } from '@ostiary/plugin-api';
import type { z } from 'zod';
import type { Deployment, Profile } from '../plugins/deployment.js';
import type { PluginRegistry } from '../plugins/registry.js';
import type { profile } from './schemas/common.js';

/** Whether a profile can be used with a mode. */
export function appliesTo({ modes }: Profile, mode: string): boolean {
  return modes === undefined || modes.includes(mode);
}

/** Whether a key may use a profile: one that names none may use all. */
function mayUse(principal: Principal, name: string): boolean {
  return principal.profiles.length === 0 || principal.profiles.includes(name);
}

export function profileViews(
  deployment: Deployment,
  registry: PluginRegistry,
  principal: Principal | null,
): z.output<typeof profile>[] {
  const modes = registry.modes.map((mode) => mode.name);
  return [...deployment.profiles].map(([name, budget]) => ({
    object: 'profile',
    name,
    description: budget.description,
    modes: modes.filter((mode) => appliesTo(budget, mode)),
    wall_ms: budget.wall_ms,
    solver_ms: budget.solver_ms,
    memory_mb: budget.memory_mb,
    units: budget.units,
    default: name === deployment.defaultProfile,
    allowed: principal && mayUse(principal, name),
  }));
}
