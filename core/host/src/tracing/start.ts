import type { Logger } from '@ostiary/plugin-api';
import { NO_TRACING, type Tracing } from './tracing.js';

/** Variables of OpenTelemetry that say where spans go. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/**
 * The tracing that the standard variables of OpenTelemetry ask for: none unless an endpoint is named. The libraries are loaded only when
 * it is. See docs/adr/0136.
 */
export async function startTracing(env: Readonly<Record<string, string | undefined>>, log: Logger): Promise<Tracing> {
  const off = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';
  if (off || !ENDPOINTS.some((name) => env[name])) return NO_TRACING;
  const { OtelTracing } = await import('./otel.js');
  return new OtelTracing(env, log);
}
