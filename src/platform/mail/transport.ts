import { createTransport as createSmtp } from 'nodemailer';
import { SECOND_MS } from '../clock.js';
import { isLoopback } from '../http/limits.js';

export type OutgoingMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachment?: { name: string; content: Buffer };
};

export type MailTransport = {
  /** Resolves once the mail server has accepted the mail; throws `MailRefused` if it never will. */
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
};

export type MailTransportOptions = {
  /** `smtp://host:587` or `smtps://user:password@host`. */
  smtpUrl: string;
  /** Sender; a `no-reply` at the mail server's host when not given. */
  from?: string;
  /** Timeout of each step: DNS, connect, greeting, socket. */
  timeoutMs?: number;
};

/** A permanent rejection (SMTP 5xx on address or content); a retry cannot succeed. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

const TIMEOUT_MS = 15 * SECOND_MS;

export function createTransport(options: MailTransportOptions): MailTransport {
  const { smtpUrl, timeoutMs = TIMEOUT_MS } = options;
  const { hostname, username } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost' || isLoopback(host);
  const from = options.from ?? `no-reply@${host}`;
  const smtp = createSmtp({
    url: smtpUrl,
    // Never sends a password unencrypted, even if an attacker strips STARTTLS.
    requireTLS: username !== '' && !isLocal,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async deliver({ to, subject, text, html, attachment }) {
      assertOneAddress(to);
      const attachments = attachment && [
        { filename: attachment.name, content: attachment.content },
      ];
      try {
        const address = { name: '', address: to };
        await smtp.sendMail({ from, to: address, subject, text, html, attachments });
      } catch (error) {
        if (isFinal(error)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
    close: () => smtp.close(),
  };
}

/** A second address in the field would receive another person's one-time code. */
function assertOneAddress(to: string) {
  if (!/^[^\s,;:<>()"@\p{Cc}]+@[^\s,;:<>()"@\p{Cc}]+$/u.test(to)) {
    throw new MailRefused('not a single mail address');
  }
}

function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
