import { type Db, statement } from '../../src/platform/database/tx.js';
import type { recordsOf } from './state.js';

export type Records = ReturnType<typeof recordsOf>;

const SALE = `json_build_object(
  'status', t.status, 'total', t.total_amount::text, 'paid', t.total_paid::text,
  'change', t.change_due::text,
  'returned', (select json_agg(l.returned_quantity order by l.position)
     from transaction_lines l where l.transaction_id = t.id),
  'payments', coalesce((select json_agg(json_build_array(
       p.amount::text, p.status, p.refund_total::text, p.shift_id,
       coalesce((select json_agg(json_build_array(r.amount::text, r.cause, r.status, r.way,
         r.action_required, r.shift_id, r.reference) order by r.id)
         from refunds r where r.payment_id = p.id), '[]'))
     order by p.id) from payments p where p.transaction_id = t.id), '[]'),
  'fulfillment', (select f.status from fulfillments f where f.transaction_id = t.id))`;

const named = (rows: string): string =>
  `(select coalesce(json_object_agg(name, value), '{}') from (${rows}) as pairs (name, value))`;

/** Everything that one run left in the database, in one query. */
const RECORDS = `
with goods as (select id, sku from product_variants where sku like $1 || '-%'),
  sales as (select * from transactions where id in (
    select transaction_id from transaction_lines where variant_id in (select id from goods))),
  own_returns as (select * from returns where transaction_id in (select id from sales)),
  own_carts as (select * from carts where id = any($3::uuid[]))
select json_build_object(
  'levels', ${named(`select sku, json_build_array(on_hand, reserved)
     from inventory_levels join goods on goods.id = variant_id where on_hand is not null`)},
  'sales', ${named(`select transaction_number, ${SALE} from sales t
     where transaction_number = any($2)`)},
  'strays', (select count(*) from sales where transaction_number <> all($2)),
  'oddStrays', (select count(*) from sales where transaction_number <> all($2)
     and (status <> 'voided' or total_paid > 0)),
  'returns', ${named(`select id, json_build_array(status, refund_amount::text) from own_returns`)},
  'held', ${named(`select id, json_build_array(version, terminal_id, resumed_at_terminal,
     total_amount::text) from held_sales
     where content->'line_items'->0->>'sku' like $1 || '-%'`)},
  'credits', ${named(`select code, balance::text from store_credits
     where return_id in (select id from own_returns)`)},
  'cards', ${named(`select id, json_build_array(balance::text, status) from value_accounts
     where id = any($4::uuid[])`)},
  'points', (select coalesce(sum(e.amount), 0)::int from value_entries e
     join value_accounts a on a.id = e.account_id and a.kind = 'points'
     where e.kind in ('spent', 'refunded') and e.transaction_id in (select id from sales)),
  'carts', ${named(`select id, json_build_object('status', status, 'code', promo_code is not null,
     'lines', ${named(`select sku, quantity from cart_lines join goods on goods.id = variant_id
       where cart_id = own_carts.id`)}) from own_carts`)},
  'checkouts', ${named(`select id, status from checkout_sessions
     where cart_id in (select id from own_carts)`)},
  'codeUses', (select used_count from promo_codes where code = $1)) as books`;

export async function readRecords(
  db: Db,
  name: string,
  known: { sales: readonly string[]; carts: readonly string[]; cards: readonly string[] },
): Promise<Records> {
  const [row] = await statement<{ books: Records & { oddStrays: number } }>(db, RECORDS, [
    name,
    known.sales,
    known.carts,
    known.cards,
  ]);
  if (row === undefined) throw new Error('there are no books');
  const { oddStrays, ...books } = row.books;
  if (oddStrays > 0) throw new Error(`${oddStrays} failed payment attempts left a sale`);
  return books;
}
