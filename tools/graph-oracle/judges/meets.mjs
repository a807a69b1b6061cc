/** Where the branches of a choice meet again (S11). */

/** For each node of a body the first other node that every way from it to an end comes to; null where there is none before the end. */
export function meetsOf(body) {
  const ids = [...body.nodes.keys()];
  const next = (id) => [...body.from(id, 'success'), ...body.from(id, 'error')].map(({ target }) => target);

  /** Whether a way from a node comes to one of which `stops` holds, without coming to `avoided` before. */
  function comes(from, avoided, stops) {
    const [seen, todo] = [new Set([from]), [from]];
    while (todo.length > 0) {
      for (const to of next(todo.pop())) {
        if (stops(to)) return true;
        if (to === avoided || seen.has(to)) continue;
        seen.add(to);
        todo.push(to);
      }
    }
    return false;
  }
  const isEnd = (id) => body.from(id, 'success').length === 0;
  const endsAround = (id, avoided) => comes(id, avoided, (to) => to !== avoided && isEnd(to));

  return new Map(
    ids.map((id) => {
      if (isEnd(id) || !endsAround(id, null)) return [id, null];
      const every = ids.filter((other) => other !== id && body.reached.get(id).has(other) && !endsAround(id, other));
      const first = every.find((other) =>
        every.every((third) => third === other || !comes(id, other, (to) => to === third)),
      );
      return [id, first ?? null];
    }),
  );
}
