import { randomInt } from 'node:crypto';

export const ACCOUNT_KINDS = ['gift_card', 'store_credit', 'points'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** Accounts that a payment names by a code of which only the hash is stored. */
export const HASHED_KINDS = ACCOUNT_KINDS.filter(
  kind => kind !== 'store_credit' && kind !== 'points',
);
export const paysByHashedCode = (methodType: string): boolean =>
  HASHED_KINDS.some(kind => kind === methodType);

/** Whether a payment method takes its money from an account. */
export const paysByValue = (methodType: string): boolean =>
  (ACCOUNT_KINDS as readonly string[]).includes(methodType);

export const ACCOUNT_STATUSES = ['active', 'blocked'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const ENTRY_KINDS = [
  'opening',
  'issued',
  'topped_up',
  'spent',
  'refunded',
  'blocked',
  'expired',
  'earned',
  'taken_back',
  'held',
  'released',
  'corrected',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Without 0, O, 1, I and L, which are easily confused when a code is read aloud. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const CHARACTERS = `23456789${LETTERS}`;
const CODE_LENGTH = 16;

const randomText = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('');

/**
 * A random code of a gift card or a store credit: 16 characters, about 79 bits. The letter in the
 * middle keeps a code of digits from being taken for a card number, which requests mask.
 */
export const newCode = (): string =>
  randomText(CHARACTERS, 7) + randomText(LETTERS, 1) + randomText(CHARACTERS, CODE_LENGTH - 8);

/** As people type or scan it: `7kq2 m9xa-…` is `7KQ2M9XA…`. */
export const normalizedCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** The code of a store credit as it is stored. Older ones have the form `SC-7KQ2-M9XA`. */
export function storedCreditCode(typed: string): string {
  const plain = normalizedCode(typed);
  return plain.length === CODE_LENGTH ? plain : typed.trim().toUpperCase();
}

/** `••••M9XA`: enough to recognise a code, too little to spend it. */
export const maskedCode = (code: string): string => `••••${code.slice(-4)}`;

const CODE_KEY = /^(gift_card|store_credit)_code$/;

/**
 * A record without codes that can be spent: those under the names of requests, and these, wherever
 * they stand. Their last four characters stay.
 */
export function withoutCodes<T>(value: T, codes: readonly string[] = []): T {
  if (typeof value === 'string') {
    return codes.reduce<string>((text, code) => text.replaceAll(code, lastFour(code)), value) as T;
  }
  if (Array.isArray(value)) return value.map(item => withoutCodes(item, codes)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      CODE_KEY.test(key) && typeof item === 'string'
        ? [key, lastFour(item)]
        : [key, withoutCodes(item, codes)],
    ),
  ) as T;
}

const lastFour = (code: string): string => `****${code.slice(-4)}`;

/** Whether the account can pay at this time. */
export const isUsable = (
  account: { status: AccountStatus; expires_at: string | null },
  now: Date,
): boolean =>
  account.status === 'active' &&
  (account.expires_at === null || Date.parse(account.expires_at) > now.getTime());

/** The points of a refund: those of all refunds so far, in proportion and rounded down, less the earlier ones. */
export function pointsGivenBack(refund: {
  paidMinor: number;
  refundedMinor: number;
  spent: number;
  returned: number;
}): number {
  const { paidMinor, refundedMinor, spent, returned } = refund;
  if (paidMinor <= 0) return 0;
  return Number((BigInt(spent) * BigInt(refundedMinor)) / BigInt(paidMinor)) - returned;
}
