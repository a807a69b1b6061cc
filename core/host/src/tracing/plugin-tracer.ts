import type { Tracer } from '@ostiary/plugin-api';
import { during, type Tracing } from './tracing.js';

/** Returns the spans of one plugin, each of which names it. */
export function tracerOf(tracing: Tracing, plugin: string): Tracer {
  return {
    during: (name, work, attributes = {}) =>
      during(tracing, { name, attributes: { ...attributes, 'ostiary.plugin': plugin } }, (span) =>
        work({ set: (more) => span.set(more) }),
      ),
  };
}
