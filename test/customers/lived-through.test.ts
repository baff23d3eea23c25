import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { work } from '../../src/app.js';
import { events } from '../../src/domains/event-map.js';
import { expireLayaways } from '../../src/domains/layaways/expire-layaways.js';
import { MAIL_KINDS } from '../../src/domains/texts/mail-kinds.js';
import { createFileStore } from '../../src/platform/files/index.js';
import { createLog } from '../../src/platform/log.js';
import { backUp } from '../../tools/backup/back-up.js';
import { article, atCheckout, complete, openCheckoutShop } from '../storefront/checkout-support.js';
import { testConfig } from '../support/config.js';
import { type Counter, counterOf, DOWNTOWN_ID, mug } from '../transactions/support.js';
import { finderOf, findInFiles, findInTables } from './find-everywhere.js';
import { EVENTS, JOBS, LIVED, MAILS, QUEUES } from './lived-flows.js';
import { type Customers, customersOf, type Reply, type Shop } from './support.js';

/** Words that stand nowhere else. */
const WORDS = ['Zebedia', 'Quillfeather', 'Marzipan', '5550987'];
const NAME = 'Zebedia Quillfeather';
const MAIL = 'zebedia@quillfeather.example';
const PHONE = '+12125550987';
const ADDRESS = {
  firstName: 'Zebedia',
  lastName: 'Quillfeather',
  address: '7 Marzipan Alley',
  city: 'New York',
  region: 'NY',
  postalCode: '10001',
  country: 'US',
  phone: PHONE,
};
const finds = finderOf(WORDS);

/** Where the person must stand before the erasure, so that the flows have happened. */
const LEAST = [
  'approvals.decision_note',
  'approvals.details',
  'approvals.reason',
  'content_documents.body',
  'content_revisions.body',
  'content_states.local',
  'content_states.remote',
  'fulfillments.customer_email',
  'fulfillments.customer_name',
  'fulfillments.customer_phone',
  'fulfillments.shipping_address',
  'held_sales.name',
  'held_sales.note',
  'kyc_credentials.verification_data',
  'mails.body_text',
  'mails.recipient',
  'product_reviews.author',
  'product_reviews.body',
  'quotes.customer_name',
  'quotes.email',
  'quotes.note',
  'refunds.reason',
  'registrations.email',
  'registrations.first_name',
  'registrations.last_name',
  'return_lines.reason',
  'returns.notes',
  'returns.return_reason',
  'saved_addresses.address',
  'saved_addresses.first_name',
  'saved_addresses.last_name',
  'saved_addresses.phone',
  'saved_views.name',
  'saved_views.query',
  'stock_alerts.email',
  'tasks.title',
  'transactions.customer_email',
  'transactions.note',
  'transactions.void_reason',
  'users.customer_notes',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.phone',
  'users.phone_digits',
  'webhook_events.raw_payload',
];

let folder: string;
let shop: Shop;
let customers: Customers;
let counter: Counter;
let id: string;
let shift_id: string;
const lines: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lived-'));
  shop = await openCheckoutShop({
    background: true,
    env: { DATA_DIR: folder, CMS_BUILT_IN: 'true' },
    log: createLog('info', { write: line => lines.push(line) }),
  });
  customers = customersOf(shop);
  counter = counterOf(shop);
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const ok = (reply: Reply): Reply => {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
};
const CASH = { payment_method_id: 'cash', tendered_amount: '13.53' };
const asManager = async (path: string, body: object, method = 'POST') =>
  shop.call(method, path, { token: await shop.officeToken(), body });

it('has every event, mail, queue and job classified', () => {
  const known = (map: ReadonlyMap<string, string>) => [...map.keys()].sort();
  expect(known(EVENTS)).toEqual(events.map(({ event }) => event).sort());
  expect(known(MAILS)).toEqual([...MAIL_KINDS].sort());
  expect(known(QUEUES)).toEqual(work.queues.map(({ name }) => name).sort());
  // A job on a schedule has no payload.
  const scheduled = new Set(work.schedules.map(({ job }) => job));
  const others = work.jobs.map(({ name }) => name).filter(name => !scheduled.has(name));
  expect(known(JOBS)).toEqual(others.sort());
});

/** A record of the person, with what staff and the person type. */
async function liveAsCustomer(): Promise<void> {
  id = await customers.created({ name: NAME, email: MAIL, phone: PHONE });
  ok(await customers.asManager('PATCH', `${id}/`, { notes: `${NAME} likes tea` }));
  ok(await customers.asManager('GET', `${id}/export/`));
  const one = (sql: string) => customers.rows(sql, [id]);
  await one(`insert into saved_addresses (id, user_id, first_name, last_name, address, city, phone)
    values (gen_random_uuid(), $1, 'Zebedia', 'Quillfeather', '7 Marzipan Alley', 'X', '${PHONE}')`);
  await one(`insert into product_reviews (id, product_id, customer_id, author, rating, body,
    created_at, updated_at) select gen_random_uuid(), min(id), $1, '${NAME}', 5, 'I am ${NAME}',
    now(), now() from products`);
  await one(`insert into stock_alerts (id, variant_id, store_id, email, language, created_at)
    select gen_random_uuid(), v.id, s.id, '${MAIL}', 'en', now()
    from product_variants v, stores s where $1::uuid is not null limit 1`);
  await one(`insert into kyc_credentials (id, user_id, credential_key, verification_data)
    values (gen_random_uuid(), $1, 'key-1', '{"name": "${NAME}"}')`);
  ok(
    await shop.call('POST', '/auth/register/initiate/', {
      body: {
        email: MAIL,
        password: 'a long pass phrase',
        first_name: 'Zebedia',
        last_name: 'Quillfeather',
      },
    }),
  );
}

/** What staff write about nobody in particular, and search for. */
async function liveInTexts(): Promise<void> {
  const view = { page: 'customers', name: 'Regular', query: 'q=Quillfeather&sort=name' };
  ok(await asManager('/saved-views/', view));
  ok(await asManager('/saved-views/', { ...view, name: `Mail ${MAIL}`, query: 'tab=all' }));
  const task = { title: `Call ${NAME}`, description: `At (212) 555-0987`, priority: 'low' };
  ok(await asManager('/tasks/', { ...task, task_id: 'call', store: DOWNTOWN_ID }));
  const asked = { request_type: 'discount', amount: '5.00', reason: `${NAME} is a friend` };
  ok(await counter.post('/pos/approvals/request/', { ...asked, details: { said: [NAME] } }));
}

/** At the till: a sale that is voided with an approval, one that comes back, and a held one. */
async function liveAtTheTill(): Promise<void> {
  const voided = await counter.ring(mug({ customer_id: id, note: `For ${NAME}` }));
  ok(await counter.pay(voided, CASH));
  const asked = await counter.post('/pos/approvals/request/', {
    request_type: 'void',
    amount: '13.53',
    reason: 'Quillfeather changed her mind',
    details: { transaction_id: voided, said: 'by Zebedia' },
  });
  const approval = ok(asked).body.request_id;
  const note = { note: 'Zebedia is right' };
  const token = await shop.tillToken('EMP003');
  ok(await counter.post(`/pos/approvals/${approval}/approve/`, note, token));
  const reason = {
    reason: 'Ms. Quillfeather did not want it',
    approval_request_id: approval,
    shift_id,
  };
  ok(await counter.voidSale(voided, reason, await shop.tillToken()));

  const sold = await counter.ring(mug({ customer_id: id }));
  ok(await counter.pay(sold, CASH));
  ok(await asManager(`/transactions/${sold}/receipt/email/`, { email: MAIL }));
  const items = await counter.get(`/line-items/?transaction=${sold}`);
  const given = await asManager('/returns/', {
    transaction: sold,
    return_reason: 'Zebedia did not like it',
    notes: `${NAME} was angry`,
    line_items: [{ original_line_item: items.body[0].id, quantity: 1, reason: 'Quillfeather' }],
  });
  for (const step of ['approve', 'receive', 'complete']) {
    ok(
      await asManager(
        `/returns/${ok(given).body.id}/${step}/`,
        step === 'complete' ? { shift_id } : {},
      ),
    );
  }
  const held = { name: NAME, note: `${NAME} fetches her purse`, customer_id: id };
  const goods = { line_items: [{ sku: 'MUG-WHITE', quantity: 1 }] };
  ok(await counter.post('/pos/held-sales/', { ...goods, ...held }));
  const quote = { ...goods, store: 'DOWNTOWN', customer_id: id, name: NAME, email: MAIL };
  const written = ok(await asManager('/quotes/', { ...quote, note: `For ${NAME}` })).body.id;
  ok(await asManager(`/quotes/${written}/send/`, {}));
}

/** A layaway that expires, and is cancelled after its task was opened. */
async function liveWithLayaway(): Promise<void> {
  await article(shop, 'LIVED-1', { price: '50.00' });
  const made = await counter.post('/layaways/', {
    line_items: [{ sku: 'LIVED-1', quantity: 1 }],
    customer_id: id,
    note: `${NAME} pays in May`,
    deposit: { payment_method_id: 'cash', tendered_amount: '20.00' },
  });
  const layaway = ok(made).body.id;
  await customers.rows(
    `update transactions set expires_at = now() - interval '1 day' where id = $1`,
    [layaway],
  );
  await expireLayaways(shop.platform);
  const [task] = await customers.rows<{ description: string }>(
    `select description from tasks where task_id like 'layaway-expired-%'`,
  );
  expect(task?.description).toMatch(/^The customer has paid 20.00 of/);
  ok(await asManager(`/layaways/${layaway}/cancel/`, { reason: `${NAME} moved away`, shift_id }));
}

/** An order of the web shop that was delivered. */
async function liveOnTheWeb(): Promise<void> {
  const { visit, id: checkout } = await atCheckout(shop);
  const form = { email: MAIL, shipping_address: ADDRESS };
  ok(await complete(shop, visit, checkout, { form }));
  await customers.rows(
    `update transactions set customer_id = $1 where customer_email = $2 and customer_id is null`,
    [id, MAIL],
  );
  await shop.settleEvents();
  await customers.rows(`update fulfillments set status = 'delivered'`);
  await customers.rows(
    `insert into webhook_events (id, processor, event_id, event_type, raw_payload, payment_id, status,
       processed_at, retry_at)
     select gen_random_uuid(), 'primary', 'evt_lived', 'charge', $1, p.id, 'processed', now(), null
     from payments p join transactions t on t.id = p.transaction_id where t.customer_email = $2`,
    [JSON.stringify({ billing: { name: NAME, phone: PHONE } }), MAIL],
  );
}

/** Until nothing waits: events, queues and documents. */
async function settled(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await shop.settleEvents();
  await expect
    .poll(
      () =>
        customers.rows(
          `select kind from content_changes where parked_at is null
           union all select purpose from mails where due_at is not null`,
        ),
      { timeout: 60_000 },
    )
    .toEqual([]);
}

const seenEvents = async (): Promise<string[]> =>
  (await customers.rows<{ event: string }>('select distinct event from events')).map(
    ({ event }) => event,
  );

it('leaves no table, file, log line or backup that names an erased person', async () => {
  await asManager('/webhook-endpoints/', {
    url: 'https://receiver.example/hook',
    events: ['task.saved', 'transaction.voided', 'return.updated', 'fulfillment.created'],
  });
  const float = { opening_float: '100.00' };
  shift_id = ok(await counter.post('/cash-management/shifts/', float)).body.id;
  await liveAsCustomer();
  await liveInTexts();
  await liveAtTheTill();
  await liveWithLayaway();
  await liveOnTheWeb();
  await settled();
  const before = await findInTables(shop, finds);
  expect(before).toEqual(expect.arrayContaining(LEAST));

  lines.length = 0;
  ok(await customers.asManager('POST', `${id}/erase/`));
  await settled();
  for (const name of [
    'audit:chain',
    'people:clean-up',
    'content:clean-up',
    'customers:retention',
  ]) {
    await work.jobs.find(job => job.name === name)?.run(shop.platform, {}, { isLast: false });
  }
  expect(await findInTables(shop, finds)).toEqual([]);
  expect(await findInFiles(folder, finds)).toEqual([]);
  expect(lines.filter(finds)).toEqual([]);
  const config = testConfig({ DATA_DIR: folder });
  const backup = join(folder, 'after.backup');
  await backUp(shop.url, backup, config.secretKey, createFileStore(config));
  expect(await findInFiles(folder, finds)).toEqual([]);

  const seen = await seenEvents();
  const lived = [...EVENTS].filter(([, how]) => how === LIVED).map(([event]) => event);
  expect(lived.filter(event => !seen.includes(event))).toEqual([]);
  const verified = (await asManager('/audit-log/verify/', {}, 'GET')).body;
  expect(verified).toMatchObject({ holds: true, waiting: 0 });
}, 120_000);
