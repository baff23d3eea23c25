import { stored } from './stored.js';

/** The open shift of this till as far as the till knows it without the service. */
export type ShiftHere = { opened_at: string; opened_by_name: string | null };

export const shiftHere = stored<ShiftHere | null>('shift', null);

/** Coins and notes of the store's currency, for a count without a connection. */
export const denominations = stored<string[]>('denominations', []);
