/** Values of labels, by name. Few different ones: each combination is a series of its own. */
export type Labels = Readonly<Record<string, string>>;

/** Something that only grows. */
export interface Counter {
  add(by?: number, labels?: Labels): void;
}

/** Something that goes up and down. */
export interface Gauge {
  set(value: number, labels?: Labels): void;
}

/** Something of which the distribution matters. */
export interface Histogram {
  observe(value: number, labels?: Labels): void;
}

/**
 * Numbers for the operator, in the text format of Prometheus at `OSTIARY_METRICS_PORT`. A name is lower case words with `_`, with its unit, and
 * gets the plugin's id in front; asking for one again gives the same metric.
 */
export interface Metrics {
  counter(name: string, help: string): Counter;
  gauge(name: string, help: string): Gauge;
  /** @param bounds upper bounds of the buckets, rising */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
}
