import { addMs, DAY_MS } from '../../../platform/clock.js';
import { type Reader, statement } from '../../../platform/database/tx.js';
import { firstIdAt } from '../../../platform/ids.js';
import { GIFT_CARD_SKU } from '../../pricing/index.js';
import type { Day } from '../rollup/rules.js';
import type { Applied, GivenBack, Moved, Received, SoldPart } from './rules.js';

export type JournalWindow = {
  storeId: string;
  timeZone: string;
  from: Day;
  to: Day;
  /** ISO code of the store's country; empty if it is not known. */
  country: string;
  /** One row per sale, with its number, instead of one for all sales of a day. */
  isPerSale: boolean;
};

const saleOf = ({ isPerSale }: JournalWindow): string =>
  `${isPerSale ? 't.transaction_number' : 'null::text'} as sale`;

/** $1 store, $2 time zone, $3 and $4 the first and last day. */
const parametersOf = ({ storeId, timeZone, from, to }: JournalWindow): unknown[] => [
  storeId,
  timeZone,
  from,
  to,
];
const isInWindow = (at: string): string =>
  `${at} >= ($3::date::timestamp at time zone $2)
   and ${at} < (($4::date + 1)::timestamp at time zone $2)`;
const dayOf = (at: string): string => `(${at} at time zone $2)::date`;
const dayText = (at: string): string => `${dayOf(at)}::text`;
const minorOf = (sum: string, currency: string): string =>
  `round(${sum} * minor_per_unit(${currency}))::bigint`;

/** The country whose tax sale `t` has, unless it is that of the store, $6. */
const COUNTRY = `nullif(t.tax_destination ->> 'country', $6)`;

/** A payment that took money, also if its sale was voided afterwards. */
const HELD = `p.processed_at is not null and p.status in ('succeeded', 'voided')`;

const BREAKDOWN = `jsonb_to_recordset(case when jsonb_typeof(t.tax_breakdown) = 'array'
  then t.tax_breakdown end) as b(rate numeric, tax_class text)`;

/**
 * The sum of a line's tax rates. Lines of earlier releases have none; there the rates of their tax
 * class in the sale count.
 */
const RATE = `case
  when l.is_tax_exempt or t.tax_exemption is not null then 0
  when jsonb_typeof(l.tax_rates) = 'array' then (
    select coalesce(sum((r ->> 'rate')::numeric), 0) from jsonb_array_elements(l.tax_rates) as r)
  else (select coalesce(sum(b.rate), 0) from ${BREAKDOWN}
    where coalesce(b.tax_class, 'standard') = l.tax_class) end`;

/**
 * Sales do not store the rate of their shipping: takes the rate that explains the shipping tax
 * best.
 */
const SHIPPING_RATE = `case when t.shipping_tax = 0 then 0 else coalesce((
  select sum(b.rate) from ${BREAKDOWN} group by b.tax_class
  order by abs((t.shipping_amount - case when t.prices_include_tax then t.shipping_tax else 0 end)
    * sum(b.rate) - t.shipping_tax) limit 1), 0) end`;

/** The lines and the shipping of sale `t`, with tax; $5 is the SKU of gift cards. */
const PARTS = `
  select l.id as line_id, case when l.sku = $5 then 'gift_cards' else 'revenue' end as kind,
    case when l.sku = $5 then null else trim_scale(${RATE})::text end as rate, l.tax,
    l.subtotal - l.discount + case when t.prices_include_tax then 0 else l.tax end as gross
  from transaction_lines l where l.transaction_id = t.id
  union all
  select null, 'revenue', trim_scale(${SHIPPING_RATE})::text, t.shipping_tax,
    t.shipping_amount + case when t.prices_include_tax then 0 else t.shipping_tax end
  where t.shipping_amount <> 0`;

/** What was sold, on the day that the sale was completed; a later void or return is a refund. */
export const soldParts = (reader: Reader, window: JournalWindow): Promise<SoldPart[]> =>
  statement(
    reader,
    `select ${dayText('t.completed_at')} as day, t.currency, part.kind, part.rate, ${COUNTRY} as country,
       ${saleOf(window)},
       ${minorOf('sum(part.gross)', 't.currency')} as "grossMinor",
       ${minorOf('sum(part.tax)', 't.currency')} as "taxMinor"
     from transactions t cross join lateral (${PARTS}) as part
     where t.store_id = $1 and ${isInWindow('t.completed_at')}
     group by 1, 2, 3, 4, 5, 6`,
    [...parametersOf(window), GIFT_CARD_SKU, window.country],
  );

/** What had been paid before the day of completion, such as the instalments of a layaway. */
export const appliedDeposits = (reader: Reader, window: JournalWindow): Promise<Applied[]> =>
  statement(
    reader,
    `select ${dayText('t.completed_at')} as day, t.currency, ${saleOf(window)},
       ${minorOf('sum(p.amount)', 't.currency')} as "amountMinor"
     from transactions t join payments p on p.transaction_id = t.id and ${HELD}
     where t.store_id = $1 and ${isInWindow('t.completed_at')}
       and ${dayOf('p.processed_at')} < ${dayOf('t.completed_at')}
     group by 1, 2, 3`,
    parametersOf(window),
  );

/**
 * The longest time from the creation of a payment to its end. Ids carry the time of creation, so
 * older rows are skipped. There is no upper bound: the sale of a till that was offline is created
 * up to 28 days after its own time.
 */
const OPEN_DAYS = 31;

export const receivedMoney = (reader: Reader, window: JournalWindow): Promise<Received[]> =>
  statement(
    reader,
    `select ${dayText('p.processed_at')} as day, p.currency, m.code as method,
       m.method_type as "methodType",
       ${dayOf('t.completed_at')} is distinct from ${dayOf('p.processed_at')} as "isDeposit",
       ${saleOf(window)},
       ${minorOf('sum(p.amount)', 'p.currency')} as "amountMinor",
       ${minorOf('sum(p.rounding)', 'p.currency')} as "roundingMinor",
       ${minorOf('sum(p.tip)', 'p.currency')} as "tipMinor"
     from payments p join payment_methods m on m.id = p.payment_method_id
       join transactions t on t.id = p.transaction_id
     where p.store_id = $1 and p.id >= $5 and ${HELD}
       and ${isInWindow('p.processed_at')}
     group by 1, 2, 3, 4, 5, 6`,
    [...parametersOf(window), firstIdAt(addMs(new Date(window.from), -OPEN_DAYS * DAY_MS))],
  );

/** The refunds one by one, with what they pay for: the goods of their return, else the whole sale. */
export const givenBack = (reader: Reader, window: JournalWindow): Promise<GivenBack[]> =>
  statement(
    reader,
    `select ${dayText('r.processed_at')} as day, t.currency, m.code as method,
       m.method_type as "methodType", r.way = 'cash' as "isCash",
       r.refund_to = 'store_credit' as "isStoreCredit",
       t.completed_at is null or t.completed_at > r.processed_at as "isDeposit", ${COUNTRY} as country,
       ${saleOf(window)},
       ${minorOf('r.amount', 't.currency')} as "amountMinor",
       ${minorOf(`case when r.way = 'cash' then r.rounding else 0 end`, 't.currency')} as "roundingMinor",
       ${minorOf('r.tip', 't.currency')} as "tipMinor",
       coalesce((select json_agg(json_build_object('kind', kind, 'rate', rate,
           'weightMinor', ${minorOf('weight', 't.currency')},
           'taxMinor', ${minorOf('tax', 't.currency')}) order by kind, rate)
         from (select part.kind, part.rate, sum(w.weight) as weight,
             sum(w.weight * part.tax / nullif(part.gross, 0)) as tax
           from (${PARTS}) as part
           cross join lateral (select case
             when b.id is null then part.gross
             when part.line_id is null then b.shipping_refund
             else coalesce((select sum(back.refund_amount) from return_lines back
               where back.return_id = b.id and back.line_id = part.line_id), 0) end as weight) as w
           where part.gross <> 0 group by 1, 2) as by_rate), '[]') as parts
     from refunds r
       join transactions t on t.id = r.transaction_id
       join payments p on p.id = r.payment_id
       join payment_methods m on m.id = p.payment_method_id
       left join return_refunds link on link.refund_id = r.id
       left join returns b on b.id = link.return_id
     where r.store_id = $1 and r.status = 'succeeded' and ${isInWindow('r.processed_at')}`,
    [...parametersOf(window), GIFT_CARD_SKU, window.country],
  );

/** What is owed for account `a`. */
const VOUCHERS = `case a.kind when 'gift_card' then 'gift_cards' else 'store_credits' end`;

/**
 * Cash in and out, differences of closed drawers, and bookings without a payment, such as layaway
 * fees.
 */
export const movedMoney = (reader: Reader, window: JournalWindow): Promise<Moved[]> =>
  statement(
    reader,
    `select day, currency, sale, debit, credit,
       ${minorOf('sum(amount)', 'currency')} as "amountMinor" from (
       select ${dayText('c.occurred_at')} as day, s.currency, null::text as sale, c.amount,
         case c.kind when 'paid_in' then 'cash' else 'cash_transit' end as debit,
         case c.kind when 'paid_in' then 'cash_transit' else 'cash' end as credit
       from shifts s join cash_movements c on c.shift_id = s.id
       where s.store_id = $1 and ${isInWindow('c.occurred_at')}
       union all
       select ${dayText('s.closed_at')}, s.currency, null, abs(s.variance),
         case when s.variance > 0 then 'cash' else 'cash_shortage' end,
         case when s.variance > 0 then 'cash_surplus' else 'cash' end
       from shifts s where s.store_id = $1 and s.variance <> 0 and ${isInWindow('s.closed_at')}
       union all
       select ${dayText('t.voided_at')}, t.currency, ${saleOf(window)}, l.fee, 'deposits', 'layaway_fees'
       from layaways l join transactions t on t.id = l.transaction_id
       where l.store_id = $1 and l.fee > 0 and t.completed_at is null and ${isInWindow('t.voided_at')}
       union all
       select ${dayText('e.occurred_at')}, a.currency, null, -e.amount,
         ${VOUCHERS}, 'expired_vouchers'
       from value_entries e join value_accounts a on a.id = e.account_id
       where e.kind = 'expired' and a.kind in ('gift_card', 'store_credit')
         and coalesce(e.store_id, a.store_id) = $1 and ${isInWindow('e.occurred_at')}
       union all
       select ${dayText('e.occurred_at')}, a.currency, null, abs(e.amount),
         case when e.amount > 0 then 'given_vouchers' else ${VOUCHERS} end,
         case when e.amount > 0 then ${VOUCHERS} else 'given_vouchers' end
       from value_adjustments given join value_entries e on e.id = given.entry_id
         join value_accounts a on a.id = e.account_id
       where e.store_id = $1 and ${isInWindow('e.occurred_at')}
       union all
       select ${dayText('b.created_at')}, b.currency, null, b.refund_amount, 'returns_without_receipt',
         'store_credits'
       from returns_without_receipt b where b.store_id = $1 and ${isInWindow('b.created_at')}
     ) as moved group by day, currency, sale, debit, credit`,
    parametersOf(window),
  );
