import { createHash } from 'node:crypto';
import type { Reader } from '../../platform/database/tx.js';
import { emailOf } from './repository.js';

/** The address of the customer's account; without one, the address that the customer gave. */
export async function customerMail(
  reader: Reader,
  customer: { userId: string | null; email: string | null },
): Promise<string | null> {
  const own = customer.userId === null ? null : await emailOf(reader, customer.userId);
  return own ?? customer.email;
}

/** Hashes are enough to recognise a customer, so that addresses are not stored. */
export type MailHashes = {
  /** Hash of the address in lower case. */
  mail: Buffer;
  /** Hash of the address without dots and plus tag, for stores with `mail_aliases_are_one`. */
  mailbox: Buffer;
};

export function mailHashes(email: string): MailHashes {
  const address = email.trim().toLowerCase();
  return { mail: hash(address), mailbox: hash(mailboxOf(address)) };
}

function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const name = address.slice(0, at);
  return (name.replace(/\+.*$/s, '').replaceAll('.', '') || name) + address.slice(at);
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
