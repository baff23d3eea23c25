import { HOUR_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { Failure, tooMany } from '../../platform/http/failure.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { type Mail, queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import { checkOwnPassword, type MailPlace, placeOfAccount, type User } from '../people/index.js';
import { deletionBody, writtenTemplate } from '../texts/index.js';
import { deletionToken, isDeletionToken } from './deletion-token.js';
import { eraseCustomer } from './erase-customer.js';
import { findCustomer } from './find-customer.js';

const MAILS_AN_HOUR = 5;

/**
 * First step: the password, from those who have one. It mails the link of the second step and
 * deletes nothing.
 */
export async function askForDeletion(
  platform: Platform,
  customerId: string,
  password: string,
  address: string,
): Promise<void> {
  const { db, limits } = platform;
  const customer = await findCustomer(db, customerId);
  if (customer.has_password) await checkOwnPassword(platform, customerId, password, address);
  const verdict = await limits.throttle('account-deletion', customerId, MAILS_AN_HOUR, HOUR_MS);
  if (verdict.blocked) {
    throw tooMany('Too many mails for this account; try again later.', verdict.retryAfterSeconds);
  }
  if (customer.email === null) {
    throw new Failure('conflict', 'NO_EMAIL', 'This account has no mail address; ask the store.');
  }
  const token = deletionToken(platform.config, customer.id, platform.clock.now());
  const place = await placeOfAccount(db, platform.config, customer);
  const mail = deletionMail(platform, { ...customer, email: customer.email }, place, token);
  await atomically(db, tx => queueMail(tx, platform, mail, token));
}

/** The token is in the fragment of the address, which browsers do not send: no log contains it. */
function deletionMail(
  { config }: Platform,
  customer: { email: string; language: User['language'] },
  place: MailPlace,
  token: string,
): Mail {
  const language = customer.language ?? DEFAULT_LANGUAGE;
  const own = writtenTemplate(place.templates, 'account_deletion', language, {
    store: place.name,
  });
  return {
    to: customer.email,
    purpose: 'account-deletion',
    subject: own.subject,
    ...deletionBody(own, {
      to: customer.email,
      language,
      link: `${config.publicUrl}/app/shop/delete-account#${token}`,
    }),
  };
}

/** Second step: the link, in the browser that is signed in. Refused while an order is open. */
export async function confirmDeletion(
  platform: Platform,
  customerId: string,
  token: string,
): Promise<void> {
  if (!isDeletionToken(platform.config, token, customerId, platform.clock.now())) {
    throw new Failure(
      'gone',
      'DELETION_LINK_INVALID',
      'This link is wrong or has expired. Ask for a new one in your account.',
    );
  }
  await eraseCustomer(platform, customerId, 'customer');
}
