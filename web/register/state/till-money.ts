import { minorPerUnit } from '../../../src/domains/pricing/index.js';
import * as money from '../../../src/platform/money.js';
import { session } from './session.js';

/** A till works for one store, so its amounts are in the currency of that store. */
export const tillCurrency = (): string => session.get()?.store.currency ?? '';

export const minor = (amount: string | number): number => money.minor(amount, tillCurrency());
export const parseMoney = (typed: string): number | undefined =>
  money.parseMoney(typed, tillCurrency());
export const formatMoney = (amountMinor: number): string =>
  money.formatMoney(amountMinor, tillCurrency());

/** Hundredths of a unit of the currency, such as the values of banknotes, in minor units. */
export const fromHundredths = (hundredths: number): number =>
  (hundredths * minorPerUnit(tillCurrency())) / 100;
