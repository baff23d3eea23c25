import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { sellInBoth } from '../access/more-records.js';
import { type Customers, customersOf, openShop, type Reply, type Shop } from './support.js';

const STORES = { DOWNTOWN: DOWNTOWN_ID, AIRPORT: AIRPORT_ID };
const codeOf = (store: string): string => `${store}SPENDABLE7`;

let shop: Shop;
let customers: Customers;
let headers: Record<string, Record<string, string>>;
let id: string;
beforeAll(async () => {
  shop = await openShop();
  customers = customersOf(shop);
  ({ headers } = await logInCallers(shop));
  id = await customers.created({
    name: 'Ex Ported',
    email: 'ex@example.com',
    phone: '+12125550188',
  });
  await customers.rows('update users set email_verified_at = now() where id = $1', [id]);
  await customers.rows(
    `insert into saved_addresses (id, user_id, city)
    values (gen_random_uuid(), $1, 'Marked City')`,
    [id],
  );
  const numbers: Record<string, string> = {};
  ({ downtown: numbers.DOWNTOWN, airport: numbers.AIRPORT } = await sellInBoth(shop));
  for (const [store, storeId] of Object.entries(STORES)) {
    await customers.rows(
      `update transactions set customer_id = $1, notes = $3 where transaction_number = $2`,
      [id, numbers[store], `note.${store}`],
    );
    await giveCredit(store, storeId);
    await customers.rows(
      `insert into mails (id, purpose, recipient, subject, body_text, store_id)
       values (gen_random_uuid(), 'store-credit', 'ex@example.com', $2, $3, $1)`,
      [storeId, `mail.${store}`, `Your code is ${codeOf(store)}.`],
    );
    await customers.rows(
      `insert into till_quotes (id, store_id, customer_id, basket, total_amount, created_at,
         expires_at) values (gen_random_uuid(), $1, $2, $3, 1, now(), now() + interval '10 minutes')`,
      [storeId, id, { line_items: [{ gift_card_code: `CARD${store}0001` }] }],
    );
  }
});
afterAll(() => shop.close());

async function giveCredit(store: string, storeId: string): Promise<void> {
  const accountId = crypto.randomUUID();
  await customers.rows(
    `insert into value_accounts (id, kind, code, store_id, customer_id, currency)
     values ($1, 'store_credit', $2, $3, $4, 'USD')`,
    [accountId, codeOf(store), storeId, id],
  );
  await customers.rows(
    `insert into value_entries (id, account_id, kind, amount, store_id, occurred_at)
     values (gen_random_uuid(), $1, 'issued', 5, $2, now())`,
    [accountId, storeId],
  );
}

const exportAs = (caller: string): Promise<Reply> =>
  shop.call('GET', `/customers/${id}/export/`, { headers: headers[caller] });

describe('the export of a customer', () => {
  it.each([
    ['manager', 'DOWNTOWN', 'AIRPORT'],
    ['manager elsewhere', 'AIRPORT', 'DOWNTOWN'],
  ])('has for the %s the records of %s and none of %s', async (caller, own, other) => {
    const { status, text, body } = await exportAs(caller);
    expect(status).toBe(200);
    expect([text.includes(`note.${own}`), text.includes(`mail.${own}`)]).toEqual([true, true]);
    expect(text).not.toContain(`.${other}`);
    const { customer, addresses, ...sections } = body.data;
    expect([customer[0].id, addresses]).toEqual([id, []]);
    const stores = Object.values<{ store_id?: string }[]>(sections).flat();
    expect(new Set(stores.map(row => row.store_id))).toEqual(
      new Set([STORES[own as keyof typeof STORES]]),
    );
    for (const name of ['sales', 'sale_lines', 'payments', 'store_credits', 'mails', 'quotes']) {
      expect([name, sections[name].length]).toEqual([name, 1]);
    }
  });

  it.each(['manager of all', 'admin'])(
    'has for the %s the records of every store',
    async caller => {
      const { data } = (await exportAs(caller)).body;
      expect(data.sales.map((sale: { notes: string }) => sale.notes).sort()).toEqual([
        'note.AIRPORT',
        'note.DOWNTOWN',
      ]);
      expect(data.addresses).toMatchObject([{ city: 'Marked City' }]);
    },
  );

  it.each(['manager', 'manager elsewhere', 'manager of all', 'admin'])(
    'has no code that can be spent for the %s',
    async caller => {
      const { text, body } = await exportAs(caller);
      for (const store of Object.keys(STORES)) {
        expect(text).not.toContain(codeOf(store));
        expect(text).not.toContain(`CARD${store}0001`);
      }
      for (const credit of body.data.store_credits) expect(credit.code).toBe('****BLE7');
      expect(body.data.mails[0].body_text).toBe('Your code is ****BLE7.');
      expect(body.data.quotes[0].basket.line_items[0].gift_card_code).toBe('****0001');
    },
  );

  it('is refused to cashiers, and leaves no view of theirs', async () => {
    const views = async () => (await customers.asManager('GET', `${id}/views/`)).body.length;
    const before = await views();
    for (const caller of ['cashier', 'supervisor', 'cashier elsewhere']) {
      expect((await exportAs(caller)).status).toBe(403);
    }
    expect(await views()).toBe(before);
  });
});
