import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';

export const mailCode = (tx: Tx, to: string, code: string): Promise<string> =>
  queueMail(tx, {
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
  });

/** Only the owner of the address learns that there is an account. */
export const mailAccountExists = (
  tx: Tx,
  { config }: Pick<Platform, 'config'>,
  to: string,
): Promise<string> =>
  queueMail(tx, {
    to,
    purpose: 'registration-account-exists',
    subject: 'You already have an account',
    text: [
      'Somebody, probably you, tried to open an account with this address.',
      '',
      `There is one already; log in at ${config.publicUrl}/ with it.`,
      '',
      'If it was not you, ignore this mail: nothing has changed.',
    ].join('\n'),
  });
