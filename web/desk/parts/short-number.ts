/** The end of a sale's number tells it apart; what is before it is the same for the whole day. */
export const shortNumber = (transaction: string): string =>
  transaction.split('-').at(-1) ?? transaction;
