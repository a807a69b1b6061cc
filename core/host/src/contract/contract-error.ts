/** The declarations cannot be put into one contract. Meant for who wrote them: `npm run contract` prints it, and the start fails. */
export class ContractError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ContractError';
  }
}
