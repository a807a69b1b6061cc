/** Something an operator asked for cannot be done; `message` says why. */
export class AdminError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AdminError';
  }
}
