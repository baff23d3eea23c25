import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, atCheckout, complete, openCheckoutShop } from '../storefront/checkout-support.js';
import { type Counter, counterOf, mug } from '../transactions/support.js';
import { findMarks, plantMarks } from './personal-data.js';
import { type Customers, customersOf, type Shop } from './support.js';

/** What an erasure leaves, with the reason. */
const BOOKS = 'amounts, goods and reasons of the books';
const OURS = 'codes and figures that only the service writes';
const KEPT: Record<string, string> = {
  'carts.promo_code': OURS,
  'checkout_sessions.order_reference': OURS,
  'checkout_sessions.quote': OURS,
  'content_documents.document_type': OURS,
  'content_documents.rev': OURS,
  'content_inbound_events.document_type': OURS,
  'content_inbound_events.reason': OURS,
  'content_inbound_events.rev': OURS,
  'content_inbound_events.signature': OURS,
  'content_revisions.document_type': OURS,
  'content_revisions.rev': OURS,
  'content_states.rev': OURS,
  'customer_views.terminal_id': 'where staff looked at the profile',
  'fulfillments.handed_over_terminal': 'which till handed the goods over',
  'mails.purpose': OURS,
  'payments.card_brand': BOOKS,
  'payments.currency': BOOKS,
  'payments.failure_code': OURS,
  'payments.reference': 'the slip of the card terminal, which proves the payment',
  'payments.register_id': BOOKS,
  'payments.review_reason': BOOKS,
  'product_reviews.body': 'a published opinion, which has no name any more',
  'shipments.carrier_name': BOOKS,
  'shipments.given_back': BOOKS,
  'shipments.items': BOOKS,
  'transaction_lines.bundle': BOOKS,
  'transaction_lines.cost_currency': BOOKS,
  'transaction_lines.name': BOOKS,
  'transaction_lines.product_name': BOOKS,
  'transaction_lines.sku': BOOKS,
  'transaction_lines.tax_class': BOOKS,
  'transaction_lines.tax_rates': BOOKS,
  'transaction_lines.variant_name': BOOKS,
  'transactions.age_check': OURS,
  'transactions.attribution': OURS,
  'transactions.currency': BOOKS,
  'transactions.exchange_of': OURS,
  'transactions.tax_breakdown': BOOKS,
  'transactions.tax_destination': BOOKS,
  'transactions.tax_exemption': 'why no tax was charged, which an auditor asks for',
  'transactions.terminal_id': BOOKS,
  'transactions.till_number': BOOKS,
  'transactions.variances': OURS,
  'transactions.void_reason': BOOKS,
  'users.sanity_id': 'the id of the document that is overwritten with empty names',
  'webhook_events.event_id': OURS,
  'webhook_events.event_type': OURS,
  'webhook_events.result': OURS,
};

const MAIL = 'marked.person@example.com';
const PHONE = '+12125550901';

let shop: Shop;
let customers: Customers;
let counter: Counter;
let id: string;
let order: string;
beforeAll(async () => {
  shop = await openCheckoutShop({ background: true });
  customers = customersOf(shop);
  counter = counterOf(shop);
  id = await customers.created({ name: 'Markus Marked', email: MAIL, phone: PHONE });
  order = await guestOrder();
  await customers.rows('update transactions set customer_id = $1 where transaction_number = $2', [
    id,
    order,
  ]);
  await fillTables();
});
afterAll(() => shop.close());

async function guestOrder(): Promise<string> {
  const { visit, id: checkout } = await atCheckout(shop);
  const reply = await complete(shop, visit, checkout, {
    form: { email: MAIL, shipping_address: { ...ADDRESS, lastName: 'Marked', phone: PHONE } },
  });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
  await shop.settleEvents();
  const [row] = await customers.rows<{ transaction_number: string }>(
    'select transaction_number from transactions where customer_email = $1 order by id desc',
    [MAIL],
  );
  return row?.transaction_number ?? '';
}

/** Rows of the person in tables that the orders have not filled. */
async function fillTables(): Promise<void> {
  const sale = await counter.ring(mug({ customer_id: id }));
  await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '13.53' });
  const one = (sql: string) => customers.rows(sql, [id]);
  await one(`with packed as (
      update fulfillments set is_unpacked = false
      where transaction_id in (select id from transactions where customer_id = $1) returning id)
    insert into shipments (id, fulfillment_id) select gen_random_uuid(), id from packed`);
  await one(`insert into saved_addresses (id, user_id, city) values (gen_random_uuid(), $1, 'X')`);
  await one(`insert into known_devices (user_id, mark, last_seen_at) values ($1, 'm', now())`);
  await one(`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name,
    created_at) values (gen_random_uuid(), $1, 'c', '\\x01', 0, '{}', 'Phone', now())`);
  await one(`insert into login_failures (subject, user_id, kind, forget_at)
    values ('account:' || $1::uuid, $1, 'account', now())`).catch(() => undefined);
  await one(`insert into sessions (id, kind, user_id, expires_at, email, address)
    values (gen_random_uuid(), 'web', $1, now() + interval '1 day', '${MAIL}', '203.0.113.9')`);
  await one(`insert into registrations (token_hash, email, password_hash, first_name, last_name,
    code_hash, code_expires_at, expires_at)
    select '\\x01', '${MAIL}', 'h', 'F', 'L', '\\x02', now(), now() where $1::uuid is not null`);
  await one(`insert into kyc_credentials (id, user_id, credential_key)
    values (gen_random_uuid(), $1, 'key-1')`);
  await one(`insert into age_verifications (id, user_id, verified_for_age, method, verified_at, expires_at)
    values (gen_random_uuid(), $1, 18, 'visual', now(), now())`);
  await one(`insert into webhook_events (id, processor, event_id, event_type, raw_payload, payment_id,
    status, processed_at)
    select gen_random_uuid(), 'primary', 'evt_1', 'charge', '{}', id, 'processed', now()
    from payments where transaction_id in (select id from transactions where customer_id = $1) limit 1`);
  await one(`insert into content_states (document_id, kind, record_id)
    values ('user-marked', 'user', $1::uuid::text) on conflict do nothing`);
  await one(`insert into content_documents (id, document_type, rev, body, created_at, updated_at)
    select 'user-marked', 'userCustomer', '1', '{}', now(), now() where $1::uuid is not null
    on conflict do nothing`);
  await one(`insert into content_revisions (document_id, document_type, rev, body, recorded_at)
    select 'user-marked', 'userCustomer', '1', '{}', now() where $1::uuid is not null`);
  await one(`insert into content_inbound_events (id, document_id, document_type, rev, operation,
    signature, status, payload, received_at)
    select gen_random_uuid(), 'user-marked', 'userCustomer', '1', 'save', 's', 'processed', '{}', now()
    where $1::uuid is not null`);
  await one(`insert into product_reviews (id, product_id, customer_id, author, rating, status,
    created_at, updated_at)
    select gen_random_uuid(), min(id), $1, 'Markus M.', 5, 'published', now(), now() from products`);
  await one(`insert into product_reviews (id, product_id, customer_id, author, rating, created_at,
    updated_at) select gen_random_uuid(), max(id), $1, 'Markus M.', 5, now(), now() from products`);
  await one(`insert into stock_alerts (id, variant_id, store_id, email, language, created_at)
    select gen_random_uuid(), v.id, s.id, '${MAIL}', 'en', now()
    from product_variants v, stores s where $1::uuid is not null limit 1`);
  await one(`with cart as (
      insert into carts (id, session_id, store_id, status, is_latest)
      select gen_random_uuid(), k.id, s.id, 'ABANDONED', false from sessions k, stores s
      where k.user_id = $1 limit 1 returning id)
    insert into cart_reminders (cart_id, email, language, created_at)
    select id, '${MAIL}', 'en', now() from cart`);
  await counter.post(
    '/returns/',
    { transaction: sale, reason: 'defective', items: [{ sku: 'MUG-WHITE', quantity: 1 }] },
    await shop.officeToken(),
  );
}

const erase = () => customers.asManager('POST', `${id}/erase/`);

describe('the export of a customer', () => {
  it('has everything that is held, and no secret', async () => {
    await customers.rows('update users set email_verified_at = now() where id = $1', [id]);
    const reply = await customers.asManager('GET', `${id}/export/`);
    expect(reply.status).toBe(200);
    const { data } = reply.body;
    expect(data.customer[0]).toMatchObject({ id, email: MAIL, phone: PHONE });
    expect(data.sales).toHaveLength(2);
    expect(data.fulfillments[0].shipping_address.lastName).toBe('Marked');
    for (const section of [
      'addresses',
      'logins',
      'registrations',
      'mails',
      'payments',
      'checkouts',
    ]) {
      expect([section, data[section].length > 0]).toEqual([section, true]);
    }
    expect(reply.text).not.toMatch(/password_hash|token_hash|cookie_hash|code_hash/);
    const views = await customers.asManager('GET', `${id}/views/`);
    expect(views.body[0].kind).toBe('export');
    expect((await customers.call('GET', `${id}/export/`)).status).toBe(403);
  });
});

describe('erasing a customer', () => {
  it('is refused while an order is on its way', async () => {
    const reply = await erase();
    expect([reply.status, reply.body.code]).toEqual([409, 'ORDER_ON_ITS_WAY']);
    expect(reply.body.details.transaction_ids).toEqual([order]);
    expect((await customers.profile(id)).body).toMatchObject({
      name: 'Markus Marked',
      email: MAIL,
    });
    expect((await customers.call('POST', `${id}/erase/`)).status).toBe(403);
  });

  it('removes every mark that was planted, except from the books', async () => {
    await customers.rows(
      `update fulfillments set status = 'delivered'
       where transaction_id in (select id from transactions where customer_id = $1)`,
      [id],
    );
    const before = await figures();
    const planted = await plantMarks(shop, { id, email: MAIL });
    expect(planted).toEqual(expect.arrayContaining(LEAST));
    expect(await findMarks(shop, [MAIL])).toEqual(expect.arrayContaining(planted));
    const reply = await erase();
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id, name: '', email: null, phone: '', is_active: false });
    expect(await findMarks(shop, [MAIL, PHONE, 'Markus'])).toEqual(Object.keys(KEPT).sort());
    expect(await figures()).toEqual(before);
    expect((await erase()).body).toEqual(reply.body);
  });

  it('leaves nothing to find, to change or to sell to', async () => {
    expect((await customers.search(MAIL)).body).toEqual([]);
    expect((await customers.change(id, { name: 'Back' })).body.code).toBe('CUSTOMER_ERASED');
    const sale = await counter.post('/pos/transactions/create/', mug({ customer_id: id }));
    expect(sale.status).toBe(400);
    const again = await customers.create({ name: 'New Person', email: MAIL });
    expect(again.status).toBe(201);
  });
});

/** Amounts and goods of all sales, as reports add them up. */
const figures = () =>
  customers.rows(
    `select t.id, t.status, t.total_amount, t.total_paid, t.tax_amount, t.completed_at,
       (select sum(amount) from payments where transaction_id = t.id) as paid,
       (select sum(quantity) from transaction_lines where transaction_id = t.id) as pieces
     from transactions t order by t.id`,
  );

/** Columns of which each must have held a mark. */
const LEAST = [
  'checkout_sessions.form',
  'content_documents.body',
  'content_revisions.body',
  'content_states.local',
  'fulfillments.customer_name',
  'fulfillments.customer_phone',
  'fulfillments.shipping_address',
  'kyc_credentials.verification_data',
  'mails.body_text',
  'mails.subject',
  'registrations.first_name',
  'saved_addresses.address',
  'sessions.address',
  'transactions.notes',
  'users.customer_notes',
  'users.first_name',
  'webhook_events.raw_payload',
];
