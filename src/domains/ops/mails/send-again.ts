import type { Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { mailQueue } from '../../../platform/mail/deliver-mails.js';
import { copyMail, lockMail, queueAgain } from '../../../platform/mail/repository.js';
import { hasHidden, sealSecrets } from '../../../platform/mail/secret.js';
import type { Platform } from '../../../platform/platform.js';
import { hintQueue } from '../../../platform/work/queues/hint.js';
import type { Staff } from '../../access/index.js';
import { receiptToken } from '../../storefront/index.js';
import { visibleMail } from './find-mails.js';
import { hasWaitingTwin, mailById, type WholeRow } from './repository.js';
import { hasAllParts, type SendingAgain, sendingAgain, stateOf } from './rules.js';

const REASONS: Record<Exclude<SendingAgain, 'allowed'>, string> = {
  waiting: 'The mail waits to be sent already.',
  erased: 'The recipient was erased.',
  no_mail_server: 'No mail server is configured.',
  not_of_sale: 'Only mails about a sale are sent again by hand.',
  secret: 'The mail had a code that is not kept after sending.',
  attachment: 'The file of the mail is not kept after sending.',
};

/**
 * Sends a mail again to the same address. A mail that was not sent goes back into the queue; a mail
 * that was sent or refused is copied. Returns the mail that waits now.
 */
export async function sendAgain(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  id: string,
): Promise<WholeRow> {
  await lockMail(tx, id);
  const mail = await visibleMail(tx, caller, id);
  const verdict = sendingAgain(mail, platform.config.smtpUrl !== undefined);
  if (verdict !== 'allowed') throw refused(verdict);
  if (await hasWaitingTwin(tx, mail)) throw refused('waiting');
  const sentId = await write(tx, platform, mail);
  hintQueue(tx, mailQueue);
  return (await mailById(tx, sentId)) as WholeRow;
}

const refused = (reason: Exclude<SendingAgain, 'allowed'>) =>
  conflict('MAIL_NOT_SENT_AGAIN', REASONS[reason], { reason });

async function write(tx: Tx, platform: Platform, mail: WholeRow): Promise<string> {
  if (hasAllParts(stateOf(mail))) {
    await queueAgain(tx, mail.id);
    return mail.id;
  }
  const copy = { id: newId(platform.clock.now()), secret: secretOf(platform, mail) };
  await copyMail(tx, mail.id, copy);
  return copy.id;
}

/** The link of an order confirmation is made from the id of the sale. */
const secretOf = (platform: Platform, mail: WholeRow): Buffer | null =>
  hasHidden(mail) && mail.transaction_id !== null
    ? sealSecrets(platform.config, [receiptToken(platform, mail.transaction_id)])
    : null;
