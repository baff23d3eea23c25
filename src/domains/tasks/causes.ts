/**
 * Why the service opens a task, and the values of its text. Screens translate a cause; `title` and
 * `description` hold the same in English. The values name no customer.
 */
export const CAUSES = {
  refund_given_up: ['amount', 'tip', 'transaction', 'error'],
  refund_pay_out_cash: ['amount', 'tip', 'currency', 'transaction', 'refund'],
  refund_confirm_on_terminal: ['amount', 'tip', 'currency', 'transaction', 'refund'],
  gift_card_spent: ['last_four', 'spent', 'currency', 'transaction'],
  sale_partly_paid: ['transaction', 'paid', 'total', 'due', 'currency'],
  layaway_expired: ['transaction', 'paid', 'total', 'currency'],
  payment_review: ['amount', 'currency', 'transaction', 'reason'],
  return_requested: ['return', 'transaction', 'goods'],
  recount: ['sku', 'count'],
  held_twice: ['terminal', 'transaction'],
  journal_entry_held: ['terminal', 'counter', 'entry'],
  journal_held_full: ['terminal', 'count'],
  journal_gap: ['terminal', 'first', 'last'],
} as const satisfies Record<string, readonly string[]>;

export type CauseName = keyof typeof CAUSES;
export const CAUSE_NAMES = Object.keys(CAUSES) as CauseName[];

/** A cause with all of its values as text. */
export type Cause = {
  [Name in CauseName]: {
    name: Name;
    values: Record<(typeof CAUSES)[Name][number], string>;
  };
}[CauseName];
