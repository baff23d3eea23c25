import type { Tx } from '../database/tx.js';
import { newId } from '../ids.js';
import { addJobs } from '../jobs/add-jobs.js';
import type { Job } from '../jobs/job.js';
import type { SecretKeys } from '../seal.js';
import { mailById, markSent } from './repository.js';
import { HIDDEN, mailSeal, withSecret } from './secret.js';
import { createTransport, MailRefused } from './transport.js';

export type Mail = { to: string; subject: string; text: string; html?: string; purpose: string };

/** A code or token in a mail, which gives access to an account or an order. */
export type MailSecret = { keys: SecretKeys; value: string };

const DELIVER = 'mail:deliver';

/**
 * Stores a mail in the caller's transaction; a job delivers it. Without a configured mail server it
 * stays in the table, where `GET /ops/mails/` shows it. The secret is stored encrypted and apart from
 * the text, and only until the mail is sent.
 */
export async function queueMail(tx: Tx, mail: Mail, secret?: MailSecret): Promise<string> {
  const id = newId();
  const hide = (text: string): string =>
    secret === undefined ? text : text.replaceAll(secret.value, HIDDEN);
  await Promise.all([
    tx
      .insertInto('mails')
      .values({
        id,
        purpose: mail.purpose,
        recipient: mail.to,
        subject: hide(mail.subject),
        body_text: hide(mail.text),
        body_html: mail.html === undefined ? null : hide(mail.html),
        secret: secret === undefined ? null : mailSeal(secret.keys).close(secret.value),
      })
      .execute(),
    addJobs(tx, [{ name: DELIVER, payload: { id } }]),
  ]);
  return id;
}

export const deliverMail: Job = {
  name: DELIVER,
  run: async (platform, payload) => {
    const { smtpUrl, mailFrom } = platform.config;
    const kept = await mailById(platform.db, String(payload.id));
    if (kept === undefined || kept.sent_at !== null) return;
    const mail = withSecret(platform.config, kept);
    if (smtpUrl === undefined) {
      // Mails hold links that open accounts and orders, so production logs leave out their text.
      const shown = { to: mail.recipient, subject: mail.subject, text: mail.body_text };
      platform.log.info(
        { mail: mail.id, purpose: mail.purpose, ...(!platform.config.production && shown) },
        'mail kept in the database: no SMTP_URL',
      );
      return;
    }
    const transport = createTransport({ smtpUrl, from: mailFrom });
    try {
      await transport.deliver({
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html ?? undefined,
      });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      platform.log.warn(
        { mail: mail.id, reason: error.message },
        'the mail server rejected a mail permanently',
      );
    } finally {
      transport.close();
    }
    await markSent(platform.db, mail.id, platform.clock.now());
  },
};
