import type { Key } from '../texts/index.js';

/** The test cards of the sandbox. Their numbers are in its card form only. */
export const TEST_CARDS = [
  { token: 'tok_ok', lastFour: '4242', text: 'card.ok' },
  { token: 'tok_challenge', lastFour: '3155', text: 'card.challenge' },
  { token: 'tok_challenge_fail', lastFour: '1629', text: 'card.challengeFail' },
  { token: 'tok_declined', lastFour: '0002', text: 'card.declined' },
  { token: 'tok_insufficient_funds', lastFour: '9995', text: 'card.funds' },
  { token: 'tok_timeout', lastFour: '3220', text: 'card.timeout' },
  { token: 'tok_error', lastFour: '0119', text: 'card.error' },
] as const satisfies readonly { token: string; lastFour: string; text: Key }[];
