/** Which variables are tainted, as a run wrote them: a whole or a part. */
export class Variables {
  readonly #written = new Map<string, boolean>();

  write(name: string, tainted: boolean): void {
    for (const each of this.#written.keys()) if (each.startsWith(`${name}.`)) this.#written.delete(each);
    this.#written.set(name, tainted);
  }

  writeAll(names: readonly string[], tainted: boolean): void {
    // Which variables `*` stands for is not known: clean ones may be among them.
    if (names.includes('*') && !tainted) this.clear();
    for (const name of names) if (name !== '*') this.write(name, tainted);
  }

  clear(): void {
    this.#written.clear();
  }

  isTainted(name: string): boolean {
    for (const [each, tainted] of this.#written) if (tainted && each.startsWith(`${name}.`)) return true;
    for (let whole = name; ; whole = whole.slice(0, whole.lastIndexOf('.'))) {
      const known = this.#written.get(whole);
      if (known !== undefined) return known;
      if (!whole.includes('.')) return false;
    }
  }
}
