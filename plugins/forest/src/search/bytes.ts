/** Numbers as bytes: whole numbers in groups of seven bits, least first; others as float64. */

const float64 = new DataView(new ArrayBuffer(8));

export class ByteWriter {
  private bytes: Uint8Array;
  private size: number;

  /** Goes on after `begun`, or starts anew. */
  constructor(begun: Uint8Array = new Uint8Array(0)) {
    this.bytes = new Uint8Array(Math.max(256, begun.length * 2));
    this.bytes.set(begun);
    this.size = begun.length;
  }

  get length(): number {
    return this.size;
  }

  /** A whole number from 0 to 2^53. */
  whole(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  float(value: number): void {
    float64.setFloat64(0, value);
    for (let at = 0; at < 8; at += 1) this.byte(float64.getUint8(at));
  }

  block(block: Uint8Array): void {
    this.whole(block.length);
    this.reserve(block.length);
    this.bytes.set(block, this.size);
    this.size += block.length;
  }

  private byte(value: number): void {
    if (this.size === this.bytes.length) this.reserve(1);
    this.bytes[this.size] = value;
    this.size += 1;
  }

  private reserve(more: number): void {
    if (this.size + more <= this.bytes.length) return;
    const wider = new Uint8Array(Math.max(this.size + more, this.size * 2));
    wider.set(this.bytes);
    this.bytes = wider;
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.size);
  }
}

/** A text of bytes that is not what was written. */
export class DamagedBytes extends Error {}

export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get ended(): boolean {
    return this.at === this.bytes.length;
  }

  whole(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 53; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new DamagedBytes('a number is too great');
  }

  float(): number {
    for (let at = 0; at < 8; at += 1) float64.setUint8(at, this.byte());
    return float64.getFloat64(0);
  }

  block(): Uint8Array {
    const length = this.whole();
    if (this.at + length > this.bytes.length) throw new DamagedBytes('the bytes end too soon');
    this.at += length;
    return this.bytes.slice(this.at - length, this.at);
  }

  private byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new DamagedBytes('the bytes end too soon');
    this.at += 1;
    return byte;
  }
}
