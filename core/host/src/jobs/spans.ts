import type { PluginRegistry } from '../plugins/registry.js';
import type { SpanAttributes, SpanStart } from '../tracing/tracing.js';

interface TracedJob {
  readonly id: string;
  readonly mode: string;
  readonly variant: string | null;
}

/** The span of a submission, which every attempt at the job belongs to. */
export function submissionSpan(job: TracedJob, registry: PluginRegistry): SpanStart {
  const operation = { 'messaging.operation.name': 'submit', 'messaging.operation.type': 'send' };
  return { name: `job ${job.mode}`, kind: 'producer', attributes: { ...aboutJob(job, registry), ...operation } };
}

/** The span of an attempt at a job, or at a part of one: in the trace of the submission, whichever process took that. */
export function attemptSpan(
  job: TracedJob & { readonly attempt: number; readonly part: number | null; readonly traceparent: string | null },
  registry: PluginRegistry,
): SpanStart {
  return {
    name: `attempt ${job.mode}`,
    kind: 'consumer',
    parent: job.traceparent,
    attributes: {
      ...aboutJob(job, registry),
      'messaging.operation.name': 'attempt',
      'messaging.operation.type': 'process',
      'ostiary.job.attempt': job.attempt,
      ...(job.part !== null && { 'ostiary.job.part': job.part }),
    },
  };
}

function aboutJob({ id, mode, variant }: TracedJob, registry: PluginRegistry): SpanAttributes {
  const body = registry.bodyOf(mode, variant);
  return {
    'messaging.system': 'ostiary',
    'messaging.destination.name': mode,
    'messaging.message.id': id,
    ...(variant !== null && { 'ostiary.variant': variant }),
    ...(body && { 'ostiary.plugin': registry.ownerOf(body).id }),
  };
}
