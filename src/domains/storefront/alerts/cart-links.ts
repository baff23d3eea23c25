import { addMs, DAY_MS } from '../../../platform/clock.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Language } from '../../../platform/language.js';
import { createSeal, type SecretKeys } from '../../../platform/seal.js';

/** Each link does one thing: a token of one purpose cannot be opened for the other. */
type Purpose = 'cart-restore' | 'cart-reminder-withdraw';

export const CART_LINK_DAYS = 14;

/** Seals a cart id or an address with the end of its validity. Nothing is stored. */
const tokenFor = (secrets: SecretKeys, purpose: Purpose, about: string, now: Date): string =>
  createSeal(secrets, purpose)
    .close(`${addMs(now, CART_LINK_DAYS * DAY_MS).getTime()} ${about}`)
    .toString('base64url');

/** What a token of this purpose is about; a wrong or expired one is refused. */
function readToken(secrets: SecretKeys, purpose: Purpose, token: string, now: Date): string {
  const text = opened(secrets, purpose, token);
  const [, until, about] = /^(\d+) (.+)$/s.exec(text ?? '') ?? [];
  if (about === undefined || Number(until) <= now.getTime()) throw linkInvalid();
  return about;
}

function opened(secrets: SecretKeys, purpose: Purpose, token: string): string | undefined {
  try {
    return createSeal(secrets, purpose).open(Buffer.from(token, 'base64url'));
  } catch {
    // The token is forged, made for another purpose, or its key is no longer configured.
    return undefined;
  }
}

export const linkInvalid = (): Failure =>
  new Failure('gone', 'CART_LINK_INVALID', 'This link is wrong or has expired.');

export const restoreToken = (secrets: SecretKeys, cartId: string, now: Date): string =>
  tokenFor(secrets, 'cart-restore', cartId, now);

export const cartOfToken = (secrets: SecretKeys, token: string, now: Date): string =>
  readToken(secrets, 'cart-restore', token, now);

export const withdrawToken = (secrets: SecretKeys, email: string, now: Date): string =>
  tokenFor(secrets, 'cart-reminder-withdraw', email, now);

export const addressOfWithdrawal = (secrets: SecretKeys, token: string, now: Date): string =>
  readToken(secrets, 'cart-reminder-withdraw', token, now);

/** In the query and not in the fragment: the pages also work where scripts do not run. Logs leave queries out. */
export const cartLink = (
  { publicUrl }: { publicUrl: string },
  page: 'restore' | 'stop-reminder',
  language: Language,
  token: string,
): string => `${publicUrl}/app/shop/cart/${page}?lang=${language}&token=${token}`;
