/** A message of protocol buffers as it is written. Source: protobuf.dev, "Encoding". */
export class Message {
  #bytes = new Uint8Array(256);
  #length = 0;

  int(number: number, value: number): this {
    this.#varint(number * 8);
    this.#varint(value);
    return this;
  }

  text(number: number, value: string): this {
    return this.bytes(number, new TextEncoder().encode(value));
  }

  bytes(number: number, content: Uint8Array): this {
    this.#varint(number * 8 + 2);
    this.#varint(content.length);
    this.#room(content.length);
    this.#bytes.set(content, this.#length);
    this.#length += content.length;
    return this;
  }

  message(number: number, inner: Message): this {
    return this.bytes(number, inner.done());
  }

  /** Whole numbers from 0 on, packed. */
  ints(number: number, values: Iterable<number>): this {
    const packed = new Message();
    for (const value of values) packed.#varint(value);
    return this.message(number, packed);
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #varint(value: number): void {
    this.#room(10);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.done());
    this.#bytes = grown;
  }
}
