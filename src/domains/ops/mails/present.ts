import { htmlOf } from '../../../platform/mail/packed-html.js';
import type { Platform } from '../../../platform/platform.js';
import { can, type Staff } from '../../access/index.js';
import { kindOf } from './kinds.js';
import type { ListedRow, WholeRow } from './repository.js';
import { ERASED, sendingAgain, stateOf } from './rules.js';

/** Addresses, and the errors of mail servers, which repeat them, need the permission for customers. */
export function presentListed(mail: ListedRow, caller: Staff) {
  const showsAddress = can(caller, 'customer.read');
  return {
    id: mail.id,
    kind: kindOf(mail.purpose),
    state: stateOf(mail),
    recipient: showsAddress && mail.recipient !== ERASED ? mail.recipient : null,
    subject: mail.subject,
    store_id: mail.store_id,
    transaction_id: mail.transaction_id,
    transaction_number: mail.transaction_number,
    created_at: mail.created_at.toISOString(),
    sent_at: mail.sent_at?.toISOString() ?? null,
    next_attempt_at: mail.due_at?.toISOString() ?? null,
    attempts: mail.attempts,
    error: showsAddress ? mail.error : null,
  };
}

/**
 * The bodies are as stored: with dots for what is secret. They name people and their addresses;
 * those of reports have the figures of the shop.
 */
export function presentWhole({ config }: Pick<Platform, 'config'>, mail: WholeRow, caller: Staff) {
  const isReport = kindOf(mail.purpose) === 'report';
  const showsText = can(caller, 'customer.read') && (!isReport || can(caller, 'report.read'));
  return {
    ...presentListed(mail, caller),
    text: showsText ? mail.body_text : null,
    html: showsText ? htmlOf(mail) : null,
    attachment_name: mail.attachment_name,
    sending_again: sendingAgain(mail, config.smtpUrl !== undefined),
  };
}
