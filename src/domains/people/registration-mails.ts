import type { Tx } from '../../platform/database/tx.js';
import type { MailWriter } from '../../platform/mail/log-kept.js';
import { queueMail } from '../../platform/mail/queue-mail.js';

export const mailCode = (tx: Tx, platform: MailWriter, to: string, code: string): Promise<string> =>
  queueMail(
    tx,
    platform,
    {
      to,
      purpose: 'registration-code',
      subject: `${code} is your code`,
      text: [
        'Welcome!',
        '',
        `Your code is ${code}. It is valid for ten minutes.`,
        '',
        'If you did not ask for an account, ignore this mail: without the code nothing happens.',
      ].join('\n'),
    },
    code,
  );

/** The response never reveals an existing account; only this mail does. */
export const mailAccountExists = (tx: Tx, platform: MailWriter, to: string): Promise<string> =>
  queueMail(tx, platform, {
    to,
    purpose: 'registration-account-exists',
    subject: 'You already have an account',
    text: [
      'Someone, probably you, tried to open an account with this address.',
      '',
      `You already have one; log in at ${platform.config.publicUrl}/ with it.`,
      '',
      'If it was not you, ignore this mail: nothing has changed.',
    ].join('\n'),
  });
