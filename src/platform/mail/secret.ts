import { createSeal, type SecretKeys } from '../seal.js';
import { htmlOf } from './packed-html.js';

/** Stands in the stored text for the secret. */
const HIDDEN = '\u2022'.repeat(6);

const mailSeal = (keys: SecretKeys) => createSeal(keys, 'mails');

type Texts = {
  subject: string;
  body_text: string;
  body_html: string | null;
  packed_html: Buffer | null;
  secret: Buffer | null;
};

/** No code and no token has a line break. */
const SEPARATOR = '\n';

/** What stands in the text for each secret: a number follows only if there are several. */
const placeholders = (secrets: readonly string[]): string[] =>
  secrets.map((_secret, at) => (secrets.length === 1 ? HIDDEN : `${HIDDEN}${at + 1};`));

/** Whether a secret was hidden in the text; it may be gone by now. */
export const hasHidden = (mail: Pick<Texts, 'subject' | 'body_text'>): boolean =>
  mail.subject.includes(HIDDEN) || mail.body_text.includes(HIDDEN);

export function hideSecrets(text: string, secrets: readonly string[]): string {
  const marks = placeholders(secrets);
  return secrets.reduce((hidden, secret, at) => hidden.replaceAll(secret, marks[at] ?? ''), text);
}

export const sealSecrets = (keys: SecretKeys, secrets: readonly string[]): Buffer =>
  mailSeal(keys).close(secrets.join(SEPARATOR));

/** The mail as its recipient reads it. */
export function withSecret<T extends Texts>(keys: SecretKeys, mail: T): T {
  const body_html = htmlOf(mail);
  if (mail.secret === null) return { ...mail, body_html };
  const secrets = mailSeal(keys).open(mail.secret).split(SEPARATOR);
  const marks = placeholders(secrets);
  const show = (text: string): string =>
    secrets.reduce((shown, secret, at) => shown.replaceAll(marks[at] ?? '', () => secret), text);
  return {
    ...mail,
    subject: show(mail.subject),
    body_text: show(mail.body_text),
    body_html: body_html === null ? null : show(body_html),
  };
}
