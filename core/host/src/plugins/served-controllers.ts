import type { Type } from '@nestjs/common';
import type { PluginDefinition } from '@ostiary/plugin-api';

/** The controllers of a plugin that this host mounts: those of plugins that are served on hosted (and embedded) deployments. */
export function servedControllers({ http }: PluginDefinition): readonly Type[] {
  if (!http || !(http.serves ?? ['hosted']).includes('hosted')) return [];
  return http.controllers as readonly Type[];
}
