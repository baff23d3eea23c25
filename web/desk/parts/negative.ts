/** Adds a minus sign, except to zero. */
export const negative = (amount: string): string => (Number(amount) === 0 ? amount : `-${amount}`);
