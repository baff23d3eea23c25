/** The last part of a sale number; the rest is the same all day. */
export const shortNumber = (transaction: string): string =>
  transaction.split('-').at(-1) ?? transaction;
