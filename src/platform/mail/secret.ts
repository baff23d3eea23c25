import { createSeal, type SecretKeys } from '../seal.js';
import { htmlOf } from './packed-html.js';

/** Stands in the stored text for the secret. */
export const HIDDEN = '\u2022'.repeat(6);

export const mailSeal = (keys: SecretKeys) => createSeal(keys, 'mails');

type Texts = {
  subject: string;
  body_text: string;
  body_html: string | null;
  packed_html: Buffer | null;
  secret: Buffer | null;
};

/** The mail as its recipient reads it. */
export function withSecret<T extends Texts>(keys: SecretKeys, mail: T): T {
  const body_html = htmlOf(mail);
  if (mail.secret === null) return { ...mail, body_html };
  const value = mailSeal(keys).open(mail.secret);
  const show = (text: string): string => text.replaceAll(HIDDEN, () => value);
  return {
    ...mail,
    subject: show(mail.subject),
    body_text: show(mail.body_text),
    body_html: body_html === null ? null : show(body_html),
  };
}
