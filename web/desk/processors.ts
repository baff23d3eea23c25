import type { Settlement } from './types.js';

export type ProcessorType = Settlement['processor'];

/** Names of companies, the same in every language. The compiler asks for that of a new processor. */
export const PROCESSOR_NAMES: Record<ProcessorType, string> = {
  primary: 'Stripe',
  square: 'Square',
  paypal: 'PayPal',
  custom_bank: 'Bank',
};

/** For a list of choices. */
export const PROCESSORS = Object.entries(PROCESSOR_NAMES).map(([type, label]) => ({
  value: type as ProcessorType,
  label,
}));
