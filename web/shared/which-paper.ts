/** A paper of a sale: its receipt, the gift receipt, or the slip of one refund. */
export type WhichPaper = { number: string; isGift?: boolean; refund?: string };

/** As the routes name it. */
export const paperQuery = ({ isGift = false, refund }: Omit<WhichPaper, 'number'>) => ({
  ...(isGift && { gift: true }),
  ...(refund !== undefined && { refund }),
});
