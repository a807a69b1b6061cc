/** Which lanes have what: facts go with the lanes that have them, where these part and meet (S6). */

export const without = (items, lane) =>
  items.map((item) => ({ ...item, lanes: item.lanes.filter(([id]) => id !== lane) }));

export function lanesMoved(items, event) {
  if (event.e === 'fork')
    return items.map((item) => {
      const held = item.lanes.find(([id]) => id === event.lane);
      if (!held) return item;
      return {
        ...item,
        lanes: [...item.lanes.filter((lane) => lane !== held), ...event.into.map((id) => [id, held[1]])],
      };
    });
  if (event.e === 'barrier')
    return items.map((item) =>
      item.lanes.some(([id]) => event.lanes.includes(id))
        ? {
            ...item,
            lanes: [
              ...item.lanes.filter(([id]) => !event.lanes.includes(id)),
              ...event.lanes.map((id) => [id, latest(item.lanes)]),
            ],
          }
        : item,
    );
  if (event.e !== 'merge') return items;
  return event.how === 'any' ? common(items, event) : united(items, event);
}

const latest = (lanes) => Math.max(...lanes.map(([, steps]) => steps));

const united = (items, { from, into }) =>
  items.map((item) => {
    const held = item.lanes.filter(([id]) => from.includes(id));
    if (held.length === 0) return item;
    return { ...item, lanes: [...item.lanes.filter((lane) => !held.includes(lane)), [into, latest(held)]] };
  });

/** What all of the lanes had is left. */
function common(items, { from, into }) {
  const content = (item) => JSON.stringify({ ...item, lanes: [] });
  const has = (item, lane) => item.lanes.find(([id]) => id === lane);
  const given = new Set();
  return items.map((item) => {
    const others = item.lanes.filter(([id]) => !from.includes(id));
    const everywhere = from.every((lane) =>
      items.some((other) => content(other) === content(item) && has(other, lane)),
    );
    if (!everywhere || given.has(content(item)) || !from.some((lane) => has(item, lane)))
      return { ...item, lanes: others };
    given.add(content(item));
    const steps = items.flatMap((other) =>
      content(other) === content(item) ? from.flatMap((lane) => has(other, lane)?.[1] ?? []) : [],
    );
    return { ...item, lanes: [...others, [into, Math.max(...steps)]] };
  });
}

/** What no other lane has. A pause in front of a node is for that execution alone. */
export const ownIn = (items, lane) =>
  items.filter(({ lanes, pause }) => pause !== true && lanes.every(([id]) => id === lane));

/** What a call of a lane leaves of the approvals `used`: of those that others have, too, their share, where the lane has one for itself, or (`alone`) has all that the call needs. */
export function usedUp(items, used, lane, alone) {
  return alone || ownIn(items.filter(used), lane).length > 0
    ? alive(items.map((item) => (used(item) ? without([item], lane)[0] : item)))
    : items.filter((item) => !used(item));
}

export const alive = (items) => items.filter(({ lanes }) => lanes.length > 0);
export const inLane = (item, lane) => item.lanes.some(([id]) => id === lane);

/** The items with other names of lanes, in an order that does not hang on how they came about. */
export const renamedItems = (items, rename) =>
  alive(
    items.map((item) => ({
      ...item,
      lanes: item.lanes
        .flatMap(([id, n]) => (rename(id) ? [[rename(id), n]] : []))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    })),
  )
    .map((item) => JSON.stringify(item))
    .toSorted()
    .map((text) => JSON.parse(text));
