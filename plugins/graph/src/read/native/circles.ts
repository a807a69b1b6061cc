/**
 * Which names lie on a circle of calls: names with the same number reach each other; a name that is on no circle has none. Strongly connected
 * components after Tarjan (1972), without recursion: ten thousand bodies may call each other in a row.
 */
export function circlesOf(calls: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles = new Map<string, number>();
  let found = 0;

  const enter = (name: string): Frame => {
    order.set(name, order.size);
    low.set(name, order.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, rest: (calls.get(name) ?? new Set<string>())[Symbol.iterator]() };
  };
  const lower = (name: string, to: number): void => {
    low.set(name, Math.min(low.get(name) ?? to, to));
  };
  const close = (name: string): void => {
    const members = open.splice(open.lastIndexOf(name));
    for (const one of members) isOpen.delete(one);
    if (members.length === 1 && !calls.get(name)?.has(name)) return;
    for (const one of members) circles.set(one, found);
    found += 1;
  };

  for (const root of calls.keys()) {
    if (order.has(root)) continue;
    const stack = [enter(root)];
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const next = frame.rest.next();
      if (!next.done) {
        if (!order.has(next.value)) stack.push(enter(next.value));
        else if (isOpen.has(next.value)) lower(frame.name, order.get(next.value) ?? 0);
        continue;
      }
      stack.pop();
      const caller = stack.at(-1);
      if (caller) lower(caller.name, low.get(frame.name) ?? 0);
      if (low.get(frame.name) === order.get(frame.name)) close(frame.name);
    }
  }
  return circles;
}

interface Frame {
  readonly name: string;
  readonly rest: Iterator<string>;
}
