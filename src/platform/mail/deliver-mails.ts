import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.js';
import type { Job } from '../jobs/job.js';
import type { Platform } from '../platform.js';
import { exponential } from '../work/queues/back-off.js';
import { hintQueue } from '../work/queues/hint.js';
import { defineQueue } from '../work/queues/queue.js';
import { fail } from '../work/queues/repository.js';
import { logKept } from './log-kept.js';
import { keepMails, type MailRow, makeDue, markRefused, markSent } from './repository.js';
import { withSecret } from './secret.js';
import { createTransport, MailRefused, type MailTransport } from './transport.js';

/** The last of the 12 attempts comes about a day after the first. */
const backOff = exponential({
  firstMs: 2.7 * SECOND_MS,
  factor: Math.E,
  longestMs: 24 * HOUR_MS,
  maxAttempts: 12,
  jitter: 0.1,
});

const LEASE_MS = 3 * MINUTE_MS;
/** No mail is begun later than this after the claim, so that each ends before the lease does. */
const BEGIN_WITHIN_MS = MINUTE_MS;

/**
 * Mails to send. Each is marked right after the mail server has accepted it: a crash in between sends
 * one mail twice, which SMTP cannot prevent.
 */
export const mailQueue = defineQueue<MailRow>({
  name: 'mail:outgoing',
  table: 'mails',
  key: ['id'],
  due: 'due_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'claims',
  error: 'error',
  open: 'q.due_at is not null',
  parked: 'q.parked_at is not null',
  park: now => `due_at = null, parked_at = ${now}`,
  reopen: 'attempts = 0, parked_at = null',
  order: 'due_at, id',
  clock: 'database',
  leaseMs: LEASE_MS,
  backOff,
  batch: 10,
  concurrency: 4,
  handle: deliverMails,
});

async function deliverMails(platform: Platform, mails: readonly MailRow[]): Promise<void> {
  const { smtpUrl, mailFrom } = platform.config;
  if (smtpUrl === undefined) {
    // Written while a mail server was configured.
    await keepMails(
      platform.db,
      mails.map(({ id }) => id),
    );
    for (const mail of mails) logKept(platform, withSecret(platform.config, mail));
    return;
  }
  const transport = createTransport({ smtpUrl, from: mailFrom });
  const begunAt = performance.now();
  try {
    for (const mail of mails) {
      if (performance.now() - begunAt > BEGIN_WITHIN_MS) return;
      await deliver(platform, transport, mail);
    }
  } finally {
    transport.close();
  }
}

/** A mail that the server does not take now comes back alone; the others of its batch are sent. */
async function deliver(platform: Platform, transport: MailTransport, row: MailRow): Promise<void> {
  const { db, clock, config, log } = platform;
  try {
    const mail = withSecret(config, row);
    await transport.deliver({
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html ?? undefined,
      ...(mail.attachment !== null && {
        attachment: { name: mail.attachment_name ?? '', content: mail.attachment },
      }),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!(error instanceof MailRefused)) {
      const next = await fail(db, mailQueue, clock, row, reason);
      log.warn({ mail: row.id, reason, next }, 'a mail was not sent');
      return;
    }
    log.warn({ mail: row.id, reason }, 'the mail server rejected a mail permanently');
    await markRefused(db, row.id, clock.now(), reason);
    return;
  }
  await markSent(db, row.id, clock.now());
}

/**
 * The previous release enqueued a job for each mail; a remaining job puts its mail into the queue.
 */
export const deliverEarlierMail: Job = {
  name: 'mail:deliver',
  run: async ({ db }, payload) => {
    await makeDue(db, String(payload.id));
    hintQueue(db, mailQueue);
  },
};
