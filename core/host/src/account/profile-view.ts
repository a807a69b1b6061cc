import type { Principal } from '@ostiary/plugin-api';
import type { z } from 'zod';
import type { Deployment } from '../plugins/deployment.js';
import { appliesTo, mayUse, profileWithoutName } from '../plugins/profiles.js';
import type { PluginRegistry } from '../plugins/registry.js';
import type { profile } from './schemas/common.js';

export function profileViews(
  deployment: Deployment,
  registry: PluginRegistry,
  principal: Principal | null,
): z.output<typeof profile>[] {
  const modes = registry.visibleModes.map((mode) => mode.name);
  const withoutName = profileWithoutName(deployment, principal?.profiles ?? []);
  return [...deployment.profiles].map(([name, budget]) => ({
    object: 'profile',
    name,
    description: budget.description,
    modes: modes.filter((mode) => appliesTo(budget, mode)),
    wall_ms: budget.wall_ms,
    solver_ms: budget.solver_ms,
    memory_mb: budget.memory_mb,
    units: budget.units,
    default: name === withoutName,
    allowed: principal && mayUse(principal.profiles, name),
  }));
}
