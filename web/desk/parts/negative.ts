/** An amount that goes away; nothing stays nothing, without a sign. */
export const less = (amount: string): string => (Number(amount) === 0 ? amount : `-${amount}`);
