/** Each kind of mail, with the `purpose` of its rows in `mails`. */
const PURPOSES = {
  order_confirmation: 'order-confirmation',
  pickup_ready: 'pickup_ready',
  order_shipped: 'order_shipped',
  order_cancelled: 'order_cancelled',
  order_refunded: 'order_refunded',
  receipt: 'receipt',
  return_request: 'return_request',
  gift_card: 'gift-card',
  layaway_reminder: 'layaway_reminder',
  quote: 'quote',
  cart_reminder: 'cart_reminder',
  back_in_stock: 'back_in_stock',
  registration_code: 'registration-code',
  registration_exists: 'registration-account-exists',
  login_code: 'login-code',
  password_reset: 'password-reset',
  password_changed: 'password-changed',
  new_device: 'new-device',
  sign_in_changed: 'sign-in-changed',
  account_deletion: 'account-deletion',
  invitation: 'invitation',
  report: 'report',
  test: 'test',
} as const;

export type SentKind = keyof typeof PURPOSES;

export const SENT_KINDS = Object.keys(PURPOSES) as SentKind[];

export const purposeOf = (kind: SentKind): string => PURPOSES[kind];

/** Null for a purpose that no mail of this release has. */
export const kindOf = (purpose: string): SentKind | null =>
  SENT_KINDS.find(kind => PURPOSES[kind] === purpose) ?? null;
