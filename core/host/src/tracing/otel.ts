import {
  context,
  type Context,
  diag,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  propagation,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '@ostiary/plugin-api';
import { hostname } from 'node:os';
import type { Span, SpanAttributes, SpanStart, Tracing } from './tracing.js';

type Env = Readonly<Record<string, string | undefined>>;

const CLOSE_MS = 2_000;
/** A collector that is away is told of at most so often. */
const QUIET_MS = 10_000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<NonNullable<SpanStart['kind']>, SpanKind>;

/**
 * Spans by OpenTelemetry, sent as OTLP over HTTP in JSON. Loaded by `startTracing` alone. It is also the tracing of every library in this
 * process that uses OpenTelemetry's own API, those of plugins among them.
 */
export class OtelTracing implements Tracing {
  readonly on = true;
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly contexts = new AsyncLocalStorageContextManager().enable();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(env: Env, log: Logger) {
    diag.setLogger(quietly(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
    const own = resourceFromAttributes({
      'service.name': 'ostiary',
      'service.instance.id': `${hostname()}:${process.pid}`,
      'process.pid': process.pid,
    });
    this.provider = new TracerProvider({
      // The operator's OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
      resource: defaultResource()
        .merge(own)
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: samplerOf(env),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter(),
          ...numberOf(env, 'OTEL_BSP_SCHEDULE_DELAY', 'scheduledDelayMillis'),
          ...numberOf(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 'maxQueueSize'),
        }),
      ],
    });
    this.tracer = this.provider.getTracer('@ostiary/host');
    context.setGlobalContextManager(this.contexts);
    trace.setGlobalTracerProvider(this.provider);
    propagation.setGlobalPropagator(this.propagator);
  }

  begin({ name, kind = 'internal', attributes = {}, parent, startedAt }: SpanStart): Span {
    const under = this.contextOf(parent);
    const span = this.tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes, ...(startedAt !== undefined && { startTime: startedAt }) },
      under,
    );
    return new OpenSpan(span, trace.setSpan(under, span), this.propagator);
  }

  within<T>(span: Span, work: () => T): T {
    return span instanceof OpenSpan ? this.contexts.with(span.under, work) : work();
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    // What cannot be sent has been told of in the log.
    await Promise.race([this.provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
    for (const api of [context, trace, propagation, diag]) api.disable();
  }

  private contextOf(parent: SpanStart['parent']): Context {
    if (parent === undefined) return this.contexts.active();
    if (parent === null) return ROOT_CONTEXT;
    return this.propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter);
  }
}

class OpenSpan implements Span {
  constructor(
    private readonly span: OtelSpan,
    readonly under: Context,
    private readonly propagator: W3CTraceContextPropagator,
  ) {}

  get traceparent(): string | null {
    const carrier: { traceparent?: string } = {};
    this.propagator.inject(this.under, carrier, defaultTextMapSetter);
    return carrier.traceparent ?? null;
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  fail(type: string): void {
    this.span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  end(at?: number): void {
    this.span.end(at);
  }
}

/** OTEL_TRACES_SAMPLER, with the names the specification of OpenTelemetry gives; what the caller decided holds when it is not set. */
function samplerOf(env: Env): Sampler {
  const ratio = Number(env['OTEL_TRACES_SAMPLER_ARG'] ?? 1);
  switch (env['OTEL_TRACES_SAMPLER']) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
    default:
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
}

function numberOf<Name extends string>(env: Env, variable: string, name: Name): { readonly [name in Name]?: number } {
  const value = Number(env[variable]);
  return env[variable] && value >= 0 ? ({ [name]: value } as { [name in Name]: number }) : {};
}

function quietly(log: Logger): Record<'error' | 'warn' | 'info' | 'debug' | 'verbose', (message: string) => void> {
  let quietUntil = 0;
  const tell = (message: string): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    log.warn({ told: message.slice(0, 300) }, 'traces are not sent as they should be');
  };
  const nothing = (): void => undefined;
  return { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing };
}
