import { type Key, useT } from '../../texts/index.js';
import type { MailKind } from '../../types.js';

/** In the order of the filter. */
export const KINDS: readonly MailKind[] = [
  'order_confirmation',
  'pickup_ready',
  'order_shipped',
  'order_cancelled',
  'order_refunded',
  'receipt',
  'return_request',
  'gift_card',
  'layaway_reminder',
  'quote',
  'cart_reminder',
  'back_in_stock',
  'registration_code',
  'registration_exists',
  'login_code',
  'password_reset',
  'password_changed',
  'new_device',
  'sign_in_changed',
  'account_deletion',
  'invitation',
  'report',
  'test',
];

/** A mail of a kind that this release does not send is just a mail. */
export function useKindText(): (kind: string | null) => string {
  const t = useT();
  return kind => {
    if (kind === null) return t('mails.mail');
    const key = `mails.kind.${kind}`;
    const text = t(key as Key);
    return text === key ? t('mails.mail') : text;
  };
}
