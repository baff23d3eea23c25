import { hasHidden } from '../../../platform/mail/secret.js';
import { kindOf } from './kinds.js';

export const MAIL_STATES = ['sent', 'waiting', 'failed', 'refused', 'kept'] as const;
/** `failed`: all attempts are used up. `refused`: by the mail server. `kept`: there is no mail server. */
export type MailState = (typeof MAIL_STATES)[number];

type Moments = {
  sent_at: Date | null;
  refused_at: Date | null;
  parked_at: Date | null;
  due_at: Date | null;
};

export function stateOf(mail: Moments): MailState {
  if (mail.sent_at !== null) return 'sent';
  if (mail.refused_at !== null) return 'refused';
  if (mail.parked_at !== null) return 'failed';
  return mail.due_at === null ? 'kept' : 'waiting';
}

/** The address of a mail whose recipient was erased. */
export const ERASED = 'erased';

export const SENDING_AGAIN = [
  'allowed',
  'waiting',
  'erased',
  'no_mail_server',
  'not_of_sale',
  'secret',
  'attachment',
] as const;
export type SendingAgain = (typeof SENDING_AGAIN)[number];

type Judged = Moments & {
  purpose: string;
  recipient: string;
  subject: string;
  body_text: string;
  attachment_name: string | null;
  transaction_id: string | null;
};

/**
 * Whether a mail may be sent again, else why not. Only mails about a sale: codes and links of accounts
 * expire, and reminders need a consent that may be withdrawn. What was secret in a sent mail is deleted;
 * the link of an order can be made again, the code of a gift card cannot.
 */
export function sendingAgain(mail: Judged, hasServer: boolean): SendingAgain {
  if (mail.recipient === ERASED) return 'erased';
  const state = stateOf(mail);
  if (state === 'waiting') return 'waiting';
  if (!hasServer) return 'no_mail_server';
  if (mail.transaction_id === null) return 'not_of_sale';
  if (hasAllParts(state)) return 'allowed';
  if (mail.attachment_name !== null) return 'attachment';
  return hasHidden(mail) && kindOf(mail.purpose) !== 'order_confirmation' ? 'secret' : 'allowed';
}

/** Its secret and its attachment are still there, so that the row itself goes back into the queue. */
export const hasAllParts = (state: MailState): boolean => state === 'failed' || state === 'kept';
