import { consumers } from '../../src/domains/subscriptions/consumers.js';
import { statement } from '../../src/platform/database/tx.js';
import { CHAIN_STREAM, eventsAfter } from '../../src/platform/work/events/repository.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openVisit } from '../storefront/support.js';
import type { Shop } from '../support/service.js';
import { insertStoreCredit } from '../support/store-credit.js';

const AGENT = 'mark.request.user_agent@downtown.example';

/** Money of DOWNTOWN: a store credit, payments in review with a decision, a settlement file. */
export async function fillMoney(shop: Shop): Promise<void> {
  const insert = (sql: string) => statement(shop.platform.db, sql, [DOWNTOWN_ID]);
  const [returned] = await statement<{ id: string }>(
    shop.platform.db,
    `select id from returns
     where store_id = $1 and id not in (select return_id from store_credits) limit 1`,
    [DOWNTOWN_ID],
  );
  await insertStoreCredit(shop.platform.db, {
    code: 'CREDIT-DOWNTOWN',
    storeId: DOWNTOWN_ID,
    returnId: returned?.id ?? '',
    amount: '5.00',
  });
  await insert(
    `insert into payment_reviews (payment_id, store_id) select id, store_id from payments
     where store_id = $1 order by id limit 3 on conflict do nothing`,
  );
  await insert(
    `update payments set verification = 'unverified', review_reason = 'unverified'
     where id in (select payment_id from payment_reviews where store_id = $1)`,
  ).catch(() => undefined);
  await insert(
    `insert into payment_review_decisions (id, payment_id, store_id, decision, note, verification,
       reason, reference, decided_by_name, decided_at)
     select gen_random_uuid(), payment_id, store_id, 'accept', 'Seen', 'unverified', 'unverified',
       'Slip 17', 'Ada Byron', now() from payment_reviews where store_id = $1`,
  );
  await insert(
    `with file as (
       insert into settlements (id, processor_type, file_name, file_hash, line_count, period_from,
         period_to, created_at)
       values (gen_random_uuid(), 'primary', 'downtown.csv', sha256('downtown'), 1, now(), now(),
         now()) returning id)
     insert into settlement_lines (settlement_id, line, occurred_at, type,
       processor_transaction_id, gross, fee, net, currency, payout_id, result, store_id, payment_id)
     select file.id, 2, now(), 'charge', 'pi_downtown_17', 1, 0, 1, 'USD', 'payout_downtown_17',
       'matched', $1, (select id from payments where store_id = $1 limit 1) from file`,
  );
}

/** Files, checkouts and requests at DOWNTOWN. */
export async function fillWork(shop: Shop): Promise<void> {
  const { db } = shop.platform;
  await statement(
    db,
    `insert into imports (id, kind, status, dry_run, store_ids, content, error, created_at,
       finished_at)
     values (gen_random_uuid(), 'inventory_levels', 'failed', false, array[$1::uuid],
       'sku,description', 'Broken', now(), now())`,
    [DOWNTOWN_ID],
  );
  await statement(
    db,
    `insert into import_rows (import_id, row_number, key, action, errors)
     select id, 2, 'mark.import_rows.key@downtown.example', 'refused', '{"key":["Broken"]}' from imports`,
  );
  const visit = await openVisit(shop, DOWNTOWN_ID);
  const headers = { 'x-cart-session-token': visit.token, 'user-agent': AGENT };
  const post = async (url: string, body: object) => {
    const reply = await shop.call('POST', url, { headers, body });
    if (reply.status >= 300) throw new Error(reply.text);
  };
  await post(`/web-commerce/cart/${visit.cartId}/add/`, { sku: 'MUG-WHITE', quantity: 1 });
  await post('/web-commerce/checkout/initiate/', {
    cart_id: visit.cartId,
    store_id: DOWNTOWN_ID,
    fulfillment_method: 'ship',
  });
  await statement(db, `update checkout_sessions set form = $1, failure = $2`, [
    { email: 'mark.checkout_sessions.form@downtown.example' },
    { code: 'X', message: 'mark.checkout_sessions.failure@downtown.example' },
  ]);
  await shop.call('POST', '/pos/auth/terminal-login/', {
    headers: { 'user-agent': AGENT },
    body: { employee_id: 'EMP002', pin_code: '2345', store_id: 'DOWNTOWN', terminal_id: 'T-009' },
  });
}

/** Endpoints of both stores; returns what each would get of all events so far. */
export async function deliveriesTo(shop: Shop): Promise<Record<string, string>> {
  const token = await shop.officeToken('admin');
  const ids = new Map<string, string>();
  for (const store of [AIRPORT_ID, DOWNTOWN_ID]) {
    const body = { url: `https://93.184.216.34/${store}`, events: ['*'], store_ids: [store] };
    const made = await shop.call('POST', '/webhook-endpoints/', { token, body });
    if (made.status !== 201) throw new Error(made.text);
    ids.set(store, made.body.id);
  }
  for (const stream of [CHAIN_STREAM, AIRPORT_ID, DOWNTOWN_ID]) {
    const events = await eventsAfter(shop.platform.db, stream, 0, 10_000);
    for (const { handle, events: names } of consumers) {
      const wanted = events.filter(({ event }) => names.includes(event));
      await handle(shop.platform, wanted);
    }
  }
  const texts: Record<string, string> = {};
  for (const [store, id] of ids) {
    const rows = await statement<{ text: string }>(
      shop.platform.db,
      'select payload::text as text from webhook_deliveries where endpoint_id = $1',
      [id],
    );
    texts[store] = rows.map(row => row.text).join('\n');
  }
  return texts;
}

/** A paid sale in each store, whose events go to sockets and subscribers; returns their numbers. */
export async function sellInBoth(shop: Shop): Promise<{ downtown: string; airport: string }> {
  const sell = async (token: string, employee: string, store: string): Promise<string> => {
    const post = async (url: string, body: object) => {
      const reply = await shop.call('POST', url, { token, body });
      if (reply.status >= 300) throw new Error(reply.text);
      return reply.body;
    };
    const { transaction } = await post('/pos/transactions/create/', {
      store_id: store,
      employee_id: employee,
      line_items: [{ sku: 'MUG-WHITE', quantity: 2, unit_price: '12.50', subtotal: '25.00' }],
      subtotal: '25.00',
      tax_amount: '2.06',
      // Prices at AIRPORT contain their tax.
      total_amount: store === AIRPORT_ID ? '25.00' : '27.06',
    });
    const payment = { payment_method_id: 'cash', tendered_amount: '30.00' };
    await post(`/pos/transactions/${transaction.transaction_id}/payment/`, payment);
    return transaction.transaction_id;
  };
  const downtown = await sell(await shop.tillToken('EMP003'), 'EMP003', DOWNTOWN_ID);
  const airport = await sell(await shop.tillToken('EMP005'), 'EMP005', AIRPORT_ID);
  await shop.settleEvents();
  return { downtown, airport };
}
