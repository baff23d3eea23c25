import type { Quote } from './repository.js';
import { stateOf } from './rules.js';

export const presentListed = (quote: Quote, now: Date) => ({
  id: quote.id,
  number: quote.number,
  store: quote.store_id,
  status: stateOf(quote, now),
  customer_id: quote.customer_id,
  name: quote.customer_name,
  email: quote.email,
  currency: quote.currency,
  total_amount: quote.total_amount,
  valid_until: quote.valid_until.toISOString(),
  sent_at: quote.sent_at?.toISOString() ?? null,
  accepted_at: quote.accepted_at?.toISOString() ?? null,
  transaction_id: quote.transaction_number,
  created_at: quote.created_at.toISOString(),
});

export const presentQuote = (quote: Quote, now: Date) => ({
  ...presentListed(quote, now),
  note: quote.note,
  prices_include_tax: quote.prices_include_tax,
  lines: quote.lines,
  subtotal: quote.subtotal,
  discount_amount: quote.discount_amount,
  tax_amount: quote.tax_amount,
});
