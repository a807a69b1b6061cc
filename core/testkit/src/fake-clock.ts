import type { Clock } from '@ostiary/plugin-api';

/** A clock that stands until it is moved. */
export class FakeClock implements Clock {
  #now: number;

  constructor(start: Date | string = '2026-01-15T12:00:00.000Z') {
    this.#now = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}
