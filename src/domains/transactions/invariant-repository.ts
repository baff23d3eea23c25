import { checkRows, type Invariant } from '../../platform/invariants.js';

/** A payment that succeeds after its order is closed is refunded and does not count as paid. */
const PAYMENTS = `
  select p.transaction_id, sum(p.amount) as paid, sum(p.rounding) as rounding,
    sum(p.tip) as tips
  from payments p
  where (p.status = 'succeeded' or (p.status = 'voided' and p.processed_at is not null))
    and not exists (select from refunds r where r.payment_id = p.id and r.cause = 'late_success')
  group by p.transaction_id`;

/** A failed refund that is still retried counts again with its next attempt. */
const REFUNDS = `
  select transaction_id, sum(amount) filter (where status <> 'failed') as refunded,
    sum(amount) filter (where status <> 'failed' or given_up_at is null) as owed
  from refunds where cause <> 'late_success'
  group by transaction_id`;

const OPEN_ATTEMPTS = `
  select a.transaction_id, a.status, p.amount
  from card_attempts a join payments p on p.id = a.payment_id
  where a.status in ('in_progress', 'uncertain')`;

/** The discounts of a sale as its lines add up. */
const LINE_DISCOUNTS = `
  select transaction_id, sum(discount) as promoted,
    sum(round(greatest(catalog_price - unit_price, 0) * quantity / steps_per_unit(unit),
      greatest(2, scale(unit_price)))) as lowered
  from transaction_lines group by transaction_id`;

/** The discounts of a sale as its adjustments add up, and whether their kinds are known. */
const REASONS = `
  select coalesce(sum((a ->> 'amount')::numeric), 0) as total,
    coalesce(bool_and(a ->> 'kind' in ('promotion', 'code', 'manual', 'loyalty')), true) as known
  from jsonb_array_elements(t.adjustments) as a`;

/** Sales with an amount in another currency than their own. */
const OTHER_CURRENCY = `
  select t.id from transactions t join payments o on o.transaction_id = t.id
  where o.currency <> t.currency
  union
  select t.id from transactions t join refunds r on r.transaction_id = t.id
    join payments o on o.id = r.payment_id
  where o.transaction_id <> t.id or o.currency <> t.currency
  union
  select t.id from transactions t join payments p on p.transaction_id = t.id
    join value_accounts o on o.id = p.value_account_id
  where o.currency <> t.currency
  union
  select t.id from transactions t join campaign_spends o on o.transaction_id = t.id
  where o.currency <> t.currency
  union
  select t.id from transactions t join campaign_conversions o on o.transaction_id = t.id
  where o.currency <> t.currency
  union
  select t.id from transactions t join promo_code_usages o on o.transaction_id = t.id
  where o.currency <> t.currency
  union
  select t.id from transactions t join ab_subjects o on o.transaction_id = t.id
  where o.currency is distinct from t.currency`;

export const saleInvariants: readonly Invariant[] = [
  {
    name: 'transactions:sums',
    description: 'A sale is the sum of its lines, less discounts, with tax and shipping.',
    check: checkRows(
      `select t.store_id, t.transaction_number,
         t.subtotal = coalesce(l.subtotal, 0) and t.tax_amount = coalesce(l.tax, 0) + t.shipping_tax
           and t.total_amount = t.subtotal - t.promotion_discount + t.shipping_amount
             + case when t.prices_include_tax then 0 else t.tax_amount end
       from transactions t
       left join (select transaction_id, sum(subtotal) as subtotal, sum(tax) as tax
                  from transaction_lines group by transaction_id) as l
         on l.transaction_id = t.id`,
    ),
  },
  {
    name: 'transactions:tax',
    description:
      'Net and tax of each rate add up to its gross, the rates to the tax of the sale, and no tax ' +
      'exceeds the price that contains it.',
    // A till may charge tax that belongs to no rate; sales before tax classes have rates without net.
    check: checkRows(
      `select t.store_id, t.transaction_number,
         not exists (select from transaction_lines l where t.prices_include_tax
             and l.transaction_id = t.id and l.tax > l.subtotal - l.discount)
           and (t.tax_exemption is null or t.tax_variance <> 0 or t.tax_amount = 0)
           and coalesce(rates.adds_up, true)
           and (coalesce(rates.tax, 0) in (0, t.tax_amount) or t.tax_variance <> 0)
       from transactions t
       left join lateral (
         select bool_and(b.net is null or b.net + b.tax = b.gross) as adds_up, sum(b.tax_collected) as tax
         from jsonb_to_recordset(case when jsonb_typeof(t.tax_breakdown) = 'array' then t.tax_breakdown end)
           as b(net numeric, tax numeric, gross numeric, tax_collected numeric)) as rates on true`,
    ),
  },
  {
    name: 'transactions:paid',
    description: 'The paid amount of a sale is the sum of its payments that took money.',
    check: checkRows(
      `select t.store_id, t.transaction_number, t.total_paid = coalesce(p.paid, 0)
       from transactions t left join (${PAYMENTS}) as p on p.transaction_id = t.id`,
    ),
  },
  {
    name: 'transactions:rounding',
    description:
      'The cash rounding of a sale is that of its payments: they come to its paid amount and this.',
    check: checkRows(
      `select t.store_id, t.transaction_number, t.rounding_amount = coalesce(p.rounding, 0)
       from transactions t left join (${PAYMENTS}) as p on p.transaction_id = t.id`,
    ),
  },
  {
    name: 'transactions:tips',
    description: 'The tips of a sale are those of its payments, and no part of its paid amount.',
    check: checkRows(
      `select t.store_id, t.transaction_number, t.tip_amount = coalesce(p.tips, 0)
       from transactions t left join (${PAYMENTS}) as p on p.transaction_id = t.id`,
    ),
  },
  {
    name: 'transactions:refunded',
    description: 'Refunds never exceed the paid amount, and the status of the sale matches them.',
    // A refund is opened before the status of its sale changes, never the other way round.
    check: checkRows(
      `select t.store_id, t.transaction_number,
         coalesce(r.refunded, 0) <= t.total_paid and case t.status
           when 'refunded' then coalesce(r.owed, 0) >= t.total_paid
           when 'partially_refunded' then coalesce(r.owed, 0) > 0
           when 'pending' then r.refunded is null
           when 'partially_paid' then r.refunded is null
           else true end
       from transactions t left join (${REFUNDS}) as r on r.transaction_id = t.id`,
    ),
  },
  {
    name: 'transactions:card-hold',
    description: 'A sale keeps an amount for a card only while a card attempt may still pay it.',
    // A cancel without an answer releases the amount before the attempt ends.
    check: checkRows(
      `select t.store_id, t.transaction_number, case a.status
         when 'in_progress' then t.card_hold = a.amount
         when 'uncertain' then t.card_hold in (0, a.amount)
         else t.card_hold = 0 end
       from transactions t left join (${OPEN_ATTEMPTS}) as a on a.transaction_id = t.id`,
    ),
  },
  {
    name: 'transactions:discounts',
    description: 'The discounts of a sale, in its promotions and its prices, equal their reasons.',
    check: checkRows(
      `select t.store_id, t.transaction_number,
         reasons.known and reasons.total = t.promotion_discount + t.price_reduction
           and t.price_reduction = coalesce(l.lowered, 0)
           and t.promotion_discount = coalesce(l.promoted, 0)
       from transactions t
       left join (${LINE_DISCOUNTS}) as l on l.transaction_id = t.id
       cross join lateral (${REASONS}) as reasons`,
    ),
  },
  {
    name: 'transactions:currencies',
    description: 'Payments, refunds, discounts and results of a sale are in its currency.',
    check: checkRows(
      `select t.store_id, t.transaction_number, other.id is null
       from transactions t left join (${OTHER_CURRENCY}) as other on other.id = t.id`,
    ),
  },
];
