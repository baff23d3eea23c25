import { randomInt } from 'node:crypto';
import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { newToken } from '../../../platform/ids.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import { renderMail } from '../../../platform/mail/render-mail.js';
import type { Platform } from '../../../platform/platform.js';
import { textsIn } from '../../texts/index.js';
import { failureBlockOf } from '../failure-block.js';
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
};

/** Mails a code to the customer with this address; the answer is the same for every address. */
export async function requestLoginCode(
  platform: Platform,
  { email, address, language }: CodeRequest,
): Promise<{ token: string; expiresAt: Date }> {
  await failureBlockOf(platform, address).refuseBlocked();
  await refuseTooManyMails(platform, CODES, email, address);
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
    const mail = codeMail(user?.email ?? email, user?.language ?? language, code);
    const codeHash = hashCode(platform, tokenHash, code);
    await Promise.all([
      insertLoginCode(tx, { tokenHash, userId: user?.id ?? null, codeHash, now, expiresAt }),
      user && queueMail(tx, platform, mail, code),
    ]);
  });
  return { token, expiresAt };
}

function codeMail(to: string, language: Language = DEFAULT_LANGUAGE, code: string) {
  const texts = textsIn(language).loginCode;
  const body = renderMail({
    language,
    before: [texts.asked],
    facts: [
      [texts.code, code],
      [texts.valid, texts.tenMinutes],
    ],
    after: [texts.ignore],
  });
  return { to, purpose: 'login-code', subject: texts.subject(code), ...body };
}
