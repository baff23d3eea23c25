import type { Part } from './sale-repository.js';

/** Payments of the sale, as a common part of the statements below. */
const PAYMENTS = 'select p.id from payments p where p.transaction_id = sale.id';

/** Where the money came from and where it went. */
export const MONEY_PARTS: readonly Part[] = [
  {
    kind: 'payment',
    text: `select p.created_at, method.code || ' ' || p.amount || ' ' || p.currency
        || case when p.tip > 0 then ' and a tip of ' || p.tip else '' end || ', ' || p.status
        || coalesce(' (' || p.failure_code || ')', '')
        || coalesce(', ' || p.processor_type || ' ' || p.processor_transaction_id, '')
        || coalesce(', slip ' || p.reference, '') || ', ' || p.verification
        || coalesce(', in review: ' || p.review_reason, '') || ', id ' || p.id,
        p.status in ('pending', 'requires_action')
          or p.review_reason is not null and p.review_decision is null
      from payments p join payment_methods method on method.id = p.payment_method_id
      where p.transaction_id = sale.id`,
  },
  {
    kind: 'card reader',
    text: `select a.created_at, 'reader ' || coalesce(a.reader_id, 'of ' || a.terminal_id) || ', ' ||
        a.status || ', asked ' || a.attempts || ' times' || coalesce(', ' || a.failure_code, '') ||
        coalesce(': ' || a.last_error, ''), a.status in ('in_progress', 'uncertain')
      from card_attempts a where a.transaction_id = sale.id`,
  },
  {
    kind: 'charge',
    text: `select v.at, v.what, u.settled_at is null from uncertain_charges u, lateral (values
        (u.sent_at, 'outcome of the charge at ' || u.processor_type || ' unknown, asked ' ||
          u.attempts || ' times'),
        (u.settled_at, 'charge settled: ' || u.outcome)) as v (at, what)
      where u.payment_id in (${PAYMENTS})`,
  },
  {
    kind: 'review',
    text: `select r.asked_at, 'processor asked ' || r.asks || ' times: ' || coalesce(r.answer, 'none'),
        r.next_ask_at is not null
      from payment_reviews r where r.payment_id in (${PAYMENTS})
      union all
      select d.decided_at, d.decision || ' by ' || d.decided_by_name || ': ' || d.note, false
      from payment_review_decisions d where d.payment_id in (${PAYMENTS})`,
  },
  {
    kind: 'refund',
    text: `select v.at, v.what, r.status = 'pending' from refunds r, lateral (values
        (r.created_at, r.refund_id || ' opened for ' || r.cause || ', ' || r.amount
          || case when r.tip > 0 then ' and a tip of ' || r.tip else '' end || ', ' || r.status
          || coalesce(', ' || r.way, '') || coalesce(', needs ' || r.action_required, '')
          || case when r.attempts > 0 then ', ' || r.attempts || ' attempts' else '' end
          || coalesce(', last error: ' || r.last_error, '')),
        (r.processed_at, r.refund_id || ' paid out' || coalesce(' as ' || r.processor_refund_id, '')),
        (r.given_up_at, r.refund_id || ' given up')) as v (at, what)
      where r.transaction_id = sale.id`,
  },
  {
    kind: 'value',
    text: `select e.occurred_at, account.kind || ' ' || e.kind || ' ' || e.amount, false
      from value_entries e join value_accounts account on account.id = e.account_id
      where e.transaction_id = sale.id`,
  },
  {
    kind: 'settlement',
    text: `select l.occurred_at, l.type || ' ' || l.gross || ' ' || l.currency || ', fee ' || l.fee ||
        coalesce(', payout ' || l.payout_id, '') || ', ' || l.result, l.result <> 'matched'
      from settlement_lines l where l.payment_id in (${PAYMENTS})
        or l.refund_id in (select r.id from refunds r where r.transaction_id = sale.id)`,
  },
];
