/** The last four digits of the published test numbers, and the token with which the sandbox charges each. */
const TOKENS = new Map([
  ['4242', 'tok_ok'],
  ['3155', 'tok_challenge'],
  ['1629', 'tok_challenge_fail'],
  ['0002', 'tok_declined'],
  ['9995', 'tok_insufficient_funds'],
  ['3220', 'tok_timeout'],
  ['0119', 'tok_error'],
]);

const BRAND = 'visa';

export type SandboxCard = { token: string; last_four: string; brand: string };

/** The card of the simulated wallet, whose payments succeed. */
export const WALLET_CARD: SandboxCard = { token: 'tok_ok', last_four: '4242', brand: BRAND };

/** A number as the parser of bodies masks it. Four digits alone are not a card number. */
const MASKED = /^\*{4}(\d{4})$/;

/** Undefined if this is no test card. */
export function sandboxCardOf(maskedNumber: string): SandboxCard | undefined {
  const lastFour = MASKED.exec(maskedNumber)?.[1] ?? '';
  const token = TOKENS.get(lastFour);
  return token === undefined ? undefined : { token, last_four: lastFour, brand: BRAND };
}

/** The time zone that is last to reach the end of a month. */
const LAST_ZONE_HOURS = 12;

/** A card is valid until the end of its month. */
export const hasExpired = (month: number, year: number, now: Date): boolean =>
  now.getTime() >= Date.UTC(year, month, 1, LAST_ZONE_HOURS);
