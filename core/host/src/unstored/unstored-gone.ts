/** Values that are never stored are held by no process any more: the one that took the request was stopped. */
export class UnstoredGone extends Error {
  constructor() {
    super('the values of the request that are never stored are not held any more');
    this.name = 'UnstoredGone';
  }
}
