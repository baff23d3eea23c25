import { HOUR_MS } from '../../platform/clock.js';
import { tooMany } from '../../platform/http/failure.js';
import { clientKey, isLoopback } from '../../platform/http/limits.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';

/** Protects a mailbox from a flood of mails. */
const MAX_PER_EMAIL_AND_HOUR = 10;
/** Protects many mailboxes from one client; a whole office may share one address. */
const MAX_PER_CLIENT_AND_HOUR = 30;
/** A whole branch can be invited at once; a stolen login cannot write to the whole world. */
const MAX_PER_SENDER_AND_HOUR = 200;

/** Mails that people can cause: `name` in the limits, `plural` in the answer. */
export type MailKind = { name: string; plural: string };

/** Refuses a client or a mailbox over the limit, whether or not the address has an account. */
export async function refuseTooManyMails(
  { limits, config }: Platform,
  { name, plural }: MailKind,
  email: string,
  address: string,
): Promise<void> {
  if (config.blockLoopback || !isLoopback(address)) {
    const verdict = await limits.throttle(
      `${plural} of client`,
      clientKey(address),
      MAX_PER_CLIENT_AND_HOUR,
      HOUR_MS,
    );
    if (verdict.blocked) {
      throw tooMany(`Too many ${plural} from this address.`, verdict.retryAfterSeconds);
    }
  }
  await refuseFloodedMailbox({ limits }, { name, plural }, email);
}

/** For mails that staff send: refuses a sender or a mailbox over the limit, before a transaction. */
export async function limitSender(
  { limits }: Pick<Platform, 'limits'>,
  { name, plural }: MailKind,
  sender: Pick<Staff, 'userId'>,
  email: string,
): Promise<void> {
  const verdict = await limits.throttle(
    `${plural} of sender`,
    sender.userId,
    MAX_PER_SENDER_AND_HOUR,
    HOUR_MS,
  );
  if (verdict.blocked) throw tooMany(`Too many ${plural}.`, verdict.retryAfterSeconds);
  await refuseFloodedMailbox({ limits }, { name, plural }, email);
}

async function refuseFloodedMailbox(
  { limits }: Pick<Platform, 'limits'>,
  { name, plural }: MailKind,
  email: string,
): Promise<void> {
  const verdict = await limits.throttle(name, email.toLowerCase(), MAX_PER_EMAIL_AND_HOUR, HOUR_MS);
  if (verdict.blocked) {
    throw tooMany(`Too many ${plural} for this address.`, verdict.retryAfterSeconds);
  }
}
