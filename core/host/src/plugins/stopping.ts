/** Whether the process is being stopped. One for each host. */
export class Stopping {
  private readonly control = new AbortController();

  /** Aborts when the stop begins, before anything is closed. */
  get signal(): AbortSignal {
    return this.control.signal;
  }

  begin(): void {
    this.control.abort();
  }
}
