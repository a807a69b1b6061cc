import type { Counter, Histogram, Metrics } from '@ostiary/plugin-api';
import type { NextFunction, Request, Response } from 'express';
import { stateOf } from './request-state.js';

/** Seconds; most answers are quick, and a submission may wait half a minute. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2, 10, 30];

/** Counts requests and how long they take, by operation and status. */
export class RequestMetrics {
  private count: Counter | undefined;
  private seconds: Histogram | undefined;

  /** Told once the metrics of the process are there. */
  countIn(metrics: Metrics): void {
    this.count = metrics.counter('ostiary_requests_total', 'Requests answered, by operation and status.');
    this.seconds = metrics.histogram('ostiary_request_seconds', 'How long requests took, by operation.', BOUNDS);
  }

  /** Middleware, after the request has its state. */
  readonly track = (request: Request, response: Response, next: NextFunction): void => {
    response.once('close', () => {
      const { route, startedAt } = stateOf(request);
      const operation = route?.operationId ?? 'none';
      this.count?.add(1, { operation, status: String(response.statusCode) });
      this.seconds?.observe((performance.now() - startedAt) / 1_000, { operation });
    });
    next();
  };
}
