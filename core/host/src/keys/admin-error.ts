import { AccountsError } from '@ostiary/plugin-api';

/** Something an operator asked for cannot be done; `message` says why. */
export class AdminError extends AccountsError {
  constructor(message: string) {
    super(message);
    this.name = 'AdminError';
  }
}
