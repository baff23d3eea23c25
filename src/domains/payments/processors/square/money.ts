import type { Square } from 'square';
import { toSmallestUnit } from '../currency.js';
import type { IntentRequest, RefundRequest } from '../processor.js';

export const KEY_LENGTH = 45;
export const REFERENCE_LENGTH = 40;

export const moneyOf = ({
  amountMinor,
  currency,
}: IntentRequest | RefundRequest): Square.Money => ({
  amount: BigInt(toSmallestUnit(amountMinor, currency)),
  currency: currency as Square.Currency,
});
