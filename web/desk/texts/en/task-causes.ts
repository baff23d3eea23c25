/** Tasks that the service opens, by cause. */
export const taskCauses = {
  'tasks.cause.andTip': '{amount} and a tip of {tip}',
  'tasks.cause.refund_given_up': 'Refund of {amount} for {transaction} could not be completed',
  'tasks.cause.refund_given_up.text':
    'The processor refused every try: {error}. Open the sale and try again under Payments, or pay the customer {amount} another way.',
  'tasks.cause.refund_pay_out_cash': 'Pay out {amount} in cash for {transaction}',
  'tasks.cause.refund_pay_out_cash.text':
    'Refund {refund} waits for cash from a drawer. Open the pay-outs at a till of this store, pay the customer and confirm it there.',
  'tasks.cause.refund_confirm_on_terminal':
    'Refund {amount} on the card terminal for {transaction}',
  'tasks.cause.refund_confirm_on_terminal.text':
    'The card payment of refund {refund} was taken on a separate terminal. Refund it there, then confirm the refund with the number on the slip.',
  'tasks.cause.gift_card_spent':
    'Gift card ••••{last_four} was spent before its sale {transaction} was reversed',
  'tasks.cause.gift_card_spent.text':
    '{spent} of gift card ••••{last_four} was spent before the money of sale {transaction} went back. The rest of the card is blocked; the customer owes {spent}.',
  'tasks.cause.sale_partly_paid': 'Sale {transaction} is partly paid',
  'tasks.cause.sale_partly_paid.text':
    '{paid} of {total} was paid; {due} is overdue. Take the rest, or cancel the sale at a till and give the money back.',
  'tasks.cause.layaway_expired': 'Layaway {transaction} has expired',
  'tasks.cause.layaway_expired.text':
    'The customer has paid {paid} of {total}. The goods are on sale again. Cancel the layaway to give the money back, with or without the fee of the store.',
  'tasks.cause.payment_review': 'Review the payment of {amount} for {transaction}',
  'tasks.cause.payment_review.text':
    '{reason}. Compare it with the processor’s records and accept, refund or correct it under Payment review.',
  'tasks.cause.return_requested': 'Return request {return} for order {transaction}',
  'tasks.cause.return_requested.text':
    'The customer wants to return: {goods}. Accept or refuse it in the list of returns.',
  'tasks.cause.recount': 'Count {sku} again',
  'tasks.cause.recount.text':
    'A till that was offline sold {sku} before it was counted in {count}, and sent the sale afterwards. If the count is still open, recount the line; otherwise start a new count.',
  'tasks.cause.held_twice': 'Sale {transaction}: parked goods may be sold twice',
  'tasks.cause.held_twice.text':
    'Till {terminal} resumed a parked sale without a connection and sold it. Meanwhile it was continued, sold or removed elsewhere. Compare the sales and void the one that the customer has not got.',
  'tasks.cause.journal_entry_held': 'Till {terminal}: entry {counter} ({entry}) is held',
  'tasks.cause.journal_entry_held.text':
    'Nothing of it is booked, but money may have changed hands. Look at the entry in the journal of the till, then book it again or settle it with a reason.',
  'tasks.cause.journal_held_full': 'Till {terminal}: {count} entries are held',
  'tasks.cause.journal_held_full.text':
    'Further entries that cannot be booked stay on the till, with those after them. Decide about the held entries in the journal of the till. If they are not from this till, unpair its device.',
  'tasks.cause.journal_gap': 'Till {terminal}: entries {first} to {last} are missing',
  'tasks.cause.journal_gap.one': 'Till {terminal}: entry {first} is missing',
  'tasks.cause.journal_gap.text':
    'The till has made entries that have not arrived. Connect the till and let it send its journal. This task closes itself when they are here.',
} as const;
