import { Wire } from './wire.js';

/**
 * The same model with one more output: the tensor `name`. A replay asks for scores by it where the model gives them out as a map, which
 * the runtime's binding for Node cannot hand over. The file must be one that `readModel` reads.
 */
export function withOutput(bytes: Uint8Array, name: string): Uint8Array {
  const wire = new Wire(bytes);
  const text = new TextEncoder().encode(name);
  // ValueInfoProto: name (1), type (2): TypeProto: tensor_type (1): elem_type (1) float.
  const info = [0x0a, ...varint(text.length), ...text, 0x12, 0x04, 0x0a, 0x02, 0x08, 0x01];
  const output = Uint8Array.from([0x62, ...varint(info.length), ...info]);
  const parts: Uint8Array[] = [];
  let before = 0;
  wire.each(0, bytes.length, (field) => {
    const next = field.end;
    if (field.number === 7) {
      const length = field.end - field.start + output.length;
      parts.push(Uint8Array.of(0x3a, ...varint(length)), bytes.subarray(field.start, field.end), output);
    } else parts.push(bytes.subarray(before, next));
    before = next;
  });
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function varint(value: number): readonly number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
