import type { Key } from '../texts/index.js';

/** The sandbox identifies cards by token; the numbers are only displayed, never sent. */
export const TEST_CARDS = [
  { token: 'tok_ok', number: '4242 4242 4242 4242', text: 'card.ok' },
  { token: 'tok_challenge', number: '4000 0025 0000 3155', text: 'card.challenge' },
  { token: 'tok_challenge_fail', number: '4000 0084 0000 1629', text: 'card.challengeFail' },
  { token: 'tok_declined', number: '4000 0000 0000 0002', text: 'card.declined' },
  { token: 'tok_insufficient_funds', number: '4000 0000 0000 9995', text: 'card.funds' },
  { token: 'tok_timeout', number: '4000 0000 0000 3220', text: 'card.timeout' },
  { token: 'tok_error', number: '4000 0000 0000 0119', text: 'card.error' },
] as const satisfies readonly { token: string; number: string; text: Key }[];

export type TestCard = (typeof TEST_CARDS)[number];

export const lastFourOf = ({ number }: TestCard): string => number.slice(-4);
