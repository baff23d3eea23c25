export const METHOD_TYPES = [
  'cash',
  'card',
  'pay_at_store',
  'store_credit',
  'gift_card',
  'points',
] as const;
export type MethodType = (typeof METHOD_TYPES)[number];
