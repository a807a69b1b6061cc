import type { Counter, Gauge, Histogram, Labels, Metrics } from '@ostiary/plugin-api';

interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly bounds: readonly number[];
  /** Values by the text of their labels. */
  readonly series: Map<string, number>;
}

/** Series of one metric at most: a label that takes any value would fill the memory. */
const MOST_SERIES = 1_000;

/** The metrics of one process. */
export class MetricsRegistry implements Metrics {
  private readonly metrics = new Map<string, Metric>();

  counter(name: string, help: string): Counter {
    const { series } = this.metric(name, { kind: 'counter', help, bounds: [] });
    return {
      add: (by = 1, labels = {}) => {
        if (!(by >= 0)) throw new Error(`the counter ${name} only grows`);
        grow(series, textOf(labels), by);
      },
    };
  }

  gauge(name: string, help: string): Gauge {
    const { series } = this.metric(name, { kind: 'gauge', help, bounds: [] });
    return {
      set: (value, labels = {}) => {
        const at = textOf(labels);
        if (series.has(at) || series.size < MOST_SERIES) series.set(at, value);
      },
    };
  }

  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const { series, bounds: known } = this.metric(name, { kind: 'histogram', help, bounds });
    return {
      observe: (value, labels = {}) => {
        for (const bound of [...known, Infinity]) {
          const le = bound === Infinity ? '+Inf' : String(bound);
          grow(series, `_bucket${textOf({ ...labels, le })}`, value <= bound ? 1 : 0);
        }
        grow(series, `_sum${textOf(labels)}`, value);
        grow(series, `_count${textOf(labels)}`, 1);
      },
    };
  }

  /** Returns all metrics in the text format of Prometheus (version 0.0.4). */
  text(): string {
    const blocks = [...this.metrics].map(([name, { kind, help, series }]) => {
      const lines = [...series].map(([at, value]) => `${name}${at} ${value}\n`);
      return `# HELP ${name} ${help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}\n# TYPE ${name} ${kind}\n${lines.join('')}`;
    });
    return blocks.join('');
  }

  private metric(name: string, wanted: Omit<Metric, 'series'>): Metric {
    if (!/^[a-z][a-z0-9_]*$/.test(name))
      throw new Error(`${name} is no name of a metric: lower case letters, digits and _`);
    const known = this.metrics.get(name);
    if (known !== undefined && known.kind !== wanted.kind) throw new Error(`the metric ${name} is a ${known.kind}`);
    const metric = known ?? { ...wanted, series: new Map<string, number>() };
    this.metrics.set(name, metric);
    return metric;
  }
}

/** Returns metrics whose names begin with the plugin's. */
export function metricsOf(registry: Metrics, plugin: string): Metrics {
  const named = (name: string): string => `ostiary_plugin_${plugin.replaceAll('-', '_')}_${name}`;
  return {
    counter: (name, help) => registry.counter(named(name), help),
    gauge: (name, help) => registry.gauge(named(name), help),
    histogram: (name, help, bounds) => registry.histogram(named(name), help, bounds),
  };
}

function grow(series: Map<string, number>, at: string, by: number): void {
  const before = series.get(at);
  if (before !== undefined || series.size < MOST_SERIES) series.set(at, (before ?? 0) + by);
}

function textOf(labels: Labels): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`,
  );
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
