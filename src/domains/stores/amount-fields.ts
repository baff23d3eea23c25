import type { ApprovalPolicy } from './rules.js';

/** Limits of the approval policy in the currency of the store. */
export const POLICY_AMOUNTS = [
  'discount_above',
  'value_above',
  'supervisor_limit',
  'agent_limit',
] as const satisfies readonly (keyof ApprovalPolicy)[];

/** Settings of a store that are amounts in its currency. */
export const STORE_AMOUNTS = [
  'cash_variance_tolerance',
  'cash_movement_limit',
  'layaway_fee',
  'offline_return_limit',
  'offline_return_day_limit',
] as const;

/** Fields with the digits of the currency, also those of a shipping rate. */
export const MONEY_FIELDS: ReadonlySet<string> = new Set([
  'price',
  ...POLICY_AMOUNTS,
  ...STORE_AMOUNTS,
]);
