import { randomInt } from 'node:crypto';
import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { newToken } from '../../../platform/ids.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import { type Mail, queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { loginCodeBody, writtenTemplate } from '../../texts/index.js';
import { type MailPlace, mailPlace, placeOfAccount, storeOfPage } from '../account-store.js';
import { failureBlockOf } from '../blocks/failure-block.js';
import { hashCode, hashToken } from '../hashing.js';
import { refuseTooManyMails } from '../limit-mails.js';
import { userByEmail } from '../repository.js';
import { insertLoginCode } from './repository.js';
import { CODE_DIGITS, LOGIN_CODE_MS, mayUseLoginCode } from './rules.js';

const CODES = { name: 'login code', plural: 'login codes' };

export type CodeRequest = {
  email: string;
  address: string;
  /** Language of the device; the account's own language comes first. */
  language: Language | undefined;
  /** The store of the page, whose texts the mail has; else the store of the account. */
  store: string | undefined;
};

/** Mails a code to the customer with this address; the answer is the same for every address. */
export async function requestLoginCode(
  platform: Platform,
  { email, address, language, store: storeRef }: CodeRequest,
): Promise<{ token: string; expiresAt: Date }> {
  await failureBlockOf(platform, address).refuseBlocked();
  await refuseTooManyMails(platform, CODES, email, address);
  const store = await storeOfPage(platform.db, storeRef);
  const token = newToken();
  const tokenHash = hashToken(token);
  const code = randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
  const now = platform.clock.now();
  const expiresAt = addMs(now, LOGIN_CODE_MS);
  await atomically(platform.db, async tx => {
    const account = await userByEmail(tx, email);
    const user = account !== undefined && mayUseLoginCode(account) ? account : undefined;
    const place =
      store === undefined && user !== undefined
        ? await placeOfAccount(tx, platform.config, user)
        : mailPlace(platform.config, store);
    const mail = codeMail(user?.email ?? email, user?.language ?? language, code, place);
    const codeHash = hashCode(platform, tokenHash, code);
    await Promise.all([
      insertLoginCode(tx, { tokenHash, userId: user?.id ?? null, codeHash, now, expiresAt }),
      user && queueMail(tx, platform, mail, code),
    ]);
  });
  return { token, expiresAt };
}

function codeMail(
  to: string,
  language: Language = DEFAULT_LANGUAGE,
  code: string,
  place: MailPlace,
): Mail {
  const values = { store: place.name, code };
  const own = writtenTemplate(place.templates, 'login_code', language, values);
  const body = loginCodeBody(own, language, code);
  return { to, purpose: 'login-code', subject: own.subject, ...body };
}
