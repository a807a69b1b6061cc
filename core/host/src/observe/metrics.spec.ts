import { expect, it } from 'vitest';
import { metricsOf, MetricsRegistry } from './metrics.js';

it('writes counters, gauges and histograms as Prometheus reads them', () => {
  const registry = new MetricsRegistry();
  const metrics = metricsOf(registry, 'my-plugin');
  const calls = metrics.counter('calls_total', 'Calls.');
  calls.add();
  calls.add(2, { to: 'a "b"\n' });
  metrics.counter('calls_total', 'Calls.').add();
  metrics.gauge('depth', 'Depth.').set(3);
  const sizes = metrics.histogram('size_bytes', 'Sizes.', [10, 100]);
  sizes.observe(5);
  sizes.observe(50);
  expect(registry.text()).toBe(`# HELP ostiary_plugin_my_plugin_calls_total Calls.
# TYPE ostiary_plugin_my_plugin_calls_total counter
ostiary_plugin_my_plugin_calls_total 2
ostiary_plugin_my_plugin_calls_total{to="a \\"b\\"\\n"} 2
# HELP ostiary_plugin_my_plugin_depth Depth.
# TYPE ostiary_plugin_my_plugin_depth gauge
ostiary_plugin_my_plugin_depth 3
# HELP ostiary_plugin_my_plugin_size_bytes Sizes.
# TYPE ostiary_plugin_my_plugin_size_bytes histogram
ostiary_plugin_my_plugin_size_bytes_bucket{le="10"} 1
ostiary_plugin_my_plugin_size_bytes_bucket{le="100"} 2
ostiary_plugin_my_plugin_size_bytes_bucket{le="+Inf"} 2
ostiary_plugin_my_plugin_size_bytes_sum 55
ostiary_plugin_my_plugin_size_bytes_count 2
`);
});

it('refuses what is no name, a metric of another kind, and a counter that shrinks', () => {
  const registry = new MetricsRegistry();
  expect(() => registry.gauge('No Name', '')).toThrow('no name of a metric');
  const counter = registry.counter('a', '');
  expect(() => registry.gauge('a', '')).toThrow('is a counter');
  expect(() => counter.add(-1)).toThrow('only grows');
});

it('keeps a bounded number of series', () => {
  const registry = new MetricsRegistry();
  const counter = registry.counter('a', '');
  for (let n = 0; n < 2_000; n += 1) counter.add(1, { n: String(n) });
  expect(registry.text().split('\n').length).toBe(1_003);
});
