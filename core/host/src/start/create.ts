import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { Settings } from './settings.module.js';
import { HostModule } from './host.module.js';
import type { Draining } from '../http/draining.js';
import { minimumRate } from '../http/minimum-rate.js';
import { knownMethods, requestContext } from '../http/request-context.js';
import { accessLog } from '../http/access-log.js';
import { RequestSpans } from '../http/request-spans.js';
import { RouteTable } from '../http/route-table.js';
import { controllersOf } from '../plugins/served-controllers.js';
import type { PluginRegistry } from '../plugins/registry.js';
import type { Tracing } from '../tracing/tracing.js';
import { RequestMetrics } from '../http/request-metrics.js';
import { MetricsRegistry } from '../observe/metrics.js';
import { nestLogger } from '../observe/nest-logger.js';
import type { Database } from '../storage/database.js';

/**
 * Slow senders are cut off: header within 10 s, the whole request within 10 minutes, looked at every 2 s; header 16 KiB. A body
 * must bring 10 KiB in every 10 s until it is whole.
 * Idle connections are kept longer than load balancers keep theirs (a minute, mostly): whoever closes first must be the
 * side that sends, or a request on its way meets a closed connection. A connection on which nothing moves for a minute while
 * an answer waits to be read is closed; event streams speak every 15 s, and no request waits longer than 30 s.
 */
const SERVER_OPTIONS = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
};

const STALLED_MS = 60_000;

const BODY_RATE = { windowMs: 10_000, bytes: 10_240 };

/** Express on a server with our own limits. */
class Adapter extends ExpressAdapter {
  override initHttpServer(): void {
    const instance = this.getInstance<express.Express>();
    const handler: RequestListener = (request, response) => {
      if (hostFields(request) <= 1) instance(request, response);
      // Two programs that read the same request may each believe another of them: RFC 9112 section 3.2 asks for this answer.
      else response.writeHead(400, { Connection: 'close' }).end();
    };
    const server = createServer(SERVER_OPTIONS, handler);
    // Node answers an expectation it does not know with 417, which no operation lists; RFC 9110 lets it be passed over.
    server.on('checkExpectation', handler);
    this.httpServer = server.setTimeout(STALLED_MS);
  }
}

function hostFields({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}

/** The application, not yet initialised. */
export async function createApplication(
  settings: Settings,
  database: Database,
  { draining, tracing }: { readonly draining: Draining; readonly tracing: Tracing },
): Promise<NestExpressApplication> {
  const instance = express();
  instance.disable('x-powered-by');
  instance.disable('etag');
  // A path has one spelling, the contract's: proxies and logs that compare paths see what is served.
  instance.enable('case sensitive routing').enable('strict routing');
  instance.set('trust proxy', settings.config.trustProxy);
  // Before Nest's own middleware: also an answer that comes from there has an id and is logged.
  const requests = new RequestMetrics();
  const spans = new RequestSpans(tracing);
  instance.use(
    draining.track,
    requestContext,
    spans.track,
    requests.track,
    accessLog(settings.log),
    minimumRate(BODY_RATE),
  );
  const app = await NestFactory.create<NestExpressApplication>(
    HostModule.register(settings, database, tracing),
    new Adapter(instance),
    {
      bodyParser: false,
      logger: nestLogger(settings.log),
      abortOnError: false,
      routeConflictPolicy: { duplicate: 'error', shadow: 'off' },
      routeResolutionStrategy: 'specificity',
    },
  );
  app.useSecurityHeaders({
    // Answers are data: nothing in them may be run or framed. Pages say what they need themselves.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" },
    },
    // On plain http the field means nothing; behind TLS the address for clients begins with https.
    strictTransportSecurity: settings.config.baseUrl?.startsWith('https:') ?? false,
    xFrameOptions: { action: 'deny' },
  });
  requests.countIn(app.get(MetricsRegistry, { strict: false }));
  spans.nameBy(servedBy(settings.registry, app.get(RouteTable, { strict: false })));
  app.use(knownMethods);
  return app;
}

/** Path and plugin of each operation. */
function servedBy({ plugins }: PluginRegistry, { routes }: RouteTable): Parameters<RequestSpans['nameBy']>[0] {
  const owners = new Map(
    plugins.flatMap(({ id, definition }) =>
      controllersOf(definition).map((controller): [object, string] => [controller, id]),
    ),
  );
  return new Map(
    routes.map(({ declaration, contractPath, controller }) => [
      declaration,
      { path: contractPath, plugin: owners.get(controller) ?? null },
    ]),
  );
}

/** The server of an application, with the types of node:http. */
export function serverOf(app: NestExpressApplication): Server {
  return app.getHttpServer();
}
