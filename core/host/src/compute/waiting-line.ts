interface Turn<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

/** A bounded first-come first-served line of those who wait for a `T`. */
export class WaitingLine<T> {
  private readonly turns = new Set<Turn<T>>();

  constructor(
    private readonly max: number,
    private readonly refusal: () => Error,
  ) {}

  get length(): number {
    return this.turns.size;
  }

  /** Resolves when `give` reaches this turn. Rejects with the refusal when the line is full, with `onAbort()` when the signal aborts. */
  wait(signal: AbortSignal, onAbort: () => Error): Promise<T> {
    if (this.turns.size >= this.max) return Promise.reject(this.refusal());
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.turns.delete(turn);
        reject(onAbort());
      };
      const turn: Turn<T> = {
        resolve: (value) => {
          signal.removeEventListener('abort', leave);
          resolve(value);
        },
        reject: (error) => {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.turns.add(turn);
    });
  }

  /** Hands the value to the first in the line; false when nobody waits. */
  give(value: T): boolean {
    const [first] = this.turns;
    if (first === undefined) return false;
    this.turns.delete(first);
    first.resolve(value);
    return true;
  }

  refuseAll(error: Error): void {
    for (const turn of this.turns) turn.reject(error);
    this.turns.clear();
  }
}
