import { phoneNumber } from '../people/index.js';

const LEAST_DIGITS = 6;

/** The digits of the phone number that was typed, with and without the country's code. */
export function phonesIn(text: string, country: string): string[] {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < LEAST_DIGITS || /[^\d\s+().\-/]/.test(text)) return [];
  const full = phoneNumber(text, country);
  return full === undefined ? [digits] : [...new Set([digits, full.slice(1)])];
}
