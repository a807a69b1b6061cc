/** Configurations: frames of lanes, and how lanes are named. */
export const frameOf = (plan, body, path, lane) => ({
  body,
  path,
  taken: {},
  lanes: [{ id: lane, at: plan.bodies.get(body).start, via: null, ex: null }],
});

/** The same with lanes named in the order of what they do; `names` leads from the names in the events to the new ones. */
export function named(config, events) {
  const names = {};
  const without = (value) =>
    JSON.stringify(value, (key, inner) => (key === 'id' || key === 'done' ? undefined : inner));
  const visit = (frame) => {
    if (config.sorted !== false)
      frame.lanes = frame.lanes
        .map((lane) => [without(lane), lane])
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([, lane]) => lane);
    for (const lane of frame.lanes) {
      for (const id of [lane.id, lane.ex?.done]) if (id) names[id] ??= `~${String(Object.keys(names).length + 1)}`;
      lane.ex?.frames.forEach(visit);
    }
  };
  if (config.top) visit(config.top);
  const text = JSON.stringify(config).replaceAll(/"~\d+"/g, (id) => `"${names[JSON.parse(id)] ?? '~0'}"`);
  return { config: JSON.parse(text), events, names };
}
