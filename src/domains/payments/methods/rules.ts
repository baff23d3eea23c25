import { ACCOUNT_KINDS } from '../../stored-value/index.js';

/** Every kind of stored value pays by a method of its own type. */
export const METHOD_TYPES = ['cash', 'card', 'pay_at_store', ...ACCOUNT_KINDS] as const;
export type MethodType = (typeof METHOD_TYPES)[number];
