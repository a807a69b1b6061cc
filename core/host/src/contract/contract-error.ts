/** The declarations cannot be put into one contract. Meant for who wrote them: admission and `npm run contract` print it. */
export class ContractError extends Error {
  /** @param ofParts what is wrong with single parts, where it is known whose it is */
  constructor(
    message: string,
    readonly ofParts: readonly { readonly owner: string; readonly message: string }[] = [],
  ) {
    super(message);
    this.name = 'ContractError';
  }
}
