import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailHashes } from '../../src/domains/people/index.js';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0084-people-last-admin.sql';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

const [store, user, code, variant, brand] = [newId(), newId(), newId(), newId(), newId()];
const ACCOUNT = 'An.Na+Shop@Example.com';
const SALES = {
  account: { id: newId(), customer: user, typed: 'office@example.com', mail: ACCOUNT },
  guest: { id: newId(), customer: null, typed: ' Bob@Example.com ', mail: 'bob@example.com' },
  tagOnly: { id: newId(), customer: null, typed: '+x@example.com', mail: '+x@example.com' },
  unknown: { id: newId(), customer: null, typed: null, mail: null },
};

async function plantSales(): Promise<void> {
  await query(`insert into users (id, role, email) values ($1, 'customer', $2)`, [user, ACCOUNT]);
  for (const { id, customer, typed } of Object.values(SALES)) {
    await query(
      `insert into transactions (id, transaction_number, store_id, status, source_system, currency,
         customer_id, customer_email)
       values ($1, $2, $3, 'completed', 'web_commerce', 'USD', $4, $5)`,
      [id, id.slice(-12), store, customer, typed],
    );
    await query(
      `insert into promo_code_usages (transaction_id, code_id, store_id, discount, used_at, currency)
       values ($1, $2, $3, 1, now(), 'USD')`,
      [id, code, store],
    );
    await query(
      `insert into limited_purchases (reference, variant_id, customer_key, store_id, quantity, purchased_at)
       values ($1, $2, 'user:x', $3, 1, now())`,
      [id, variant, store],
    );
  }
}

/** The store had the id first; a product and a brand have taken it since. */
async function plantDocuments(): Promise<void> {
  await query(
    `insert into stores (id, code, name, sanity_id, synced_at, created_at)
     values ($1, 'NYC', 'New York', 'store-nyc', now(), '2026-01-01')`,
    [store],
  );
  await query(
    `insert into products (id, name, slug, sanity_id, synced_at, created_at)
     values (7, 'Thief', 'thief', 'store-nyc', now(), '2026-02-01'),
       (8, 'Honest', 'honest', 'product-honest', now(), '2026-02-01'),
       (9, 'Odd', 'odd', $1, now(), '2025-02-01')`,
    [`store_${store}`],
  );
  await query(
    `insert into brands (id, name, slug, sanity_id, created_at)
     values ($1, 'Late', 'late', 'store-nyc', '2026-03-01')`,
    [brand],
  );
  await query(
    `insert into content_states (document_id, kind, record_id) values
       ('store-nyc', 'product', '7'), ('product-honest', 'product', '8')`,
  );
}

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await plantDocuments();
  await plantSales();
  await query('set session_replication_role = default');
  await older.upgrade();
});
afterAll(() => older.close());

it.each([
  ['promo_code_usages', 'transaction_id'],
  ['limited_purchases', 'reference'],
])('knows the customers of %s by their mail address', async (table, sale) => {
  const rows = await query(`select ${sale} as sale, mail_hash, mailbox_hash from ${table}`);
  const found = new Map(rows.map(row => [row.sale, row]));
  for (const { id, mail } of Object.values(SALES)) {
    const hashes = mail === null ? { mail: null, mailbox: null } : mailHashes(mail);
    expect(found.get(id)).toMatchObject({
      mail_hash: hashes.mail,
      mailbox_hash: hashes.mailbox,
    });
  }
  expect(found.get(SALES.account.id).mailbox_hash).toEqual(mailHashes('anna@example.com').mail);
});

it('leaves a shared content id to the oldest record', async () => {
  expect(await query('select * from content_ids order by content_id')).toEqual([
    { content_id: 'product-honest', kind: 'product', record_id: '8' },
    { content_id: 'store-nyc', kind: 'store', record_id: store },
  ]);
  expect(await query('select id, sanity_id from products order by id')).toEqual([
    { id: 7, sanity_id: null },
    { id: 8, sanity_id: 'product-honest' },
    { id: 9, sanity_id: null },
  ]);
  expect(await query(`select record_id from content_sync where kind = 'product'`)).toEqual([
    { record_id: '8' },
  ]);
  expect(await query('select sanity_id from brands')).toEqual([{ sanity_id: null }]);
});

it('writes the documents of all who shared an id again', async () => {
  const changes = await query(
    'select kind, record_id from content_changes order by kind, record_id',
  );
  expect(changes).toEqual([
    { kind: 'brand', record_id: brand },
    { kind: 'product', record_id: '7' },
    { kind: 'product', record_id: '9' },
    { kind: 'store', record_id: store },
  ]);
  expect(await query('select document_id from content_states')).toEqual([
    { document_id: 'product-honest' },
  ]);
});
