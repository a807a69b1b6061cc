/** Damages files of models the way that readers fear: at the level of protobuf's fields, lengths and varints, and of text's tokens. */

const varint = (value) => {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) + 128);
  }
};

/** Values that lengths, counts, ids and dimensions are set to. */
const GREAT = [
  0n,
  1n,
  2n,
  127n,
  128n,
  255n,
  2n ** 14n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 53n,
  2n ** 62n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
];

/** Places of fields in a message, into messages within: [tag, start of content, end, wire type]. What is no message ends it. */
function fieldsOf(bytes, start, end, depth, found) {
  for (let at = start; at < end && found.length < 20_000;) {
    const tag = at;
    const read = () => {
      let [value, shift] = [0n, 0n];
      while (at < end && shift < 70n) {
        const byte = bytes[at++];
        value |= BigInt(byte & 127) << shift;
        shift += 7n;
        if (byte < 128) return value;
      }
      return undefined;
    };
    const key = read();
    if (key === undefined || key >> 3n === 0n) return;
    const wire = Number(key & 7n);
    if (wire === 0) {
      const content = at;
      if (read() === undefined) return;
      found.push([tag, content, at, wire]);
    } else if (wire === 2) {
      const length = read();
      if (length === undefined || length > BigInt(end - at)) return;
      found.push([tag, at, at + Number(length), wire]);
      if (depth < 6) fieldsOf(bytes, at, at + Number(length), depth + 1, found);
      at += Number(length);
    } else if (wire === 5 || wire === 1) {
      const size = wire === 5 ? 4 : 8;
      if (at + size > end) return;
      found.push([tag, at, at + size, wire]);
      at += size;
    } else return;
  }
}

const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Bytes with `content` in place of those from `from` to `to`; unless `torn`, the lengths of the messages around it follow. */
function spliced(bytes, fields, from, to, content, torn) {
  const around = torn
    ? []
    : fields.filter(([tag, start, end, wire]) => wire === 2 && tag < from && start <= from && to <= end);
  let inner = Uint8Array.from(content);
  let [first, last] = [from, to];
  for (const [tag, start, end] of around.toReversed()) {
    inner = joined(bytes.subarray(start, first), inner, bytes.subarray(last, end));
    let key = tag;
    while (bytes[key] >= 128) key++;
    inner = joined(bytes.subarray(tag, key + 1), varint(inner.length), inner);
    [first, last] = [tag, end];
  }
  return joined(bytes.subarray(0, first), inner, bytes.subarray(last));
}

const NUMBERS = [
  'NaN',
  '-1',
  '0',
  '1e400',
  '-1e308',
  '4294967296',
  '9007199254740993',
  '1e-45',
  'null',
  '[]',
  '{}',
  '"x"',
  '-0',
  '""',
];

/** One damage to a file of protobuf. */
function damageBinary(bytes, others, next) {
  const pick = (list) => list[next() % list.length];
  const fields = [];
  fieldsOf(bytes, 0, bytes.length, 0, fields);
  const field = fields.length > 0 ? pick(fields) : [0, 0, bytes.length, 0];
  const [tag, start, end, wire] = field;
  const copy = Uint8Array.from(bytes);
  const torn = next() % 4 === 0;
  const put = (from, to, content) => spliced(bytes, fields, from, to, content, torn);
  switch (next() % 12) {
    case 0: {
      for (let count = 1 + (next() % 4); count > 0; count--) copy[next() % copy.length] ^= 1 << (next() % 8);
      return copy;
    }
    case 1:
      return bytes.slice(0, next() % bytes.length);
    case 2:
      return put(tag, end, []);
    case 3:
      return put(end, end, bytes.subarray(tag, end));
    case 4: {
      // Another value, or another length that says more or less than there is.
      const place = wire === 0 ? start : tag + 1;
      const rest = wire === 0 ? end : start;
      return put(place, rest, varint(wire === 0 && next() % 2 === 0 ? next() % 40 : pick(GREAT)));
    }
    case 5: {
      const values = wire === 5 ? [0x7fc00000, 0x7f800000, 0xff800000, 0x80000000, 1, 0x7f7fffff] : [0];
      if (wire === 5) new DataView(copy.buffer).setUint32(start, pick(values), true);
      else copy.fill(0xff, start, Math.min(end, start + 10));
      return copy;
    }
    case 6: {
      const other = pick(others);
      const [from, to] = [next() % other.length, next() % other.length].toSorted((a, b) => a - b);
      return joined(bytes.subarray(0, start), other.subarray(from, Math.min(to, from + 5000)), bytes.subarray(start));
    }
    case 7: {
      // Deeper and deeper: the field within itself.
      let inner = [...bytes.subarray(tag, Math.min(end, tag + 50))];
      for (let depth = next() % 200; depth > 0; depth--)
        inner = [...bytes.subarray(tag, tag + 1), ...varint(inner.length), ...inner];
      return joined(bytes.subarray(0, tag), inner, bytes.subarray(end));
    }
    case 8: {
      // A tensor of giant dimensions, where attributes and initializers have theirs.
      const dims = [
        0x08,
        ...varint(pick(GREAT)),
        0x08,
        ...varint(pick(GREAT)),
        0x10,
        pick([1, 7, 8, 11]),
        0x42,
        1,
        0x61,
      ];
      const tensor = [0x2a, ...varint(dims.length), ...dims];
      return joined(bytes.subarray(0, start), tensor, bytes.subarray(start));
    }
    case 9: {
      copy[tag] = next() % 256;
      return copy;
    }
    case 10: {
      // The same number somewhere else, as another one of its kind.
      const other = pick(fields.filter((each) => each[3] === wire));
      if (!other) return copy;
      return put(start, end, bytes.subarray(other[1], other[2]));
    }
    default: {
      // A varint that takes more bytes than it needs.
      return wire === 0
        ? joined(
            bytes.subarray(0, end - 1),
            [bytes[end - 1] | 128],
            Array.from({ length: next() % 12 }, () => 128),
            [0],
            bytes.subarray(end),
          )
        : copy;
    }
  }
}

/** One damage to a text: JSON or lines of `name=value`. */
function damageText(bytes, others, next) {
  const text = new TextDecoder().decode(bytes);
  const pick = (list) => list[next() % list.length];
  const numbers = [{ 0: '0', index: 0 }, ...text.matchAll(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g)];
  const found = numbers.length > 0 ? pick(numbers) : { 0: '', index: 0 };
  const encoded = (result) => new TextEncoder().encode(result);
  switch (next() % 7) {
    case 0:
      return encoded(text.slice(0, found.index) + pick(NUMBERS) + text.slice(found.index + found[0].length));
    case 1:
      return encoded(text.slice(0, found.index) + pick(numbers)[0] + text.slice(found.index + found[0].length));
    case 2:
      return bytes.slice(0, next() % bytes.length);
    case 3: {
      const copy = Uint8Array.from(bytes);
      copy[next() % copy.length] ^= 1 << (next() % 8);
      return copy;
    }
    case 4: {
      const lines = text.split(/(?<=[\n,])/);
      lines.splice(next() % lines.length, 1 + (next() % 3));
      return encoded(lines.join(''));
    }
    case 5: {
      const names = [...text.matchAll(/"(\w+)":|^(\w+)=/gm)];
      const name = names.length > 0 ? pick(names) : undefined;
      return encoded(
        name
          ? text.slice(0, name.index + 1) + pick(['_', '__proto__', 'constructor']) + text.slice(name.index + 1)
          : text,
      );
    }
    default:
      return joined(bytes.subarray(0, next() % bytes.length), pick(others).subarray(0, 2000));
  }
}

/** A file damaged one to three times. */
export function damaged(bytes, others, next) {
  const binary = bytes[0] === 0x08 || bytes[0] === 0x3a || bytes[0] === 0x12;
  let found = bytes;
  for (let times = 1 + (next() % 3); times > 0 && found.length > 0; times--)
    found = binary ? damageBinary(found, others, next) : damageText(found, others, next);
  return found;
}

export { random } from '../forest-model/rows.mjs';
